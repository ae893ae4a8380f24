import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import releases from '../../../docs/releases.json';

export const { previous } = releases;

/** Bytes of output. */
const MAX_OUTPUT = 64 * 1024 * 1024;

/**
 * Builds the previous release, from the commit in docs/releases.json, in a temporary folder that later runs reuse.
 * Returns the folder.
 * @throws Error naming what failed
 */
export function buildPrevious(): string {
  const folder = path.join(tmpdir(), `portal-${previous.version}-${previous.commit.slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  fetchCommit();
  const archive = path.join(unfinished, 'release.tar');
  run('git', ['archive', '--output', archive, previous.commit]);
  run('tar', ['-xf', archive], unfinished);
  rmSync(archive);
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], unfinished);
  run('npm', ['run', '-s', 'build'], unfinished);
  renameSync(unfinished, folder);
  return folder;
}

/** Fetches the commit if it's missing, because a clone may only have the newest ones. */
function fetchCommit(): void {
  const { status } = spawnSync('git', ['cat-file', '-e', `${previous.commit}^{commit}`]);
  if (status !== 0) run('git', ['fetch', '--depth=1', 'origin', previous.commit]);
}

function run(command: string, args: string[], cwd?: string): void {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
    env: { ...process.env, NODE_ENV: '' },
  });
  if (status !== 0)
    throw new Error(
      `Release ${previous.version} can't be built: ${command} ${args.join(' ')}: ${error ?? stdout + stderr}`,
    );
}
