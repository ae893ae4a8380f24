import { spawnSync } from 'node:child_process';

const WORK = `const from = process.hrtime.bigint(); const used = process.cpuUsage();
while (process.cpuUsage(used).user < 100_000);
const { user, system } = process.cpuUsage(used);
console.log(Number(process.hrtime.bigint() - from) / 1000 / (user + system));`;

/**
 * Measures how many times slower a process runs now: 1 on an idle machine, 4 if three others use the same core. Limits
 * in seconds are multiplied by it. Printed seconds are the actual ones.
 */
export function slowdown(): number {
  const { stdout } = spawnSync(process.execPath, ['-e', WORK], { encoding: 'utf8' });
  return Math.max(1, Number(stdout));
}
