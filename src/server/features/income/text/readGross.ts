import { toDollars } from '../../../../model/format/money';
import type { PayStub } from '../../../../model/income/checks/documentChecks';
import { checkRules } from '../../../../model/income/checks/rules';
import type { TextLine } from '../readPdfText';
import type { Token } from './amounts';
import { isContradicted } from './contradictions';
import { type Figure, findFigures, type Rows, toRows } from './figures';
import { labels } from './findValue';
import {
  canMake,
  columnSums,
  isEarningsHead,
  isSame,
  linesAbove,
  linesBelow,
  NEAR,
  readSums,
  type Sums,
  sum,
  sumTolerance,
} from './sums';

type Gross = Pick<PayStub, 'gross' | 'grossToDate'>;

/** Gross pay of the period and year, confirmed by the page's sums. Contradicted and ambiguous amounts are left out. */
export function readGross(lines: readonly TextLine[]): Gross {
  const rows = toRows(lines);
  const labeled = findFigures(rows, labels.gross);
  const figures = labeled.some(({ current }) => current.length) ? labeled : [...labeled, ...earningsTotals(rows)];
  const sums = readSums(rows);
  const candidates = figures.flatMap((figure) =>
    figure.current.map((token) => ({ figure, token, verdict: rate(rows, figure, token, sums) })),
  );
  const best = choose(candidates);
  const gross = best
    ? best.token.amount
    : figures.some(({ current }) => current.length)
      ? undefined
      : linesGross(rows, sums, figures.find(hasToDate)?.toDate);
  const year = [...(best ? [best.figure] : []), ...figures, ...findFigures(rows, labels.earnings)];
  return { gross, grossToDate: year.find(hasToDate)?.toDate };
}

const hasToDate = ({ toDate }: Figure) => toDate !== undefined;

/** Without a gross: the earnings' total, if it matches net and deductions, or at most the year's gross. */
function linesGross(rows: Rows, { net, deductions }: Sums, toDate: number | undefined): number | undefined {
  for (const [row, segments] of rows.entries())
    for (const { label, numbers } of segments) {
      if (!label || numbers.length || !isEarningsHead(label)) continue;
      const lines = linesBelow(rows, row, label);
      const gross = sum(lines.flatMap(({ amount }) => amount ?? []));
      const [first] = lines;
      if (!first) continue;
      const figure = { row, label, current: [first] };
      const isConfirmed =
        net === undefined
          ? toDate !== undefined && gross <= toDate + sumTolerance()
          : gross > net && canMake(gross - net, [...deductions, ...columnSums(rows, figure, first)]);
      if (isConfirmed) return toDollars(gross * 100);
    }
  return undefined;
}

interface Candidate {
  figure: Figure;
  token: Token;
  verdict: 'borne out' | 'open' | 'refuted';
}

function choose(candidates: readonly Candidate[]): Candidate | undefined {
  const best = (['borne out', 'open'] as const)
    .map((expected) => candidates.filter(({ verdict }) => verdict === expected))
    .find((some) => some.length > 0);
  if (!best) return undefined;
  // The first candidate of a row counts; rows that differ decide nothing.
  const rows = new Map<Figure, Candidate>();
  for (const one of best) if (!rows.has(one.figure)) rows.set(one.figure, one);
  const amounts = new Set([...rows.values()].map(({ token }) => token.amount));
  return amounts.size === 1 ? best[0] : undefined;
}

/** Some stubs label gross pay 'Total'. */
function earningsTotals(rows: Rows): Figure[] {
  return findFigures(rows, labels.total).filter(({ row, label }) => {
    const heads = rows
      .slice(0, row)
      .flatMap((segments) =>
        segments.filter((one) => one.label && one.numbers.length === 0 && Math.abs(one.label.x - label.x) <= NEAR),
      );
    const head = heads.at(-1)?.label;
    return head !== undefined && isEarningsHead(head);
  });
}

function rate(rows: Rows, figure: Figure, token: Token, sums: Sums): Candidate['verdict'] {
  const { net, deductions } = sums;
  const gross = token.amount ?? 0;
  const lines = linesAbove(rows, figure.row, token);
  const isSumOfLines = lines.length > 0 && isSame(sum(lines), gross);
  const deductionParts = [...deductions, ...columnSums(rows, figure, token)];
  const isNet = net !== undefined && gross > net && canMake(gross - net, deductionParts);
  if (isContradicted(rows, gross, deductionParts, sums, { byLines: isSumOfLines, byNet: isNet })) return 'refuted';
  if (isSumOfLines || isNet) return 'borne out';
  if (gross <= 0 || lines.length > 1) return 'refuted';
  if (figure.toDate !== undefined && figure.toDate < gross - sumTolerance()) return 'refuted';
  return net === undefined || (net <= gross && net >= gross * checkRules().gross.leastNetShare) ? 'open' : 'refuted';
}
