import type { MaskitoOptions, MaskitoPostprocessor, MaskitoPreprocessor } from '@maskito/core';
import { readMoney } from '../../src/model/format/money';
import { readDate } from './readDate';

const digit = /\d/;
// US area codes don't start with 0 or 1, so a leading 1 is the country code.
const usDigits = ['(', /[2-9]/, digit, digit, ')', ' ', digit, digit, digit, '-', digit, digit, digit, digit];
const internationalDigits = ['+', ...Array<RegExp>(15).fill(digit)];

/** Mask for a US number, such as (512) 555-0123, or an international number that starts with +. */
export const phoneMask: MaskitoOptions = {
  mask: ({ value }) => (value.startsWith('+') ? internationalDigits : usDigits),
  preprocessors: [withoutCountry],
};

/**
 * Returns digits with the country code: `'(512) 555-0123'` → `'15125550123'`, `'+44 20 7946 0018'` → `'442079460018'`.
 * An incomplete +1 number keeps its +.
 */
export function phoneValue(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  if (text.trim().startsWith('+')) return /^1?$|^1\d{1,9}$/.test(digits) ? `+${digits}` : digits;
  const national = digits.replace(/^1/, '');
  return national === '' ? undefined : `1${national}`;
}

/** Formats a stored number: `'15125550123'` → `'(512) 555-0123'`, `'442079460018'` → `'+442079460018'`. */
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

/** Removes the country code of a pasted US number, such as +1 512 555 0123. */
function withoutCountry({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  const whole = data || elementState.value;
  const [, rest] = /^\+?1(\d{10})$/.exec(whole.replace(/[^\d+]/g, '')) ?? [];
  if (rest === undefined) return { elementState, data };
  if (data) return { elementState, data: rest };
  return { elementState: { value: usText(rest), selection: [14, 14] as const }, data };
}

const monthDayYear = [digit, digit, '/', digit, digit, '/', digit, digit, digit, digit];
const anything = Array<RegExp>(60).fill(/[^\n]/);

/** Mask for MM/DD/YYYY. Pasted text that isn't a date is kept, so that validation rejects it. */
export const dateMask: MaskitoOptions = {
  mask: ({ value }) => (/[^\d/]/.test(value) ? anything : monthDayYear),
  preprocessors: [wholeDate, shortPart, typedCharacter],
};

/** Returns an ISO date: `'12/25/2026'` → `'2026-12-25'`. Incomplete and impossible dates aren't converted. */
export function dateValue(text: string): string | undefined {
  const typed = withSlashes(text);
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed) ?? [];
  if (!year || !isDay(Number(year), Number(month), Number(day))) return typed || undefined;
  return `${year}-${month}-${day}`;
}

/** Reformats a complete date: `'1/2/2027'`, `'2027-01-02'`, `'01022027'` → `'01/02/2027'`. Trims other text. */
export function withSlashes(text: string): string {
  // '01/02/20' may be the start of 01/02/2027.
  const isTyped = /^(\d{2}\/){2}\d{2}$/.test(text);
  return (isTyped ? undefined : readDate(text)) ?? text.trim();
}

