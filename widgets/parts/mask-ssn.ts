import type { MaskitoOptions } from '@maskito/core';

const digit = /\d/;

/** 999-99-9999 while it is typed. */
export const ssnMask: MaskitoOptions = {
  mask: [digit, digit, digit, '-', digit, digit, '-', digit, digit, digit, digit],
};

/** The dashes of a number that came without them: `'123456789'` → `'123-45-6789'`; `''` → undefined. */
export function ssnValue(text: string): string | undefined {
  const digits = text.replace(/\D/g, '').slice(0, 9);
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-') || undefined;
}
