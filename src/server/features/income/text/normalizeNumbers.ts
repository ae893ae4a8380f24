import type { TextLine } from '../readPdfText';

const COMMA_CENTS = /^\D{0,3}\d{1,3}(?:\.\d{3})+,\d{2}\D{0,3}$/;
const POINT_CENTS = /\d{1,3}(?:,\d{3})+\.\d{2}/;
const MIN_CELLS = 2;

const NUMBER = /(?<![\d.,/])(\d{1,3}(?:\.\d{3})*|\d+),(\d{2})(?![\d/])/g;
const DAY = /(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/g;

/**
 * Rewrites `1.234,56` and `15/11/2026` in US format if the document has several such amounts and none like `1,234.56`.
 */
export function normalizeNumbers(pages: readonly TextLine[][]): TextLine[][] {
  const texts = pages.flat(2).map(({ text }) => text);
  const hasCommaCents = texts.filter((text) => COMMA_CENTS.test(text)).length >= MIN_CELLS;
  if (!hasCommaCents || texts.some((text) => POINT_CENTS.test(text))) return [...pages];
  return pages.map((lines) => lines.map((line) => line.map((cell) => ({ ...cell, text: rewrite(cell.text) }))));
}

/** `'Pago el 15/11/2026: 1.234,56'` → `'Pago el 11/15/2026: 1,234.56'` */
function rewrite(text: string): string {
  return text
    .replace(DAY, '$2/$1/$3')
    .replace(NUMBER, (_, whole: string, cents: string) => `${whole.replaceAll('.', ',')}.${cents}`);
}
