const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `2400` → `'$2,400.00'` */
export function formatDollars(amount: number): string {
  return dollars.format(amount);
}

const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });

/** `4333.33` → `'$4,333'` */
export function formatWholeDollars(amount: number): string {
  return wholeDollars.format(amount);
}

/** `19.99` → `1999` */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

/** Rounds to the cent: `1999.4` → `19.99`. */
export function toDollars(cents: number): number {
  return Math.round(cents) / 100;
}

/**
 * Reads an amount: `'$1,234.5'`, `'1234.50 USD'`, `'2.000,50'` or `'2 000,50'`. A single dot or comma before three
 * digits separates thousands. Undefined for other text.
 */
export function readMoney(text: string): number | undefined {
  const plain = text.replace(/^\s*(US|USD)?\s*\$|\$\s*$|\bUSD\b/gi, '').replace(/[\s'’]/g, '');
  if (/^(\d+|\d{1,3}(,\d{3})+)(\.\d{0,2})?$|^\.\d{1,2}$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3})+(,\d{0,2})?$|^\d+,\d{1,2}$/.test(plain))
    return Number(plain.replaceAll('.', '').replace(',', '.'));
  return undefined;
}