/** Completes a two-digit year: `'12/25/27'` → `'12/25/2027'`. Returns other text unchanged. */
export function completeYear(text: string): string {
  return (/^(\d{2}\/){2}\d{2}$/.test(text) ? readDate(text) : undefined) ?? text;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function wholeDate({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  if (data) return { elementState, data: readDate(data) ?? data };
  const value = withSlashes(elementState.value);
  // The widget converts complete dates.
  if (value === elementState.value || /^\d{2}\/\d{2}\/\d{4}$/.test(elementState.value)) return { elementState, data };
  return { elementState: { value, selection: [value.length, value.length] as const }, data };
}

/** Adds a leading zero: `'1/'` → `'01/'`, `'01/2/'` → `'01/02/'`. */
function shortPart({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  const { value, selection } = elementState;
  const [, before, part] = /^((?:\d{2}\/)?)(\d)$/.exec(value) ?? [];
  if (!/^[/.\- ]$/.test(data) || part === undefined || selection[0] !== value.length) return { elementState, data };
  const padded = `${before}0${part}`;
  return { elementState: { value: padded, selection: [padded.length, padded.length] as const }, data: '/' };
}

/** Accepts digits and slashes. Converts other separators to slashes. */
function typedCharacter({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  if (/^[.\- ]$/.test(data)) return { elementState, data: '/' };
  return { elementState, data: /^[^\d/]$/.test(data) ? '' : data };
}

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Mask for '$ 1,234.5', with at most 2 decimals and no minus sign (docs/spec/000.md, §5). Pasted text that isn't an
 * amount is kept, so that validation rejects it.
 */
export async function moneyMask(): Promise<MaskitoOptions> {
  const { maskitoNumberOptionsGenerator } = await import('@maskito/kit');
  const options = maskitoNumberOptionsGenerator({
    prefix: '$ ',
    min: 0,
    maximumFractionDigits: 2,
    thousandSeparator: ',',
    decimalSeparator: '.',
  });
  const { mask, preprocessors = [], postprocessors = [] } = options;
  return {
    ...options,
    // The plugins change the amount when the field loses focus: '-50' would become $0.00.
    plugins: [],
    mask: (state) => (isNotAmount(state.value) ? anything : typeof mask === 'function' ? mask(state) : mask),
    preprocessors: [
      wholeAmount,
      ...preprocessors.map(
        (process): MaskitoPreprocessor =>
          (input, action) =>
            isNotAmount(input.elementState.value) || isNotAmount(input.data) ? input : process(input, action),
      ),
    ],
    postprocessors: postprocessors.map(
      (process): MaskitoPostprocessor =>
        (state, before) =>
          isNotAmount(state.value) ? state : process(state, before),
    ),
  };
}

/** Formats pasted amounts. Ignores a key if the text would no longer be an amount. */
function wholeAmount({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  const { value: before, selection } = elementState;
  const after = before.slice(0, selection[0]) + data + before.slice(selection[1]);
  if (data.length === 1) return { elementState, data: !isNotAmount(before) && isNotAmount(after) ? '' : data };
  const text = data || before;
  const amount = readMoney(text);
  if (amount === undefined || PARTIAL.test(text)) return { elementState, data };
  if (data) return { elementState, data: String(amount) };
  const value = moneyText(amount);
  return { elementState: { value, selection: [value.length, value.length] as const }, data };
}

/** Text that the mask produces, such as '$ 1,234.5'. */
const PARTIAL = /^\$? ?[\d,]*\.?\d{0,2}$/;

/** True for text that isn't an amount, such as '2k', '-50' or '1234.567'. */
function isNotAmount(text: string): boolean {
  return text.length > 1 && !PARTIAL.test(text) && readMoney(text) === undefined;
}

/**
 * Reads an amount: `'$ 1,234.5'` → `1234.5`, `'2.000,50'` → `2000.5`, `'$ '` → undefined. Trims text that isn't an
 * amount.
 */
export function moneyValue(text: string): number | string | undefined {
  if (isNotAmount(text)) return text.trim();
  const amount = readMoney(text);
  if (amount !== undefined) return amount;
  const digits = text.replace(/[^\d.]/g, '');
  return /\d/.test(digits) ? Number.parseFloat(digits) : undefined;
}

/** Formats an amount: `1234.5` → `'$ 1,234.50'`. Converts other values to strings. */
export function moneyText(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return String(value ?? '');
  return value < 0 || Math.round(value * 100) / 100 !== value ? String(value) : `$ ${dollars.format(value)}`;
}

const zipDigits = Array<RegExp>(9).fill(digit);
const zipPlusFour = [digit, digit, digit, digit, digit, '-', digit, digit, digit, digit];

/** Mask for 99999, 999999999, or 99999-9999 if ten characters fit. */
export function zipMask(maxLength: number): MaskitoOptions {
  return { mask: ({ value }) => (hasZipDash(value, maxLength) ? zipPlusFour : zipDigits) };
}

/** Returns a ZIP code: `('78701-1234', 10)` → `'78701-1234'`, `('78701-1234', 9)` → `'787011234'`, `''` → undefined. */
export function zipValue(text: string, maxLength: number): string | undefined {
  const digits = text.replace(/\D/g, '').slice(0, 9);
  if (!hasZipDash(text.trim(), maxLength)) return digits || undefined;
  return `${digits.slice(0, 5)}-${digits.slice(5)}`;
}

function hasZipDash(text: string, maxLength: number): boolean {
  return maxLength >= 10 && /^\d{5}-/.test(text);
}

export const ssnMask: MaskitoOptions = {
  mask: [digit, digit, digit, '-', digit, digit, '-', digit, digit, digit, digit],
};

/** Adds missing dashes: `'123456789'` → `'123-45-6789'`. */
export function ssnValue(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').slice(0, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-') || undefined;
}
