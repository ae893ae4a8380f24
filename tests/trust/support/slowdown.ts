import { spawnSync } from 'node:child_process';

const WORK = `const from = process.hrtime.bigint(); const used = process.cpuUsage();
while (process.cpuUsage(used).user < 100_000);
const { user, system } = process.cpuUsage(used);
console.log(Number(process.hrtime.bigint() - from) / 1000 / (user + system));`;

/**
 * How many times slower a process runs here and now: 1 on a quiet machine, 4 if four others use the same core. Limits in seconds are
 * multiplied by it; printed seconds are real ones.
 */
export function slowdown(): number {
  const { stdout } = spawnSync(process.execPath, ['-e', WORK], { encoding: 'utf8' });
  return Math.max(1, Number(stdout));
}
