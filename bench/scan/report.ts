import type { Still } from './classes';

export interface Result {
  set: Still['set'];
  kind: string;
  ours: Outcome;
  library: Outcome;
}

export interface Outcome {
  /** True if every character is correct. */
  isRight: boolean;
  isWrong: boolean;
  ms: number;
}

const DECODERS = ['ours', 'library'] as const;

export function report(title: string, results: readonly Result[]): string {
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  const rows = kinds.map((kind) =>
    row(
      kind,
      results.filter((result) => result.kind === kind),
    ),
  );
  const head = `${title.padEnd(32)}${'n'.padStart(4)}  ${'our portal'.padEnd(32)}html5-qrcode alone`;
  return [head, ...rows, '-'.repeat(100), row('all', results)].join('\n');
}

export function rateOf(results: readonly Result[], way: (typeof DECODERS)[number]): number {
  return results.filter((result) => result[way].isRight).length / results.length;
}

function row(kind: string, results: readonly Result[]): string {
  const cells = DECODERS.map((way) => cell(results, way).padEnd(32));
  return `${kind.padEnd(32)}${String(results.length).padStart(4)}  ${cells.join('')}`.trimEnd();
}

function cell(results: readonly Result[], way: (typeof DECODERS)[number]): string {
  const times = results.map((result) => result[way].ms).sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  const wrong = results.filter((result) => result[way].isWrong).length;
  const rate = `${Math.round(rateOf(results, way) * 1000) / 10}%`;
  return `${rate.padStart(7)}  p50 ${at(0.5)} p95 ${at(0.95)} ms${wrong ? `, ${wrong} wrong` : ''}`;
}
