import { CONTENDERS } from './contenders';
import { figures } from './figures';
import type { Sample } from './measure';

const KEY_BAR = 1.5;
const MOUNT_BAR = 2;
/** What a browser calls a long task; by processor time, since on the clock of the wall a busy machine makes any task long. */
const LONG = 50;

/** Whether this project's engine keeps its promises against the floor, said line by line. */
export function verdictLines(samples: readonly Sample[], sizes: readonly number[]): { lines: string[]; held: boolean } {
  const checks = sizes.flatMap((rows) => ours(samples).flatMap((name) => checksOf(samples, rows, name)));
  return {
    lines: ['', ...checks.map(({ text, ok }) => `${ok ? 'holds ' : 'MISSED'}  ${text}`)],
    held: checks.every(({ ok }) => ok),
  };
}

function ours(samples: readonly Sample[]): string[] {
  const present = new Set(samples.map(({ contender }) => contender.name));
  return CONTENDERS.filter(({ role, name }) => role === 'ours' && present.has(name)).map(({ name }) => name);
}

function checksOf(samples: readonly Sample[], rows: number, name: string): { text: string; ok: boolean }[] {
  const of = (passes: (sample: Sample) => boolean) =>
    figures(samples.filter((sample) => sample.rows === rows && passes(sample)));
  const own = of(({ contender }) => contender.name === name);
  const floor = of(({ contender }) => contender.role === 'floor');
  const key = own.key / floor.key;
  const mount = own.mount / floor.mount;
  return [
    { text: `${name}, ${rows} rows: ${key.toFixed(2)} × the floor per key (bar ${KEY_BAR})`, ok: key <= KEY_BAR },
    {
      text: `${name}, ${rows} rows: ${mount.toFixed(2)} × the floor to mount (bar ${MOUNT_BAR})`,
      ok: mount <= MOUNT_BAR,
    },
    {
      text: `${name}, ${rows} rows: longest task while typing at most ${own.longestCpu.toFixed(0)} ms (bar ${LONG})`,
      ok: own.longestCpu <= LONG,
    },
  ];
}
