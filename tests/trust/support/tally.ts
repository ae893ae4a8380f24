/** A suite's cases and failures so far. */
export interface Tally {
  n: number;
  failures: string[];
}

/** Counts a case. `problem` is a sentence if it failed. */
export function count(tally: Tally, problem?: string | false): void {
  tally.n += 1;
  if (problem) tally.failures.push(problem);
}

/** Returns a quantile, or 0 without values: `quantile([3, 1, 2], 0.5)` → 2 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
