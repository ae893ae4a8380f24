/**
 * Whether a name on a document can be the applicant's: case, accents, punctuation and order do not matter, other names may stand
 * between, a given name may be an initial, and of a compound last name its first part is enough.
 * A given name without Latin letters is not looked for, since payrolls and banks print Latin ones.
 */
export function isSameName(found: string, applicant: { first_name: string; last_name: string }): boolean {
  const words = wordsOf(found);
  return hasLastName(words, wordsOf(applicant.last_name)) && hasFirstName(words, wordsOf(applicant.first_name));
}

function hasLastName(words: string[], last: string[]): boolean {
  if (last.length === 0) return true;
  const [first = ''] = last;
  // "O'Hale" is printed as one word or as two.
  const joined = words.map((word, n) => word + (words[n + 1] ?? ''));
  return (
    last.every((part) => words.includes(part)) || isCompoundHead(words, first, last) || hasEither(words, joined, last)
  );
}

const isCompoundHead = (words: string[], first: string, last: string[]) =>
  last.length > 1 && first.length > 2 && words.includes(first);

const hasEither = (words: string[], joined: string[], last: string[]) =>
  words.includes(last.join('')) || joined.includes(last.join(''));

function hasFirstName(words: string[], first: string[]): boolean {
  const [name] = first;
  if (name === undefined) return true;
  return words.some((word) => word === name || word === name[0]) || words.includes(first.join(''));
}

/** `"HÁLE, Robin-J."` → `['hale', 'robin', 'j']`. */
function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/['’`.]/g, '')
    .split(/[^a-z]+/)
    .filter(Boolean);
}
