const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const SPANISH_MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const NAMED = MONTHS.join('|');

/** Date formats. `at` has the positions of year, month and day. */
const FORMS = [
  { form: String.raw`(\d{4})-(\d{2})-(\d{2})`, at: [1, 2, 3] },
  { form: String.raw`(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)`, at: [3, 1, 2] },
  { form: String.raw`(${NAMED})[a-z]{0,6}\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})`, at: [3, 1, 2] },
  { form: String.raw`(\d{1,2}) (?:de )?(${SPANISH_MONTHS.join('|')})[a-z]{0,7}(?: de| del)? (\d{4})`, at: [3, 2, 1] },
  { form: String.raw`(\d{1,2})[-\s](${NAMED})[a-z]{0,6}[-\s,]+(\d{4})`, at: [3, 2, 1] },
];
const WITHOUT_YEAR = new RegExp(
  String.raw`(${NAMED})[a-z]{0,6}\.?\s+(\d{1,2})(?:st|nd|rd|th)?\s*(?:-|–|—|to|thru|through)\s`,
  'i',
);
const BETWEEN = /^\s*(?:-|–|—|to|thru|through|until|and|al?|hasta)\s*$/i;

interface FoundDay {
  day: string;
  start: number;
  end: number;
}

/** Returns ISO dates. In numeric dates, the month comes before the day. */
export function findDays(text: string): FoundDay[] {
  const found = FORMS.flatMap(({ form, at }) =>
    [...text.matchAll(new RegExp(String.raw`(?<![\d/])${form}`, 'gi'))].flatMap((match) => {
      const [year = '', month = '', date = ''] = at.map((part) => match[part]);
      const day = isoDay(year, month, date);
      return day ? [{ day, start: match.index, end: match.index + match[0].length }] : [];
    }),
  );
  return found
    .sort((a, b) => a.start - b.start)
    .filter((one, n, all) => n === 0 || one.start >= (all[n - 1]?.end ?? 0));
}

export function readDay(text: string): string | undefined {
  return findDays(text)[0]?.day;
}

/** `'Oct 1 – Oct 31, 2026'` → from 2026-10-01 to 2026-10-31 */
export function readSpan(text: string): { from: string; to: string } | undefined {
  const days = findDays(text);
  for (const [n, first] of days.entries()) {
    const next = days[n + 1];
    if (next && BETWEEN.test(text.slice(first.end, next.start)) && first.day <= next.day)
      return { from: first.day, to: next.day };
  }
  return readSpanOfOneYear(text, days[0]);
}

/** Reads a period with the year only at its end: `'Oct 1 – Oct 31, 2026'`. */
function readSpanOfOneYear(text: string, last: FoundDay | undefined): { from: string; to: string } | undefined {
  const match = last && WITHOUT_YEAR.exec(text.slice(0, last.start));
  if (!match || match.index + match[0].length !== last.start) return undefined;
  const [, month = '', date = ''] = match;
  const year = Number(last.day.slice(0, 4));
  const [sameYear, yearBefore] = [isoDay(String(year), month, date), isoDay(String(year - 1), month, date)];
  const from = sameYear && sameYear <= last.day ? sameYear : yearBefore;
  return from ? { from, to: last.day } : undefined;
}

function isoDay(year: string, month: string, date: string): string | undefined {
  const short = month.slice(0, 3).toLowerCase();
  const name = Math.max(MONTHS.indexOf(short), SPANISH_MONTHS.indexOf(short));
  const full = year.length === 2 ? `20${year}` : year;
  const day = `${full}-${String(name >= 0 ? name + 1 : month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = new Date(day);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day) ? day : undefined;
}
