import type { TextCell, TextLine } from '../readPdfText';

/** A word group or a number of a line; `amount` is in dollars and there for money only. */
export interface Token extends TextCell {
  isNumber: boolean;
  amount?: number;
}

/** A label and the numbers that follow it, up to the next label; `label` is missing for numbers that open a line. */
export interface Segment {
  label?: Token;
  numbers: Token[];
}

const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)`;
/** Money within a text: with cents, or in whole dollars where a dollar sign or thousands tell it from a count. */
const MONEY = new RegExp(
  String.raw`(?<![\w.,/#*-])(?:\(\s*)?-?\s?\$?\s?-?(?:${DIGITS}\.\d{2}|\d{1,3}(?:,\d{3})+(?:\s\d{2}(?=\s|$))?|(?<=\$\s?-?)\d+)(?:\s?\)|-)?(?![\w.,%/])`,
  'g',
);
/** A cell that is nothing but one amount, its cents marked by a point or by a gap, or in whole dollars. */
const ONLY_MONEY = new RegExp(String.raw`^(?:\(\s*)?-?\s?\$?\s?-?${DIGITS}(?:[.\s]\d{2})?(?:\s?\)|-)?\*?$`);
const GAP_CENTS = /^(\d[\d,]*)\s(\d{2})(?=\s\D)/;
const ONLY_NUMBER = /^[\d.,:%*$()-]+$/;

/** The first amount in a text, in dollars, negative where it stands in brackets or with a minus: `'(12.00)'`, `'12.00-'` → -12. */
export function readMoney(text: string): number | undefined {
  const found = new RegExp(MONEY.source).exec(text)?.[0] ?? (ONLY_MONEY.test(text.trim()) ? text.trim() : undefined);
  return found === undefined ? undefined : dollarsIn(found);
}

/** A line as labels and the numbers behind each; a cell that holds both is cut between them. */
export function segmentsOf(line: TextLine): Segment[] {
  const segments: Segment[] = [];
  for (const token of line.flatMap(tokensOf)) {
    const last = segments.at(-1);
    if (!token.isNumber) segments.push({ label: token, numbers: [] });
    else if (last) last.numbers.push(token);
    else segments.push({ numbers: [token] });
  }
  return segments;
}

/** `'YTD withheld 9,600.00'` → a label and an amount; where the parts stand is reckoned from their letters. */
function tokensOf(cell: TextCell): Token[] {
  const { text } = cell;
  if (/^[$*\s.]*$/.test(text)) return [];
  if (ONLY_MONEY.test(text)) return [{ ...cell, isNumber: true, amount: isCount(text) ? undefined : dollarsIn(text) }];
  if (ONLY_NUMBER.test(text)) return [{ ...cell, isNumber: true }];
  const gap = GAP_CENTS.exec(text);
  const amounts = gap ? [gap] : [...text.matchAll(MONEY)];
  const tokens: Token[] = [];
  let done = 0;
  for (const { 0: found, index } of amounts) {
    tokens.push(...labelToken(cell, done, index));
    tokens.push({ ...partOf(cell, index, index + found.length), isNumber: true, amount: dollarsIn(found) });
    done = index + found.length;
  }
  return [...tokens, ...labelToken(cell, done, text.length)];
}

/** Whole numbers without a sign of money are hours, pieces or exemptions as often as dollars: under 100 they are none. */
const isCount = (text: string) => /^\d{1,2}$/.test(text);

function labelToken(cell: TextCell, from: number, to: number): Token[] {
  const part = partOf(cell, from, to);
  return /[\p{L}\p{N}]/u.test(part.text) ? [{ ...part, isNumber: ONLY_NUMBER.test(part.text) }] : [];
}

function partOf({ x, end, text }: TextCell, from: number, to: number): TextCell {
  const width = (end - x) / Math.max(1, text.length);
  return { x: Math.round(x + from * width), end: Math.round(x + to * width), text: text.slice(from, to).trim() };
}

function dollarsIn(found: string): number {
  const digits = found.replace(/[^\d.,\s]/g, '').trim();
  const dollars = Number(digits.replace(/\s(?=\d{2}$)/, '.').replace(/[,\s]/g, ''));
  return /^\s*\(|-/.test(found) ? -dollars : dollars;
}
