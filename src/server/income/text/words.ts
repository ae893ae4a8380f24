const WORD = /w-2|1099(?:-[a-z]+)?|1040(?:-[a-z]+)?|[a-z]+(?:'[a-z]+)?/g;
const MOST_WORDS = 3000;

/** The words of a text and each pair of neighbours, once each: what the classifier goes by. Amounts, days and single letters are left out. */
export function wordsOf(cells: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const cell of cells) {
    const words = (cell.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 1);
    for (const [n, word] of words.entries()) {
      if (found.size >= MOST_WORDS) return found;
      found.add(word);
      const next = words[n + 1];
      if (next) found.add(`${word} ${next}`);
    }
  }
  return found;
}
