/**
 * Rows in which every pair of values of every two keys stands together at least once: with three values, a dozen rows in place of
 * 3^n. The same keys give the same rows.
 */
export function pairwise<T>(keys: readonly string[], values: readonly T[]): Record<string, T>[] {
  if (keys.length < 2) return values.map((value) => Object.fromEntries(keys.map((key) => [key, value])));
  const open = allPairs(keys.length, values.length);
  const rows: Record<string, T>[] = [];
  while (open.size > 0) {
    const row = nextRow(keys.length, values.length, open);
    for (const pair of pairsOf(row)) open.delete(pair);
    rows.push(Object.fromEntries(keys.map((key, i) => [key, values[row[i] ?? 0] as T])));
  }
  return rows;
}

/** Begins with a pair still open, then gives each other key the value that closes most pairs. */
function nextRow(keys: number, values: number, open: ReadonlySet<string>): number[] {
  const [first = ''] = open;
  const row: number[] = [];
  for (const part of first.split(' ')) {
    const [key = 0, value = 0] = part.split('=').map(Number);
    row[key] = value;
  }
  for (let key = 0; key < keys; key++) row[key] ??= bestValue(row, key, values, open);
  return row;
}

function bestValue(row: number[], key: number, values: number, open: ReadonlySet<string>): number {
  const closed = (value: number) =>
    row.filter((other, i) => other !== undefined && open.has(pair(i, other, key, value))).length;
  return Array.from({ length: values }, (_, value) => value).reduce(
    (best, value) => (closed(value) > closed(best) ? value : best),
    0,
  );
}

function allPairs(keys: number, values: number): Set<string> {
  const open = new Set<string>();
  for (let a = 0; a < keys; a++)
    for (let b = a + 1; b < keys; b++)
      for (let i = 0; i < values; i++) for (let j = 0; j < values; j++) open.add(pair(a, i, b, j));
  return open;
}

function pairsOf(row: readonly number[]): string[] {
  return row.flatMap((value, a) => row.slice(a + 1).map((other, i) => pair(a, value, a + 1 + i, other)));
}

function pair(a: number, i: number, b: number, j: number): string {
  return a < b ? `${a}=${i} ${b}=${j}` : `${b}=${j} ${a}=${i}`;
}
