import { describe, expect, it } from 'vitest';
import { formatDay, formatMoment, isIsoDay, startsWithDay } from '../../../src/model/format/dates';

describe('formatMoment', () => {
  it.each([
    ['en', 'Nov 24, 2026, 10:31 PM'],
    ['es', '24 nov 2026, 10:31 p.m.'],
    ['', 'Nov 24, 2026, 10:31 PM'],
  ])('writes times in %j in US style: %s', (language, text) => {
    const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
    expect(
      formatMoment('2026-11-24T22:31:00Z', style, language).replaceAll('\u202f', ' ').replaceAll('\u00a0', ' '),
    ).toBe(text);
  });
});

describe('formatDay', () => {
  it('formats a day, and returns other text unchanged', () => {
    expect(formatDay('2027-03-01', 'en')).toBe('Mar 1, 2027');
    expect(formatDay('2027-03-01', 'es', 'long')).toBe('1 de marzo de 2027');
    expect(formatDay('03/01/20', 'en')).toBe('03/01/20');
  });
});

describe('isIsoDay', () => {
  it.each([
    ['2027-03-01', true],
    ['2027-13-01', false],
    ['03/01/2027', false],
    [undefined, false],
  ])('%j: %s', (value, isDay) => expect(isIsoDay(value)).toBe(isDay));
});

describe('startsWithDay', () => {
  it('returns the date order of a language', () =>
    expect([startsWithDay('es'), startsWithDay('en')]).toEqual([true, false]));
});
