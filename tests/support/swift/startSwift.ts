import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../../src/server/platform/config';
import { freePorts } from '../../trust/failover/freePorts';
import { installPackages } from '../installPackages';

const KINDS = ['account', 'container', 'object'] as const;
/** Debian's own Python, which finds Debian's packages. */
const PYTHON = '/usr/bin/python3';
const FOLDER = path.join(import.meta.dirname);
const READY_WITHIN = 60_000;

export interface Swift {
  settings: Required<NonNullable<Config['s3']>>;
  close(): void;
}

/**
 * Starts OpenStack Swift with its S3 layer from Debian's packages: a proxy, one server of each kind and memcached.
 * The folder for temporary files must support user xattrs.
 */
export async function startSwift(): Promise<Swift> {
  installPackages(['python3-swift', 'memcached']);
  const folder = mkdtempSync(path.join(tmpdir(), 'swift-'));
  mkdirSync(path.join(folder, 'devices/disk'), { recursive: true });
  const [proxy = 0, cache = 0, ...ports] = await freePorts(5);
  writeFileSync(path.join(folder, 'swift.conf'), SWIFT);
  writeFileSync(path.join(folder, 'proxy.conf'), proxySettings(folder, proxy, cache));
  for (const [n, kind] of KINDS.entries()) {
    const port = ports[n] ?? 0;
    writeFileSync(path.join(folder, `${kind}.conf`), serverSettings(folder, kind, port));
    run(PYTHON, path.join(FOLDER, 'ring.py'), folder, kind, String(port));
  }
  const log = openSync(path.join(folder, 'log'), 'a');
  const start = (command: string, ...args: string[]) => spawn(command, args, { stdio: ['ignore', log, log] });
  const children = [
    start('memcached', '-l', '127.0.0.1', '-p', String(cache), '-u', 'nobody'),
    ...[...KINDS, 'proxy'].map((kind) => start(PYTHON, path.join(FOLDER, 'serve.py'), folder, kind)),
  ];
  const endpoint = `http://127.0.0.1:${proxy}`;
  // Waits for the servers first, because the proxy stops calling one that was down.
  for (const port of [...ports, proxy])
    await untilReady(`http://127.0.0.1:${port}`, children, path.join(folder, 'log'));
  return {
    settings: {
      endpoint,
      bucket: 'portal',
      accessKeyId: 'test:tester',
      secretAccessKey: 'testing',
      region: 'us-east-1',
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const SWIFT = `[swift-hash]
swift_hash_path_prefix = portal
swift_hash_path_suffix = portal
[storage-policy:0]
name = only
default = yes
`;

const serverSettings = (folder: string, kind: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userName()}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const proxySettings = (folder: string, port: number, cache: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userName()}
swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# Half a second is usual, and too short for a busy machine.
conn_timeout = 10
node_timeout = 60
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
`;

const userName = () => run('id', '-un').trim();

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

async function untilReady(endpoint: string, children: readonly ChildProcess[], log: string): Promise<void> {
  const isReady = () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    );
  for (const end = Date.now() + READY_WITHIN; Date.now() < end; await wait(100)) {
    if (children.some(({ exitCode }) => exitCode !== null)) break;
    if (await isReady()) return;
  }
  for (const child of children) child.kill('SIGKILL');
  throw new Error(`Swift isn't ready: ${readFileSync(log, 'utf8').slice(-2000)}`);
}
