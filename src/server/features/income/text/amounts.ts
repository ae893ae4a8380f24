import type { Place } from '../../../../model/income/checks/documentChecks';
import type { TextCell, TextLine } from '../readPdfText';

/** A piece of text, with its amount in dollars if it's money. */
export interface Token extends TextCell {
  isNumber: boolean;
  amount?: number;
}

/** A label and the numbers after it. Numbers at the start of a line have no label. */
export interface Segment {
  label?: Token;
  numbers: Token[];
}

const DIGITS = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)`;
/** Whole dollars need a dollar sign or thousands separators. */
const MONEY = new RegExp(
  String.raw`(?<![\w.,/#*-])(?:\(\s*)?-?\s?\$?\s?-?(?:${DIGITS}\.\d{2}|\d{1,3}(?:,\d{3})+(?:\s\d{2}(?=\s|$))?|(?<=\$\s?-?)\d+)(?:\s?\)|-)?(?![\w.,%/])`,
  'g',
);
const ONLY_MONEY = new RegExp(String.raw`^(?:\(\s*)?-?\s?\$?\s?-?${DIGITS}(?:[.\s]\d{2})?(?:\s?\)|-)?\*?$`);
const GAP_CENTS = /^(\d[\d,]*)\s(\d{2})(?=\s\D)/;
const ONLY_NUMBER = /^[\d.,:%*$()-]+$/;

/** `'(12.00)'`, `'12.00-'` → -12 */
export function readMoney(text: string): number | undefined {
  const found = new RegExp(MONEY.source).exec(text)?.[0] ?? (ONLY_MONEY.test(text.trim()) ? text.trim() : undefined);
  return found === undefined ? undefined : parseDollars(found);
}

export function splitSegments(line: TextLine): Segment[] {
  const segments: Segment[] = [];
  for (const token of line.flatMap(splitTokens)) {
    const last = segments.at(-1);
    if (!token.isNumber) segments.push({ label: token, numbers: [] });
    else if (last) last.numbers.push(token);
    else segments.push({ numbers: [token] });
  }
  return segments;
}

/** `'YTD withheld 9,600.00'` → a label and an amount */
function splitTokens(cell: TextCell): Token[] {
  const { text } = cell;
  if (/^[$*\s.]*$/.test(text)) return [];
  if (ONLY_MONEY.test(text))
    return [{ ...cell, isNumber: true, amount: isCount(text) ? undefined : parseDollars(text) }];
  if (ONLY_NUMBER.test(text)) return [{ ...cell, isNumber: true }];
  const gap = GAP_CENTS.exec(text);
  const amounts = gap ? [gap] : [...text.matchAll(MONEY)];
  const tokens: Token[] = [];
  let position = 0;
  for (const { 0: found, index } of amounts) {
    tokens.push(...labelToken(cell, position, index));
    tokens.push({ ...sliceCell(cell, index, index + found.length), isNumber: true, amount: parseDollars(found) });
    position = index + found.length;
  }
  return [...tokens, ...labelToken(cell, position, text.length)];
}

const isCount = (text: string) => /^\d{1,2}$/.test(text);

function labelToken(cell: TextCell, from: number, to: number): Token[] {
  const part = sliceCell(cell, from, to);
  return /[\p{L}\p{N}]/u.test(part.text) ? [{ ...part, isNumber: ONLY_NUMBER.test(part.text) }] : [];
}

function sliceCell({ x, end, text, ...cell }: TextCell, from: number, to: number): TextCell {
  const width = (end - x) / Math.max(1, text.length);
  const place = cell.at && { at: slicePlace(cell.at, from / text.length, to / text.length) };
  return {
    ...cell,
    ...place,
    x: Math.round(x + from * width),
    end: Math.round(x + to * width),
    text: text.slice(from, to).trim(),
  };
}

/** Lines on rotated pages are taller than they are wide. Their boxes aren't split. */
function slicePlace({ page, box }: Place, from: number, to: number): Place {
  const [left, top, right, bottom] = box;
  const width = right - left;
  if (width < bottom - top) return { page, box };
  return { page, box: [left + width * from, top, left + width * to, bottom] };
}

function parseDollars(found: string): number {
  const digits = found.replace(/[^\d.,\s]/g, '').trim();
  const dollars = Number(digits.replace(/\s(?=\d{2}$)/, '.').replace(/[,\s]/g, ''));
  return /^\s*\(|-/.test(found) ? -dollars : dollars;
}
