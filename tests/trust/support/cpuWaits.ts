import { existsSync, readFileSync } from 'node:fs';

/**
 * Starts watching the machine. The returned function returns how many milliseconds a process's first thread has waited
 * for a CPU, because of other processes or the host's other guests. The process must have been started since then.
 * Always 0 outside Linux.
 */
export function measureCpuWaits(): (pid: number) => number {
  const before = readTicks();
  return (pid) => {
    const [ran = 0, waited = 0] = read(`/proc/${pid}/task/${pid}/schedstat`).split(' ').map(Number);
    const now = readTicks();
    const stolen = now.stolen - before.stolen;
    // Within a guest, time taken by the host looks like running time.
    const share = stolen / Math.max(1, stolen + now.used - before.used);
    return Math.round((waited + ran * share) / 1e6);
  };
}

/** Returns how long all CPUs have run so far, and how long the host used them for others, in ticks. */
function readTicks(): { stolen: number; used: number } {
  const [line = ''] = read('/proc/stat').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = line.split(/\s+/).slice(1).map(Number);
  return { stolen, used: user + nice + system + irq + softirq };
}

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
