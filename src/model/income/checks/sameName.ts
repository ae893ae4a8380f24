export interface NamedPerson {
  first_name: string;
  last_name: string;
  /** Aliases (docs/spec/001.md, §4). */
  others?: { first_name: string; last_name: string }[];
}

/**
 * True if a printed name can be the person's name or alias. Ignores case, accents, punctuation and order. A name
 * without Latin letters matches any text.
 */
export function isSameName(found: string, { others = [], ...name }: NamedPerson): boolean {
  const words = splitWords(found);
  return [name, ...others].some(
    ({ first_name, last_name }) =>
      hasLastName(words, splitWords(last_name)) && hasFirstName(words, splitWords(first_name)),
  );
}

function hasLastName(words: string[], last: string[]): boolean {
  if (last.length === 0) return true;
  const [first = ''] = last;
  // "O'Hale" may be printed as "O Hale".
  const joined = words.map((word, n) => word + (words[n + 1] ?? ''));
  return (
    last.every((part) => words.includes(part)) || hasCompoundPart(words, first, last) || hasEither(words, joined, last)
  );
}

const hasCompoundPart = (words: string[], first: string, last: string[]) =>
  last.length > 1 && [first, last.at(-1) ?? ''].some((part) => part.length > 2 && words.includes(part));

const hasEither = (words: string[], joined: string[], last: string[]) =>
  words.includes(last.join('')) || joined.includes(last.join(''));

function hasFirstName(words: string[], first: string[]): boolean {
  const [name] = first;
  if (name === undefined) return true;
  const isOne = first.some((one) => one.length > 2 && words.includes(one));
  return isOne || words.some((word) => word === name || word === name[0]) || words.includes(first.join(''));
}

const SPELLED: [RegExp, string][] = [
  [/ß/g, 'ss'],
  [/[æ]|ae/g, 'a'],
  [/[øœ]|oe/g, 'o'],
  [/ue/g, 'u'],
  [/ł/g, 'l'],
  [/[đð]/g, 'd'],
  [/þ/g, 'th'],
  [/ı/g, 'i'],
];

/** Splits a name: `"HÁLE, Robin-J."` → `['hale', 'robin', 'j']`. */
function splitWords(name: string): string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const spelled = SPELLED.reduce((text, [letters, to]) => text.replace(letters, to), plain);
  return spelled
    .replace(/['’`.]/g, '')
    .split(/[^a-z]+/)
    .filter(Boolean);
}
