import own from '../../schemas/language.json';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount in words: `2400` → `'$2,400.00'`. */
export function formatDollars(amount: number): string {
  return dollars.format(amount);
}

/**
 * A moment (a date, or its ISO text) in words: `('2026-11-21T20:00:00Z', { dateStyle: 'long', timeZone: 'UTC' })` → `'November 21, 2026'`.
 * In the language of the schema files where none is given; in the machine's time zone unless another is.
 */
export function formatMoment(moment: Date | string, style: Intl.DateTimeFormatOptions, language = ''): string {
  return new Intl.DateTimeFormat(language || own.id, style).format(new Date(moment));
}
