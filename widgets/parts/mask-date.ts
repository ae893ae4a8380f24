import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';

const digit = /\d/;

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
