import type { Context, SchemaNode } from './types';

/** A stored date the way it is typed: `'2026-12-25'` → `'12/25/2026'`; any other text as it is. */
export function dateText(value: unknown): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value ?? '')) ?? [];
  return year ? `${month}/${day}/${year}` : String(value ?? '');
}

/** The first and last day a date field's own rules allow, ISO, both included; for calendars, not for the verdict. */
export function dateBounds(node: SchemaNode, { today }: Context): { min?: string; max?: string } {
  const age = node['x-age'];
  const min = node['x-notInPast']
    ? today
    : node['x-inFuture']
      ? shift(today, 0, 1)
      : age?.max === undefined
        ? undefined
        : shift(today, -age.max - 1, 1);
  const max = node['x-notInFuture'] ? today : age?.min ? shift(today, -age.min, 0) : age ? today : undefined;
  return { ...(min && { min }), ...(max && { max }) };
}

/** `('2026-11-21', -18, 0)` → `'2008-11-21'`; 29 February falls on 1 March where there is none. */
function shift(day: string, years: number, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year + years, month - 1, date + days)).toISOString().slice(0, 10);
}

/** The day a move-in is offered for until another is chosen (spec 000, section 9): `'2026-11-21'` → `'2026-12-01'`. */
export function firstOfNextMonth(today: string): string {
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/** A span of calendar days, both ends included, ISO. */
export interface Days {
  from: string;
  to: string;
}

/** `('2026-02-27', 2)` → `'2026-03-01'`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or that month's last: `('2026-03-31', -1)` → `'2026-02-28'`. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  const first = last.toISOString().slice(0, 8);
  return `${first}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}

/** Days from the first to the second: `('2026-11-01', '2026-11-15')` → 14. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** How many days of a span lie in none of the others. */
export function missingDays({ from, to }: Days, covering: readonly Days[]): number {
  let missing = 0;
  for (let day = from; day <= to; day = addDays(day, 1))
    if (!covering.some((one) => one.from <= day && day <= one.to)) missing += 1;
  return missing;
}
