/** What a suite has tried so far and what broke. */
export interface Tally {
  n: number;
  failures: string[];
}

/** Counts one try; `problem` is a sentence where it broke a promise. */
export function count(tally: Tally, problem?: string | false): void {
  tally.n += 1;
  if (problem) tally.failures.push(problem);
}

/** `0.95` of them are not above: `quantile([3, 1, 2], 0.5)` → 2. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
