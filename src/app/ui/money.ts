import type { Fees } from '../../api/payment';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `35` → `'$35.00'`. */
export function formatDollars(amount: number): string {
  return dollars.format(amount);
}

/** What is charged, in dollars: the application fee. */
export function feeOf({ recordset: [{ ApplicationFee }] }: Fees): number {
  return ApplicationFee;
}

/** `19.99` → `1999`. */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}
