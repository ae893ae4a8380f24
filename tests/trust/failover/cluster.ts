import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type TcpGate, tcpGate } from '../support/tcpGate';
import { freePorts } from './freePorts';
import { installCluster } from './packages';
import { createProcesses, type Processes } from './processes';
import { type NodePorts, patroniSettings, poolerSettings, proxySettings } from './settings';

const NODES = 3;
const WHOLE_WITHIN = 90_000;

/** Three PostgreSQL nodes under Patroni, behind HAProxy and PgBouncer in transaction mode. */
export interface Cluster {
  /** URL of PgBouncer. */
  url: string;
  /** URL of HAProxy, without PgBouncer. */
  direct: string;
  /** Kills the primary and its Patroni with SIGKILL. Returns its number. */
  killPrimary(): Promise<number>;
  /** Cuts off the primary's network. Returns its number. */
  cutOffPrimary(): Promise<number>;
  /**
   * Reconnects a node, or restarts it if it was killed. Waits until all replicas are streaming and one is synchronous.
   * Only then may the next primary fail.
   */
  restore(node: number): Promise<void>;
  stop(): Promise<void>;
}

interface Gates {
  postgres: TcpGate;
  rest: TcpGate;
  etcd: TcpGate;
}

interface Node {
  name: string;
  ports: NodePorts;
  gates: Gates;
}

/** @throws Error if a program can't be installed, or the cluster doesn't come up */
export async function startCluster(): Promise<Cluster> {
  const programs = installCluster();
  const folder = mkdtempSync(path.join(tmpdir(), 'rental-cluster-'));
  const processes = createProcesses(folder);
  const [etcd = 0, peer = 0, proxy = 0, pooler = 0] = await freePorts(4);
  const nodes = await Promise.all(Array.from({ length: NODES }, (_, n) => createNode(`n${n}`, etcd)));
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  if (processes.user) chownSync(folder, processes.user.uid, processes.user.gid);
  chmodSync(folder, 0o700);
  startEtcd(processes, folder, etcd, peer);
  await until(() => isWell(`http://127.0.0.1:${etcd}/health`), 'etcd');
  const startNode = ({ name, ports }: Node) =>
    processes.start(name, 'patroni', [write(`${name}.json`, patroniSettings({ folder, programs }, name, ports))]);
  for (const node of nodes) startNode(node);
  const ports = nodes.map((node) => node.ports);
  processes.start('haproxy', 'haproxy', ['-db', '-f', write('haproxy.cfg', proxySettings(proxy, ports))]);
  const users = write('users.txt', '"postgres" ""\n');
  processes.start('pgbouncer', 'pgbouncer', [write('pgbouncer.ini', poolerSettings(pooler, proxy, users))]);
  await until(
    () => isWhole(nodes),
    'the cluster',
    () => processes.said('n0'),
  );
  await createDatabase(proxy);
  return {
    url: `postgres://postgres@127.0.0.1:${pooler}/portal`,
    direct: `postgres://postgres@127.0.0.1:${proxy}/portal`,
    async killPrimary() {
      const n = await findPrimary(nodes);
      processes.killTree(nodes[n]?.name ?? '', readPostmaster(folder, nodes[n]?.name ?? ''));
      return n;
    },
    async cutOffPrimary() {
      const n = await findPrimary(nodes);
      for (const gate of Object.values(nodes[n]?.gates ?? {})) gate.cut();
      return n;
    },
    async restore(n) {
      const node = nodes[n] as Node;
      for (const gate of Object.values(node.gates)) await gate.open();
      if (!processes.isRunning(node.name)) startNode(node);
      await until(
        () => isWhole(nodes),
        `a complete cluster with ${node.name}`,
        () => processes.said(node.name),
      );
    },
    async stop() {
      for (const { name } of nodes) processes.killTree(name, readPostmaster(folder, name));
      processes.stopAll();
      await Promise.all(nodes.flatMap(({ gates }) => Object.values(gates).map((gate) => gate.close())));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createNode(name: string, etcd: number): Promise<Node> {
  const [postgres = 0, rest = 0] = await freePorts(2);
  const gates = {
    postgres: await tcpGate('127.0.0.1', postgres),
    rest: await tcpGate('127.0.0.1', rest),
    etcd: await tcpGate('127.0.0.1', etcd),
  };
  const ports = { postgres: gates.postgres.port, rest: gates.rest.port, etcd: gates.etcd.port };
  return { name, gates, ports: { postgres, rest, gates: ports } };
}

function startEtcd(processes: Processes, folder: string, client: number, peer: number): void {
  const at = (port: number) => `http://127.0.0.1:${port}`;
  processes.start('etcd', 'etcd', [
    ...['--name', 'e', '--data-dir', path.join(folder, 'etcd'), '--log-level', 'error', '--logger', 'zap'],
    ...['--enable-v2', '--unsafe-no-fsync', '--listen-client-urls', at(client), '--advertise-client-urls', at(client)],
    ...[
      '--listen-peer-urls',
      at(peer),
      '--initial-advertise-peer-urls',
      at(peer),
      '--initial-cluster',
      `e=${at(peer)}`,
    ],
  ]);
}

async function createDatabase(proxy: number): Promise<void> {
  const client = new pg.Client(`postgres://postgres@127.0.0.1:${proxy}/postgres`);
  await client.connect();
  await client.query('create database portal').finally(() => client.end());
}

/** Calls the nodes directly, not through the gates. */
async function findPrimary(nodes: readonly Node[]): Promise<number> {
  const are = await Promise.all(nodes.map(({ ports }) => isWell(`http://127.0.0.1:${ports.rest}/leader`)));
  return are.indexOf(true);
}

/** True if each replica is streaming and etcd lists a synchronous one, the only one that can be promoted. */
async function isWhole(nodes: readonly Node[]): Promise<boolean> {
  const primary = nodes[await findPrimary(nodes)];
  if (!primary) return false;
  const inStep = await Promise.all(nodes.map(({ ports }) => isWell(`http://127.0.0.1:${ports.rest}/sync`)));
  if (!inStep.includes(true)) return false;
  const client = new pg.Client(`postgres://postgres@127.0.0.1:${primary.ports.postgres}/postgres`);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ streaming: number; synced: number }>(
      `select count(*) filter (where state = 'streaming' and application_name like 'n%')::int as streaming,
         count(*) filter (where sync_state = 'sync')::int as synced from pg_stat_replication`,
    );
    return rows[0]?.streaming === NODES - 1 && rows[0].synced > 0;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

const isWell = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(1000) }).then(
    ({ ok }) => ok,
    () => false,
  );

function readPostmaster(folder: string, name: string): number | undefined {
  const file = path.join(folder, name, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

async function until(isDone: () => Promise<boolean>, what: string, describeState = () => ''): Promise<void> {
  for (const end = Date.now() + WHOLE_WITHIN; Date.now() < end; await wait(200)) if (await isDone()) return;
  throw new Error(`${what} isn't ready after ${WHOLE_WITHIN / 1000} s: ${describeState()}`);
}
