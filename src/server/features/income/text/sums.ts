import { checkRules } from '../../../../model/income/checks/rules';
import type { Token } from './amounts';
import type { Rows } from './figures';

export const sumTolerance = () => checkRules().gross.sumTolerance;
export const isSame = (one: number, other: number) => Math.abs(one - other) <= sumTolerance() + 1e-9;
export const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100;

const NEAR = 8;
const isInColumn = (one: Token, other: Token) =>
  Math.abs(one.end - other.end) <= NEAR || Math.abs(one.x - other.x) <= NEAR / 2;

export function amountsAbove(rows: Rows, row: number, total: Token): number[] {
  const found: number[] = [];
  for (const segments of rows.slice(0, row).reverse()) {
    const numbers = segments.flatMap((one) => one.numbers);
    const line = numbers.find((one) => one.amount !== undefined && isInColumn(one, total));
    if (line?.amount !== undefined) found.push(line.amount);
    else if (numbers.length === 0) break;
  }
  return found;
}

const MAX_LINES = 60;

/** True if the amounts add up to a total, leaving out at most `extra` of them. */
export function addsUp(amounts: readonly number[], total: number, extra: number): boolean {
  if (amounts.length === 0 || total <= sumTolerance()) return false;
  const left = sum(amounts) - total;
  return isSame(left, 0) || (amounts.length <= MAX_LINES && isSumOf(left, amounts, extra));
}

const isSumOf = (left: number, amounts: readonly number[], count: number): boolean =>
  count > 0 && amounts.some((one, n) => isSame(one, left) || isSumOf(left - one, amounts.slice(n + 1), count - 1));

const MAX_PARTS = 10;

export function canSumTo(difference: number, parts: readonly number[]): boolean {
  const usable = parts.filter((part) => part > 0 && part <= difference + sumTolerance()).slice(0, MAX_PARTS);
  const canReach = (left: number, from: number): boolean =>
    isSame(left, 0) ||
    usable.slice(from).some((part, n) => part <= left + sumTolerance() && canReach(left - part, from + n + 1));
  return difference > sumTolerance() && canReach(difference, 0);
}
