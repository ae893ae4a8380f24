const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `4333.33` → '$4,333.33'. */
export function inDollars(amount: number): string {
  return DOLLARS.format(amount);
}
