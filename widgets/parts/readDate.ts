/**
 * Converts a date to MM/DD/YYYY: `'3/1/27'`, `'2027-03-01'`, `'1 de marzo de 2027'` → `'03/01/2027'`. Reads
 * `'03/04/2027'` month first, but `'13/02/2027'` day first (docs/decisions/046). Undefined for other text.
 */
export function readDate(text: string, now = new Date()): string | undefined {
  const plain = text.trim().replace(/^\p{L}+,\s+(?=\p{L})/u, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d.*)?$/.exec(plain);
  if (iso) return joinDate(iso[2], iso[3], iso[1]);
  const numbers =
    /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/.exec(plain) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(plain);
  if (!numbers) return readNamedMonth(plain);
  const [, first = '', second = '', year = ''] = numbers;
  const isDayFirst = Number(first) > 12 && Number(second) <= 12;
  return joinDate(isDayFirst ? second : first, isDayFirst ? first : second, fullYear(year, now));
}

/** Completes a two-digit year, up to 20 years ahead: `('90', 2026)` → `'1990'`, `('27', 2026)` → `'2027'` */
function fullYear(year: string, now: Date): string {
  if (year.length !== 2) return year;
  const latest = now.getFullYear() + 20;
  const inCentury = latest - (latest % 100) + Number(year);
  return String(inCentury > latest ? inCentury - 100 : inCentury);
}

const MONTH_FIRST = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]+(?:de\s+|of\s+)?(\p{L}+)[.,]?[\s-]+(?:del?\s+)?(\d{4})$/iu;

function readNamedMonth(text: string): string | undefined {
  const [, monthFirst = '', dayAfter, yearAfter] = MONTH_FIRST.exec(text) ?? [];
  const [, dayBefore, dayFirst = '', yearLast] = DAY_FIRST.exec(text) ?? [];
  const month = findMonth(monthFirst || dayFirst);
  return month && joinDate(month, dayAfter ?? dayBefore, yearAfter ?? yearLast);
}

/** Returns a month's number: `'Sept'` → `'9'`, `'marzo'` → `'3'`. */
function findMonth(name: string): string | undefined {
  if (name.length < 3) return undefined;
  for (const language of ['en', 'es']) {
    const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++)
      if (format.format(Date.UTC(2027, month)).toLowerCase().startsWith(name.toLowerCase())) return String(month + 1);
  }
  return undefined;
}

function joinDate(month = '', day = '', year = ''): string {
  return [month.padStart(2, '0'), day.padStart(2, '0'), year].join('/');
}
