/** `todayIn('America/New_York', clock())` → '2026-11-21' */
export function todayIn(timeZone: string, now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000);
  const known = days.get(timeZone);
  if (known?.minute === minute) return known.day;
  const { format } = known ?? dayFormat(timeZone);
  const day = format(now);
  days.set(timeZone, { format, minute, day });
  return day;
}

const dayFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** Cached, because creating a format is slow. */
const days = new Map<string, { format: Intl.DateTimeFormat['format']; minute: number; day: string }>();
