import { addDays } from '../../src/model/format/dates';

export interface Bounds {
  min?: string;
  max?: string;
}

/** Returns 0 for Sunday to 6 for Saturday. */
export function weekday(day: string): number {
  return new Date(day).getUTCDay();
}

export function within(day: string, { min, max }: Bounds): string {
  if (min && day < min) return min;
  return max && day > max ? max : day;
}

/** Returns a month's weeks. Weeks start on Sunday, and days of other months are undefined. */
export function getWeeks(day: string): (string | undefined)[][] {
  const first = `${day.slice(0, 8)}01`;
  const days: (string | undefined)[] = Array(weekday(first)).fill(undefined);
  for (let at = first; at.slice(0, 7) === first.slice(0, 7); at = addDays(at, 1)) days.push(at);
  while (days.length % 7) days.push(undefined);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** Returns the years within the bounds, newest first. By default, from 100 years ago to 10 years ahead. */
export function getYears({ min, max }: Bounds, today: string): number[] {
  const now = Number(today.slice(0, 4));
  const first = min ? Number(min.slice(0, 4)) : now - 100;
  const last = max ? Number(max.slice(0, 4)) : now + 10;
  return Array.from({ length: Math.max(last - first + 1, 1) }, (_, index) => last - index);
}
