import own from '../../../schemas/language.json' with { type: 'json' };
import type { Context, SchemaNode } from '../types';

// Days are ISO dates ('2026-12-25'), so they compare as strings. Arithmetic is in UTC (docs/decisions/043).
export const DAY_MS = 86_400_000;

/** A period that includes its first and last day. */
export interface Days {
  from: string;
  to: string;
}

/**
 * Formats a time: `('2026-11-21T20:00:00Z', { dateStyle: 'long', timeZone: 'UTC' })` → `'November 21, 2026'`. The
 * default time zone is the machine's.
 */
export function formatMoment(moment: Date | string, style: Intl.DateTimeFormatOptions, language = ''): string {
  return new Intl.DateTimeFormat(toLocale(language), style).format(new Date(moment));
}

/** Returns a US locale, so that Spanish times have a.m. and p.m.: `'es'` → `'es-US'`. */
function toLocale(language: string): string {
  return new Intl.Locale(language || own.id, { region: 'US' }).toString();
}

/** Formats a day: `('2026-12-25', 'en')` → `'Dec 25, 2026'`. Returns anything else unchanged. */
export function formatDay(day: string, language?: string, dateStyle: 'medium' | 'long' = 'medium'): string {
  return isIsoDay(day) ? formatMoment(day, { dateStyle, timeZone: 'UTC' }, language) : day;
}

/** Sorts periods and joins those that overlap or are adjacent. */
export function joinDays(periods: readonly Days[]): Days[] {
  const joined: Days[] = [];
  for (const { from, to } of [...periods].sort((one, other) => one.from.localeCompare(other.from))) {
    const last = joined.at(-1);
    if (!last || addDays(last.to, 1) < from) joined.push({ from, to });
    else joined[joined.length - 1] = { from: last.from, to: to > last.to ? to : last.to };
  }
  return joined;
}

/**
 * Formats a period. Shows the years only if they differ: `({ from: '2026-10-30', to: '2026-11-05' }, 'en')` →
 * `'Oct 30 – Nov 5'`.
 */
export function formatDays({ from, to }: Days, language = ''): string {
  const style = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(toLocale(language), style).formatRange(new Date(from), new Date(to));
}

export function isIsoDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** True if dates start with the day: `'es'` → true, `'en'` → false. */
export function startsWithDay(language: string): boolean {
  const parts = new Intl.DateTimeFormat(toLocale(language)).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month');
}

/** Formats a stored day as it's typed: `'2026-12-25'` → `'12/25/2026'`. Returns other text unchanged. */
export function dateText(value: unknown): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value ?? '')) ?? [];
  return year ? `${month}/${day}/${year}` : String(value ?? '');
}

export function toIsoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** `('2026-02-27', 2)` → `'2026-03-01'` */
export function addDays(day: string, count: number): string {
  return toIsoDate(new Date(Date.parse(day) + count * DAY_MS));
}

/** `('2026-03-31', -1)` → `'2026-02-28'` */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  const first = toIsoDate(last).slice(0, 8);
  return `${first}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

/** `('2026-11-21', -18)` → `'2008-11-21'`. Outside leap years, February 29 becomes March 1. */
export function addYears(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return toIsoDate(new Date(Date.UTC(year + count, month - 1, date)));
}

/** `('2026-11-01', '2026-11-15')` → 14 */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Counts a period's days that `covering` doesn't include. */
export function missingDays({ from, to }: Days, covering: readonly Days[]): number {
  let missing = 0;
  for (let day = from; day <= to; day = addDays(day, 1))
    if (!covering.some((one) => one.from <= day && day <= one.to)) missing += 1;
  return missing;
}

/** `'2026-11-21'` → `'2026-12-01'`, the default move-in date (docs/spec/000.md, §9). */
export function firstOfNextMonth(today: string): string {
  return addMonths(`${today.slice(0, 8)}01`, 1);
}

/** Returns the first and last day that a calendar offers. */
export function dateBounds(node: SchemaNode, { today }: Context): { min?: string; max?: string } {
  const age = node['x-age'];
  const min = firstDay(node, today);
  const max = node['x-notInFuture'] ? today : age?.min ? addYears(today, -age.min) : age ? today : undefined;
  return { ...(min && { min }), ...(max && { max }) };
}

function firstDay(node: SchemaNode, today: string): string | undefined {
  if (node['x-notInPast']) return today;
  if (node['x-inFuture']) return addDays(today, 1);
  if (typeof node['x-maxDaysAgo'] === 'number') return addDays(today, -node['x-maxDaysAgo']);
  const oldest = node['x-age']?.max;
  return oldest === undefined ? undefined : addDays(addYears(today, -oldest - 1), 1);
}
