import type { Fees } from '../../contract/payment';

/** What is charged, in dollars: the application fee. */
export function feeOf({ recordset: [{ ApplicationFee }] }: Fees): number {
  return ApplicationFee;
}

/** `19.99` → `1999`. */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}
