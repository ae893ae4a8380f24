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
