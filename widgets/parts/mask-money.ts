import type { MaskitoOptions } from '@maskito/core';

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** '$ 1,234.5' while it is typed: no sign, at most 2 decimals (spec 000 §5). */
export async function moneyMask(): Promise<MaskitoOptions> {
  const { maskitoNumberOptionsGenerator } = await import('@maskito/kit');
  return maskitoNumberOptionsGenerator({
    prefix: '$ ',
    min: 0,
    maximumFractionDigits: 2,
    thousandSeparator: ',',
    decimalSeparator: '.',
  });
}

/** The stored number of a typed amount: `'$ 1,234.5'` → `1234.5`, `'-12.345'` → `12.34`; text without a digit → undefined. */
export function moneyValue(text: string): number | undefined {
  const [plain = ''] = /^\d*\.?\d{0,2}/.exec(text.replace(/[^\d.]/g, '')) ?? [];
  return /\d/.test(plain) ? Number.parseFloat(plain) : undefined;
}

/** The text of a stored amount: `1234.5` → `'$ 1,234.50'`. What is no number is shown as it is. */
export function moneyText(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? `$ ${dollars.format(value)}` : String(value ?? '');
}
