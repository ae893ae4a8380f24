import { spawnSync } from 'node:child_process';

const WORK = `const from = process.hrtime.bigint(); const used = process.cpuUsage();
while (process.cpuUsage(used).user < 100_000);
const { user, system } = process.cpuUsage(used);
console.log(Number(process.hrtime.bigint() - from) / 1000 / (user + system));`;

/**
 * How many times longer than alone a process takes here and now: 1 on a quiet machine, 4 when four others want the same core.
 * A promise in seconds is judged in seconds times this; what is printed are the seconds that passed.
 */
export function slowdown(): number {
  const { stdout } = spawnSync(process.execPath, ['-e', WORK], { encoding: 'utf8' });
  return Math.max(1, Number(stdout));
}
