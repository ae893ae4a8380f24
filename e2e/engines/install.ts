import { spawnSync } from 'node:child_process';

/**
 * Installs the Debian package of each missing program.
 * @throws Error with the packages that couldn't be installed
 */
export function install(packages: readonly string[]): void {
  const missing = findMissing(packages);
  if (missing.length === 0) return;
  console.log(`Installing ${missing.join(', ')} …`);
  aptGet('update');
  const reason = aptGet('install', '-y', '--no-install-recommends', ...missing);
  const absent = findMissing(missing);
  if (absent.length > 0)
    throw new Error(
      `Can't install ${absent.join(', ')}, so nothing was tested. Install them with apt-get on Debian, or run this on Debian.\n${reason}`,
    );
}

function findMissing(packages: readonly string[]): string[] {
  return packages.filter((name) => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status !== 0);
}

/** Returns apt-get's error output. */
function aptGet(...words: string[]): string {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  // Tests that run side by side install one after another.
  const waiting = ['-o', 'DPkg::Lock::Timeout=300'];
  const { error, stderr } = spawnSync('env', [...sudo, 'apt-get', ...waiting, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 600_000,
  });
  return (error?.message ?? stderr).trim();
}
