const CHARACTERS = 'a1A0 -_.,@/#%b2B';

/**
 * Returns a short text that matches, or undefined: `'^[0-9]{5}$'` → `'11111'`. Ignores lookahead and lookbehind, then
 * tests the result.
 */
export function matchPattern(pattern: string): string | undefined {
  const text = alternatives(pattern)
    .map(sequence)
    .find((one) => new RegExp(pattern, 'u').test(one));
  return text;
}

function alternatives(pattern: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const token of tokens(pattern)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === '|' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts;
}

function tokens(pattern: string): string[] {
  return pattern.match(/\\u[0-9a-f]{4}|\\.|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S]/giu) ?? [];
}

function sequence(pattern: string): string {
  const all = tokens(pattern);
  let out = '';
  for (let i = 0; i < all.length; i++) {
    const token = all[i] ?? '';
    if (token === '^' || token === '$') continue;
    const end = token === '(' ? closing(all, i) : i;
    const one = token === '(' ? group(all.slice(i + 1, end).join('')) : character(token);
    const times = minimumTimes(all[end + 1]);
    i = times === undefined ? end : end + 1;
    out += one.repeat(times ?? 1);
  }
  return out;
}

function closing(all: string[], from: number): number {
  let depth = 0;
  for (let i = from; i < all.length; i++) {
    if (all[i] === '(') depth++;
    if (all[i] === ')' && --depth === 0) return i;
  }
  return all.length;
}

function group(inner: string): string {
  if (/^\?(=|!|<=|<!)/.test(inner)) return '';
  return sequence(alternatives(inner.replace(/^\?:/, ''))[0] ?? '');
}

function character(token: string): string {
  if (token.length === 1 && token !== '.') return token;
  const test = new RegExp(`^${token}$`, 'u');
  return [...CHARACTERS].find((one) => test.test(one)) ?? '';
}

function minimumTimes(token: string | undefined): number | undefined {
  if (token === '*' || token === '?') return 0;
  if (token === '+') return 1;
  const least = /^\{(\d+)/.exec(token ?? '')?.[1];
  return least === undefined ? undefined : Number(least);
}
