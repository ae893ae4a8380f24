import type { Token } from './amounts';
import { type Figure, findFigures, type Rows } from './figures';
import { labels } from './findValue';
import { canMake, isInColumn, isOther, isSame, linesBelow, type Sums, sum } from './sums';

interface Confirmed {
  byLines: boolean;
  /** Gross less deductions is the net. */
  byNet: boolean;
}

/** Whether another line contradicts the gross: forgers seldom change every line. */
export function isContradicted(
  rows: Rows,
  gross: number,
  deductions: readonly number[],
  sums: Sums,
  { byLines, byNet }: Confirmed,
): boolean {
  const earnings = byLines ? [] : earningsSums(rows);
  if (earnings.length && !earnings.some((one) => isSame(one, gross))) return true;
  if (byNet || sums.net === undefined) return false;
  return hasAllDeductions(rows) || isNetOfOther(rows, gross, deductions, sums.net);
}

/** Totals of each list of earnings; skips lists that aren't in one column. */
function earningsSums(rows: Rows): number[] {
  return rows.flatMap((segments, row) =>
    segments.flatMap(({ label, numbers }) => {
      if (!label || !isEarningsLabel(label)) return [];
      const lines = numbers.length
        ? numbers.filter((token) => token.amount !== undefined && !isOther(rows, row, token)).slice(0, 1)
        : linesBelow(rows, row, label);
      const [first] = lines;
      return first && lines.every((token) => isInColumn(token, first)) ? [sumAmounts(lines)] : [];
    }),
  );
}

const isEarningsLabel = ({ text }: Token) => labels.allEarnings.includes(text.toLowerCase().replace(/[\s:]+$/, ''));

const sumAmounts = (lines: readonly Token[]) => sum(lines.flatMap(({ amount }) => amount ?? []));

const hasAllDeductions = (rows: Rows) => currentAmounts(findFigures(rows, labels.allDeductions)).length > 0;

function isNetOfOther(rows: Rows, gross: number, deductions: readonly number[], net: number): boolean {
  const others = currentAmounts(findFigures(rows, labels.earnings)).filter((one) => !isSame(one, gross));
  return others.some((one) => one > net && canMake(one - net, deductions));
}

const currentAmounts = (figures: readonly Figure[]) => figures.flatMap(({ current }) => current[0]?.amount ?? []);
