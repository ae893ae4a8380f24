/** Days are ISO dates ('2026-12-25'), which compare as text; all arithmetic is in UTC, so no time zone shifts a day. */
export interface Bounds {
  min?: string;
  max?: string;
}

export function daysLater(day: string, days: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + days);
  return iso(date);
}

/** The same day in another month, or that month's last: `('2026-01-31', 1)` → `'2026-02-28'`. */
export function monthsLater(day: string, months: number): string {
  const first = utc(`${day.slice(0, 8)}01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  const last = new Date(first);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(Number(day.slice(8)), last.getUTCDate()));
  return iso(first);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekday(day: string): number {
  return utc(day).getUTCDay();
}

/** The day itself, or the nearest one within the bounds. */
export function within(day: string, { min, max }: Bounds): string {
  if (min && day < min) return min;
  return max && day > max ? max : day;
}

/** The weeks of the month that `day` is in, Sunday first; undefined where a week reaches into another month. */
export function weeksOf(day: string): (string | undefined)[][] {
  const first = `${day.slice(0, 8)}01`;
  const days: (string | undefined)[] = Array(weekday(first)).fill(undefined);
  for (let at = first; at.slice(0, 7) === first.slice(0, 7); at = daysLater(at, 1)) days.push(at);
  while (days.length % 7) days.push(undefined);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** The years to choose from: those within the bounds, a hundred back and ten ahead where there is none. */
export function yearsOf({ min, max }: Bounds, today: string): number[] {
  const now = Number(today.slice(0, 4));
  const first = min ? Number(min.slice(0, 4)) : now - 100;
  const last = max ? Number(max.slice(0, 4)) : now + 10;
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, index) => last - index);
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function iso(date: Date): string {
  return date.toISOString().slice(0, 10);
}
