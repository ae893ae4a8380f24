import { CONTENDERS, type ContenderFile } from './contenders';
import { figures } from './figures';
import type { Sample } from './measure';

/** Limits as multiples of react-hook-form with Chakra (docs/decisions/025). */
const BARS = { page: { key: 3, mount: 3 }, engine: { key: 1.5, mount: 2 } };
const FLOOR = 'floor';
/** Milliseconds. Browsers report longer tasks as long tasks. */
const LONG = 50;

export function formatVerdicts(
  samples: readonly Sample[],
  sizes: readonly number[],
): { lines: string[]; held: boolean } {
  const present = new Set(samples.map(({ contender }) => contender.name));
  const ours = CONTENDERS.filter(({ name, role }) => present.has(name) && role !== FLOOR);
  const checks = sizes.flatMap((rows) => ours.flatMap((contender) => checksOf(samples, rows, contender)));
  return {
    lines: ['', ...checks.map(({ text, ok }) => `${ok ? 'ok    ' : 'FAILED'}  ${text}`)],
    held: checks.every(({ ok }) => ok),
  };
}

function checksOf(
  samples: readonly Sample[],
  rows: number,
  { name, role }: ContenderFile,
): { text: string; ok: boolean }[] {
  const of = (passes: (sample: Sample) => boolean) =>
    figures(samples.filter((sample) => sample.rows === rows && passes(sample)));
  const own = of(({ contender }) => contender.name === name);
  const floor = of(({ contender }) => contender.role === FLOOR);
  const bars = role === 'page' ? BARS.page : BARS.engine;
  const times = (['key', 'mount'] as const).map((figure) => {
    const ratio = own[figure] / floor[figure];
    const text = `${name}, ${rows} rows: ${ratio.toFixed(2)} × the ${FLOOR} per ${figure} (limit ${bars[figure]})`;
    return { text, ok: ratio <= bars[figure] };
  });
  const longest = `${name}, ${rows} rows: longest task while typing at most ${own.longestCpu.toFixed(0)} ms (limit ${LONG})`;
  return [...times, { text: longest, ok: own.longestCpu <= LONG }];
}
