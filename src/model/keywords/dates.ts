import type { Context } from '../types';

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day that exists, written `YYYY-MM-DD`. */
export function isDate(value: unknown): value is string {
  const [, year, month, day] = (typeof value === 'string' && ISO.exec(value)) || [];
  if (!year) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** Whole years from one ISO date to another: `('2000-03-01', '2018-02-28')` → 17. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** `x-after`: later than the sibling (spec 002 §5, employment end date). */
export function isAfter(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const other = parent[sibling];
  return !isDate(value) || !isDate(other) || value > other;
}

/** `x-notBefore`: on or after the sibling (spec 001 §5, move-out date). */
export function isNotBefore(value: unknown, sibling: string, parent: Record<string, unknown>): boolean {
  const other = parent[sibling];
  return !isDate(value) || !isDate(other) || value >= other;
}

/** `x-notInFuture`: today or earlier. */
export function isNotInFuture(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value <= today;
}

/** `x-notInPast`: today or later. */
export function isNotInPast(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value >= today;
}

/** `x-inFuture`: later than today. */
export function isInFuture(value: unknown, _on: true, _parent: unknown, { today }: Context): boolean {
  return !isDate(value) || value > today;
}

/** `x-age`: whole years from the date to today lie within the bounds, both included. */
export function hasAge(
  value: unknown,
  { min = 0, max = Infinity }: { min?: number; max?: number },
  _parent: unknown,
  { today }: Context,
): boolean {
  if (!isDate(value)) return true;
  const age = value > today ? -1 : yearsBetween(value, today);
  return age >= min && age <= max;
}

/** `x-year`: four digits between `min` and the current year plus `ahead` (spec 001 §5, vehicle year). */
export function isYear(
  value: unknown,
  { min, ahead }: { min: number; ahead: number },
  _parent: unknown,
  { today }: Context,
): boolean {
  const year = Number(value);
  return !/^\d{4}$/.test(String(value)) || (year >= min && year <= Number(today.slice(0, 4)) + ahead);
}
