/** A moment as the day it falls on here: `'2026-11-21T20:00:00Z'` → `'11-21-2026'` (spec 003, section 9). */
export function formatDay(moment: string): string {
  const day = new Date(moment);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${month}-${date}-${day.getFullYear()}`;
}
