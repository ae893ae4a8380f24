/** `['a', 'b', 'c']` → `'a, b, and c'`, or `'a, b, or c'` as a disjunction, in the page's language. */
export const joinList = (parts: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat(document.documentElement.lang || undefined, { type }).format(parts);
