import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';

const digit = /\d/;
// No area code begins with 0 or 1, so the 1 of '1 (512) …' falls away as it is typed.
const us = ['(', /[2-9]/, digit, digit, ')', ' ', digit, digit, digit, '-', digit, digit, digit, digit];
const world = ['+', ...Array<RegExp>(15).fill(digit)];

/** (512) 555-0123 while it is typed; what begins with + is a number of another country. */
export const phoneMask: MaskitoOptions = {
  mask: ({ value }) => (value.startsWith('+') ? world : us),
  preprocessors: [withoutCountry],
};

/**
 * The stored form, digits with the country code: `'(512) 555-0123'` → `'15125550123'`, `'+44 20 7946 0018'` → `'442079460018'`.
 * An unfinished +1 number keeps its sign, for it cannot yet be distinguished from a US one; `''` → undefined.
 */
export function phoneValue(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  if (text.trim().startsWith('+')) return /^1?$|^1\d{1,9}$/.test(digits) ? `+${digits}` : digits;
  // No area code begins with 1: with or without the mask, the first 1 is the country's.
  const national = digits.replace(/^1/, '');
  return national === '' ? undefined : `1${national}`;
}

/** The text of a stored number: `'15125550123'` → `'(512) 555-0123'`, `'442079460018'` → `'+442079460018'`. */
export function phoneText(value: unknown): string {
  const stored = String(value ?? '');
  if (stored === '' || stored.startsWith('+')) return stored;
  if (!/^1\d{0,10}$/.test(stored)) return `+${stored}`;
  return usText(stored.slice(1));
}

function usText(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (digits === '') return '';
  if (exchange === '') return `(${area}`;
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`;
}

/** A US number that arrives whole with its country code loses it: +1 512 555 0123, 1-512-555-0123. */
function withoutCountry({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  const whole = data || elementState.value;
  const [, rest] = /^\+?1(\d{10})$/.exec(whole.replace(/[^\d+]/g, '')) ?? [];
  if (rest === undefined) return { elementState, data };
  if (data) return { elementState, data: rest };
  return { elementState: { value: usText(rest), selection: [14, 14] as const }, data };
}

/** MM/DD/YYYY while it is typed. Nothing is corrected: whether there is such a day is for the schema to say. */
export const dateMask: MaskitoOptions = {
  mask: [digit, digit, '/', digit, digit, '/', digit, digit, digit, digit],
  preprocessors: [wholeDate, shortPart],
};

/** The stored form of a typed date: `'12/25/2026'` → `'2026-12-25'`; unfinished or impossible → the text; `''` → undefined. */
export function dateValue(text: string): string | undefined {
  const typed = withSlashes(text);
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed) ?? [];
  if (!year || !isDay(Number(year), Number(month), Number(day))) return typed || undefined;
  return `${year}-${month}-${day}`;
}

/** A date pasted or filled in another spelling: `'1/2/2027'`, `'2027-01-02'`, `'01022027'` → `'01/02/2027'`; else the text itself. */
export function withSlashes(text: string): string {
  const said = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(said);
  if (iso) return joined(iso[2], iso[3], iso[1]);
  const us = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(said) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(said);
  return us ? joined(us[1], us[2], us[3]) : said;
}

function joined(month = '', day = '', year = ''): string {
  return [month.padStart(2, '0'), day.padStart(2, '0'), year].join('/');
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A date that arrives whole, by paste or by a program. */
function wholeDate({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  if (data) return { elementState, data: withSlashes(data) };
  const value = withSlashes(elementState.value);
  if (value === elementState.value) return { elementState, data };
  return { elementState: { value, selection: [value.length, value.length] as const }, data };
}

/** `'1/'` becomes `'01/'`, and `'01/2/'` becomes `'01/02/'`. */
function shortPart({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  const { value, selection } = elementState;
  const [, before, part] = /^((?:\d{2}\/)?)(\d)$/.exec(value) ?? [];
  if (!/^[/.\- ]$/.test(data) || part === undefined || selection[0] !== value.length) return { elementState, data };
  const padded = `${before}0${part}`;
  return { elementState: { value: padded, selection: [padded.length, padded.length] as const }, data: '/' };
}

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** '$ 1,234.5' while it is typed: no sign, at most 2 decimals (spec 000 §5). */
export async function moneyMask(): Promise<MaskitoOptions> {
  const { maskitoNumberOptionsGenerator } = await import('@maskito/kit');
  return maskitoNumberOptionsGenerator({
    prefix: '$ ',
    min: 0,
    maximumFractionDigits: 2,
    thousandSeparator: ',',
    decimalSeparator: '.',
  });
}

/** The stored number of a typed amount: `'$ 1,234.5'` → `1234.5`, `'-12.345'` → `12.34`; text without a digit → undefined. */
export function moneyValue(text: string): number | undefined {
  const [plain = ''] = /^\d*\.?\d{0,2}/.exec(text.replace(/[^\d.]/g, '')) ?? [];
  return /\d/.test(plain) ? Number.parseFloat(plain) : undefined;
}

/** The text of a stored amount: `1234.5` → `'$ 1,234.50'`. What is no number is shown as it is. */
export function moneyText(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? `$ ${dollars.format(value)}` : String(value ?? '');
}

/** 999-99-9999 while it is typed. */
export const ssnMask: MaskitoOptions = {
  mask: [digit, digit, digit, '-', digit, digit, '-', digit, digit, digit, digit],
};

/** The dashes of a number that came without them: `'123456789'` → `'123-45-6789'`; `''` → undefined. */
export function ssnValue(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').slice(0, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-') || undefined;
}
