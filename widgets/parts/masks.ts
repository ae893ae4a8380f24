import type { MaskitoOptions, MaskitoPreprocessor } from '@maskito/core';

const digit = /\d/;
// No area code begins with 0 or 1, so the 1 of '1 (512) …' falls away as it is typed.
const us = ['(', /[2-9]/, digit, digit, ')', ' ', digit, digit, digit, '-', digit, digit, digit, digit];
const world = ['+', ...Array<RegExp>(15).fill(digit)];

/** (512) 555-0123 while it is typed; what begins with + is a number of another country. */
export const phoneMask: MaskitoOptions = {
  mask: ({ value }) => (value.startsWith('+') ? world : us),
  preprocessors: [withoutCountry],
};

/**
 * The stored form, digits with the country code: `'(512) 555-0123'` → `'15125550123'`, `'+44 20 7946 0018'` → `'442079460018'`.
 * An unfinished +1 number keeps its sign, for it is not yet told from a US one; `''` → undefined.
 */
export function phoneValue(text: string): string | undefined {
  const digits = text.replace(/\D/g, '');
  if (text.trim().startsWith('+')) return /^1?$|^1\d{1,9}$/.test(digits) ? `+${digits}` : digits;
  // No area code begins with 1: with or without the mask, the first 1 is the country's.
  const national = digits.replace(/^1/, '');
  return national === '' ? undefined : `1${national}`;
}

/** The text of a stored number: `'15125550123'` → `'(512) 555-0123'`, `'442079460018'` → `'+442079460018'`. */
export function phoneText(value: unknown): string {
  const stored = String(value ?? '');
  if (stored === '' || stored.startsWith('+')) return stored;
  if (!/^1\d{0,10}$/.test(stored)) return `+${stored}`;
  return usText(stored.slice(1));
}

function usText(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (digits === '') return '';
  if (exchange === '') return `(${area}`;
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`;
}

/** A US number that arrives whole with its country code loses it: +1 512 555 0123, 1-512-555-0123. */
function withoutCountry({ elementState, data }: Parameters<MaskitoPreprocessor>[0]) {
  const whole = data || elementState.value;
  const [, rest] = /^\+?1(\d{10})$/.exec(whole.replace(/[^\d+]/g, '')) ?? [];
  if (rest === undefined) return { elementState, data };
  if (data) return { elementState, data: rest };
  return { elementState: { value: usText(rest), selection: [14, 14] as const }, data };
}
