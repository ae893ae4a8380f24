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
