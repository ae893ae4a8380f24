import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { REPORTS } from './stage';

/** Tests that depend most on Node: processes, files, encryption, databases, HTTP. The server is the built one. */
const SHORT = ['main', 'platform/crypto/seal', 'platform/mail/mail', 'platform/jobs/jobs'].map(
  (name) => `tests/server/${name}.test.ts`,
);
const WHOLE = ['tests/server/main.test.ts', 'tests/server/platform', 'tests/tools/portal', 'tests/model'];

/**
 * `tsx tests/run/otherNode.ts 22 [--short]`: checks types, and runs tests with the built server, on another Node. npm
 * installs it in a temporary folder. `--short` skips the types and most tests.
 */
function main(): number {
  const { values, positionals } = parseArgs({ options: { short: { type: 'boolean' } }, allowPositionals: true });
  const [major = ''] = positionals;
  const folder = mkdtempSync(path.join(tmpdir(), `node-${major}-`));
  try {
    // Some tests run this Node as another user.
    chmodSync(folder, 0o755);
    const node = install(major, folder);
    const types = ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', '.'];
    return (values.short ? 0 : run(node, types)) || test(node, major, values.short ? SHORT : WHOLE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the path of the binary. Throws if it isn't of this version. */
function install(major: string, folder: string): string {
  const wanted = `node-linux-${process.arch}@${major}`;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  if (run('npm', ['install', '--prefix', folder, ...options, wanted])) throw new Error(`npm can't install ${wanted}`);
  const node = path.join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin/node');
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  if (!version.startsWith(`v${major}.`)) throw new Error(`${wanted} has Node ${version}`);
  console.log(`Node ${version}`);
  return node;
}

function test(node: string, major: string, files: string[]): number {
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/node${major}.json`];
  return run(node, ['node_modules/vitest/vitest.mjs', 'run', ...files, ...reports]);
}

/** Runs a command with its Node first in PATH, and prints its output. Returns the exit code. */
function run(command: string, args: string[]): number {
  const PATH = [path.dirname(command), process.env.PATH].join(path.delimiter);
  const env = { ...process.env, PATH, BUILT_SERVER: '1' };
  return spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1;
}

process.exitCode = main();
