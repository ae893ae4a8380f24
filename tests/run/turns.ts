import { execFileSync } from 'node:child_process';

const DAY_MS = 86_400_000;

/** Part `n` of `of` of the list: `('2/3', [1, 2, 3, 4, 5])` → `[3, 4]`. Throws for an invalid part. */
export function choosePart<T>(part: string, all: readonly T[]): T[] {
  const [n = 0, of = 0] = part.split('/').map(Number);
  if (!(n >= 1 && n <= of)) throw new Error(`'${part}' isn't a part. For the third of ten, use 3/10`);
  const size = Math.ceil(all.length / of);
  return all.slice((n - 1) * size, n * size);
}

/** `chooseTurn` for today and the current commit. A shallow clone counts only its fetched commits. */
export function chooseTodaysTurn<T>(count: number, all: readonly T[]): T[] {
  const commits = Number(execFileSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' }));
  return chooseTurn(count, { at: new Date(), commits }, all);
}

/**
 * Returns at most `count` entries, spread over the list. They change with each day and each commit, so that repeated
 * runs don't test the same ones.
 */
export function chooseTurn<T>(count: number, { at, commits }: { at: Date; commits: number }, all: readonly T[]): T[] {
  const turns = Math.ceil(all.length / count);
  const turn = (Math.floor(at.getTime() / DAY_MS) + commits) % turns;
  return all.filter((_, place) => place % turns === turn);
}
