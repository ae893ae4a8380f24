import { checkRules } from '../../../../model/income/checks/rules';
import type { Token } from './amounts';
import { type Figure, findFigures, findRole, type Rows } from './figures';
import { labels } from './findValue';

export interface Sums {
  net?: number;
  deductions: number[];
}

export function readSums(rows: Rows): Sums {
  const first = (words: readonly string[]) =>
    findFigures(rows, words).flatMap(({ current }) => (current[0]?.amount === undefined ? [] : [current[0].amount]));
  return { net: first(labels.net)[0], deductions: [...new Set(first(labels.deductions).map(Math.abs))] };
}

export const sumTolerance = () => checkRules().gross.sumTolerance;
export const isSame = (one: number, other: number) => Math.abs(one - other) <= sumTolerance() + 1e-9;

export const isEarningsHead = ({ text }: Token) => labels.earnings.includes(text.toLowerCase().replace(/[\s:]+$/, ''));

/** Current amounts below a head, up to the next head or total. */
export function linesBelow(rows: Rows, row: number, head: Token): Token[] {
  const found: Token[] = [];
  const totals = totalLabels(rows);
  for (const [n, segments] of rows.slice(row + 1).entries()) {
    const line = segments.find(({ label }) => label && Math.abs(label.x - head.x) <= NEAR);
    if (line?.numbers.length === 0 || (line?.label && totals.has(line.label))) break;
    const token = line?.numbers.findLast((one) => one.amount !== undefined && !isOther(rows, row + 1 + n, one));
    if (token) found.push(token);
  }
  return found;
}

export const NEAR = 8;
export const isInColumn = (one: Token, other: Token) =>
  Math.abs(one.end - other.end) <= NEAR || Math.abs(one.x - other.x) <= NEAR / 2;

/** Amounts above a total in its column, up to the head. */
export function linesAbove(rows: Rows, row: number, total: Token): number[] {
  const found: number[] = [];
  for (const segments of rows.slice(0, row).reverse()) {
    const numbers = segments.flatMap((one) => one.numbers);
    const line = numbers.find((one) => one.amount !== undefined && isInColumn(one, total));
    if (line?.amount !== undefined) found.push(line.amount);
    else if (numbers.length === 0) break;
  }
  return found;
}

/** Column totals without gross, net and totals; one of them is the deductions. */
export function columnSums(rows: Rows, { row }: Figure, gross: Token): number[] {
  const columns: { head: Token; sum: number; minus: number }[] = [];
  const totals = totalLabels(rows);
  for (const [at, segments] of rows.entries())
    for (const { label, numbers } of segments) {
      if (at === row || (label && totals.has(label))) continue;
      const isLine = (token: Token) => token.amount !== undefined && !isOther(rows, at, token);
      const token = numbers.find(isLine);
      if (token?.amount === undefined || (at < row && isInColumn(token, gross))) continue;
      const column = columns.find(({ head }) => isInColumn(head, token));
      if (!column) columns.push({ head: token, sum: Math.abs(token.amount), minus: Math.min(0, token.amount) });
      else {
        column.sum += Math.abs(token.amount);
        column.minus += Math.min(0, token.amount);
      }
    }
  return columns.flatMap(({ sum: all, minus }) => (minus < 0 && isSame(-minus, all) === false ? [all, -minus] : [all]));
}

function totalLabels(rows: Rows): Set<Token> {
  const words = [labels.gross, labels.net, labels.deductions, labels.total];
  return new Set(words.flatMap((some) => findFigures(rows, some).map(({ label }) => label)));
}

export function isOther(rows: Rows, row: number, token: Token): boolean {
  const role = findRole(rows, row, token);
  return role === 'toDate' || role === 'quantity';
}

const MAX_PARTS = 10;

/** Whether some parts add up to the difference. */
export function canMake(difference: number, parts: readonly number[]): boolean {
  const usable = parts.filter((part) => part > 0 && part <= difference + sumTolerance()).slice(0, MAX_PARTS);
  const canReach = (left: number, from: number): boolean =>
    isSame(left, 0) ||
    usable.slice(from).some((part, n) => part <= left + sumTolerance() && canReach(left - part, from + n + 1));
  return difference > sumTolerance() && canReach(difference, 0);
}

export const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
