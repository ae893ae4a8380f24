import { type FileChanges, isRemoved } from './roles';

/** Returns the lines that differ. Between two differences, also returns the unchanged line next to each. */
export function diffLines(before: string, after: string): { sign: ' ' | '-' | '+'; line: string }[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const kept = commonLines(left, right);
  const out: { sign: ' ' | '-' | '+'; line: string }[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...kept, [left.length, right.length] as const]) {
    out.push(...left.slice(i, x).map((line) => ({ sign: '-' as const, line })));
    out.push(...right.slice(j, y).map((line) => ({ sign: '+' as const, line })));
    if (x < left.length) out.push({ sign: ' ', line: left[x] ?? '' });
    [i, j] = [x + 1, y + 1];
  }
  return out.filter(
    ({ sign }, at) => sign !== ' ' || [out[at - 1], out[at + 1]].some((near) => near && near.sign !== ' '),
  );
}

/** Returns the positions of the lines in common. Very long texts count as one change. */
function commonLines(a: string[], b: string[]): (readonly [number, number])[] {
  if (a.length * b.length > 4_000_000) return [];
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (const [i, row] of [...table.entries()].reverse())
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}

export function onlyChanged(changes: FileChanges, live: Record<string, string>): FileChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([file, text]) => text !== null && !hasSameText(text, live[file])),
  );
}

function hasSameText(text: string, live: string | undefined): boolean {
  if (text === live || (isRemoved(text) && live === undefined)) return true;
  try {
    return live !== undefined && JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(live));
  } catch {
    return false;
  }
}
