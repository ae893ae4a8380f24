import { stringify } from 'csv-stringify/sync';

/** Marks the file as UTF-8 for spreadsheets. */
export const BOM = '\uFEFF';

/** Returns a row (RFC 4180). No cell can run as a formula. */
export const csvRow = (values: readonly unknown[]): string =>
  stringify([values.map(cell)], { record_delimiter: 'windows', quoted_match: ';' });

/** In some locales, spreadsheets split cells at semicolons and accept formulas that start with full-width signs. */
function cell(value: unknown): string {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  return typeof value === 'string' ? text.replace(FORMULA, "$1'") : text;
}

const FORMULA = /(^|[;,|])(?=[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;
