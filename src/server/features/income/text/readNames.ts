import table from '../labels.json';
import type { TextLine } from '../readPdfText';
import { readMoney } from './amounts';
import { findValue, labels, readName } from './findValue';
import { readDay } from './readDays';

export const MAX_NAMES = 150;
const LONGEST_NAME = 60;
const MAX_WORDS = 8;

/** Returns texts that may be names. Skips transactions. */
export function findNames(lines: readonly TextLine[]): string[] | undefined {
  const found = new Set<string>();
  for (const line of lines.filter((one) => !isTransaction(one)))
    for (const text of [...line.flatMap((cell) => splitTexts(cell.text)), joinedWords(line)])
      if (isNameLike(text) && found.size < MAX_NAMES) found.add(text);
  return found.size ? [...found] : undefined;
}

const isTransaction = (line: TextLine): boolean =>
  line.some(({ text }) => readMoney(text) !== undefined) && line.some(({ text }) => readDay(text) !== undefined);

const splitTexts = (text: string): string[] => text.split(/[|:;·•/()#]|\s{2,}|\d+/).map((part) => part.trim());

/** Joins a line's one-word cells, such as 'HALE' and 'ROBIN'. */
const joinedWords = (line: TextLine): string =>
  line
    .map(({ text }) => text.trim())
    .filter((text) => /^\p{L}[\p{L}.'’-]*$/u.test(text))
    .join(' ');

function isNameLike(text: string): boolean {
  const words = text.split(/[\s,&]+/).filter(Boolean);
  if (text.length > LONGEST_NAME || words.length < 2 || words.length > MAX_WORDS) return false;
  return (
    /^[\p{L}\p{M}\s.,&'’`-]+$/u.test(text) && !words.some((word) => table.transactions.includes(word.toLowerCase()))
  );
}

export function findEmployee(lines: readonly TextLine[]): string | undefined {
  const [first, last] = [labels.firstName, labels.lastName].map((names) => findValue(lines, names, readWord));
  if (first && last) return `${first} ${last}`;
  return findValue(lines, labels.employee, readName) ?? findAddressee(lines);
}

const readWord = (text: string): string | undefined => /^\p{L}[\p{L}\s.'’-]{0,40}$/u.exec(text.trim())?.[0];

const STREET = /^\d{1,6}\s+\p{L}|^p\.?\s?o\.?\s+box/iu;
export const BANKING = /\b(?:bank|banking|credit union|savings|trust|financial)\b/i;
const TOLERANCE = 12;

export function findAddressee(lines: readonly TextLine[]): string | undefined {
  for (const [row, line] of lines.entries())
    for (const cell of line) {
      const above = STREET.test(cell.text) && lines[row - 1]?.find(({ x }) => Math.abs(x - cell.x) < TOLERANCE);
      const name = above ? readName(above.text) : undefined;
      if (name && !BANKING.test(name)) return name;
    }
  return undefined;
}
