import { describe, expect, it } from 'vitest';
import { dateText } from '../../src/model/format/dates';
import {
  dateValue,
  moneyText,
  moneyValue,
  phoneText,
  phoneValue,
  ssnValue,
  withSlashes,
} from '../../widgets/parts/masks';

describe('date', () => {
  it.each([
    ['12/25/2026', '2026-12-25'],
    ['02/29/2028', '2028-02-29'],
    ['02/29/2027', '02/29/2027'],
    ['02/31/2026', '02/31/2026'],
    ['13/01/2026', '2026-01-13'],
    ['13/13/2026', '13/13/2026'],
    ['31/02/2026', '02/31/2026'],
    ['03/04/2027', '2027-03-04'],
    ['13-2-27', '2027-02-13'],
    ['12/2', '12/2'],
    ['1/2/2027', '2027-01-02'],
    ['2027-01-02', '2027-01-02'],
    ['01022027', '2027-01-02'],
    ['3/1/27', '2027-03-01'],
    ['3-1-1990', '1990-03-01'],
    ['7/4/91', '1991-07-04'],
    ['25.12.2027', '2027-12-25'],
    ['2027/03/01', '2027-03-01'],
    ['2027-03-01T09:30:00Z', '2027-03-01'],
    ['March 1, 2027', '2027-03-01'],
    ['Monday, Mar. 1st, 2027', '2027-03-01'],
    ['1 March 2027', '2027-03-01'],
    ['1-Mar-2027', '2027-03-01'],
    ['1 de marzo de 2027', '2027-03-01'],
    ['Mars 1, 2027', 'Mars 1, 2027'],
    ['12/25/20', '12/25/20'],
    ['soon', 'soon'],
    ['', undefined],
  ])('%s is stored as %s', (text, stored) => expect(dateValue(text)).toBe(stored));

  it('formats a stored date as it was typed', () => {
    expect(dateText('2026-12-25')).toBe('12/25/2026');
    expect(dateText('12/2')).toBe('12/2');
    expect(dateText(undefined)).toBe('');
    expect(withSlashes('1.2.2027')).toBe('01/02/2027');
  });
});

describe('phone', () => {
  it.each([
    ['(512) 555-0123', '15125550123'],
    ['5125550123', '15125550123'],
    ['1 512 555 0123', '15125550123'],
    ['+1 512 555 0123', '15125550123'],
    ['+44 20 7946 0018', '442079460018'],
    ['1512555014', '1512555014'],
    ['1', undefined],
    ['(512', '1512'],
    ['+', '+'],
    ['+1512', '+1512'],
    ['', undefined],
  ])('%s is stored as %s', (text, stored) => expect(phoneValue(text)).toBe(stored));

  it.each(['(512) 555-0123', '(512) 555', '(5', '+442079460018', '+1512', '+', ''])(
    'formats %s as it was typed',
    (text) => expect(phoneText(phoneValue(text))).toBe(text),
  );
});

describe('money', () => {
  it.each([
    ['$ 1,234.56', 1234.56],
    ['-12.345', '-12.345'],
    ['$1,234.5', 1234.5],
    ['USD 2,000', 2000],
    ['2.000,50', 2000.5],
    ['2 000,50', 2000.5],
    ["2'000.50", 2000.5],
    ['1.234.567', 1234567],
    ['12,5', 12.5],
    ['1234.567', '1234.567'],
    ['2k', '2k'],
    ['.5', 0.5],
    ['$ 0', 0],
    ['$ ', undefined],
    ['', undefined],
  ])('%s is stored as %s', (text, stored) => expect(moneyValue(text)).toBe(stored));

  it('shows two decimals, and other text unchanged', () => {
    expect(moneyText(1234.5)).toBe('$ 1,234.50');
    expect(moneyText(0)).toBe('$ 0.00');
    expect(moneyText(-5)).toBe('-5');
    expect(moneyText(1.005)).toBe('1.005');
    expect(moneyText('twelve')).toBe('twelve');
    expect(moneyText(undefined)).toBe('');
  });
});

describe('ssn', () => {
  it.each([
    ['123456789', '123-45-6789'],
    ['123-45-6789', '123-45-6789'],
    ['1234', '123-4'],
    ['', undefined],
  ])('%s is stored as %s', (text, stored) => expect(ssnValue(text)).toBe(stored));
});
