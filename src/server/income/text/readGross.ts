import type { PayStub } from '../../../model/checks/findings';
import { checkRules } from '../../../model/checks/rules';
import type { TextLine } from '../readPdfText';
import type { Token } from './amounts';
import { type Figure, findFigures, type Rows, roleOf, rowsOf } from './figures';
import { labels } from './findValue';

type Gross = Pick<PayStub, 'gross' | 'grossToDate'>;

/**
 * This period's gross pay and the year's, as the page's own sums bear it out: the lines of the earnings make the gross, the gross
 * less deductions makes the net. Where a sum speaks against an amount and none for it, or two amounts are as likely, it is left out.
 */
export function readGross(lines: readonly TextLine[]): Gross {
  const rows = rowsOf(lines);
  const named = findFigures(rows, labels.gross);
  const figures = named.some(({ current }) => current.length) ? named : [...named, ...earningsTotals(rows)];
  const sums = sumsOf(rows);
  const tried = figures.flatMap((figure) =>
    figure.current.map((token) => ({ figure, token, verdict: judge(rows, figure, token, sums) })),
  );
  const chosen = choose(tried);
  const gross = chosen
    ? chosen.token.amount
    : figures.some(({ current }) => current.length)
      ? undefined
      : linesGross(rows, sums, figures.find(hasToDate)?.toDate);
  const year = [...(chosen ? [chosen.figure] : []), ...figures, ...findFigures(rows, labels.earnings)];
  return { gross, grossToDate: year.find(hasToDate)?.toDate };
}

const hasToDate = ({ toDate }: Figure) => toDate !== undefined;

/**
 * A paper that gives no gross for this period: what its earnings' lines come to, if less the deductions that is the net. One that
 * gives no net either has to give the year's gross, which the lines may not exceed.
 */
function linesGross(rows: Rows, { net, deductions }: Sums, toDate: number | undefined): number | undefined {
  for (const [row, segments] of rows.entries())
    for (const { label, numbers } of segments) {
      if (!label || numbers.length || !isEarningsHead(label)) continue;
      const lines = linesBelow(rows, row, label);
      const gross = sum(lines.flatMap(({ amount }) => amount ?? []));
      const [first] = lines;
      if (!first) continue;
      const figure = { row, label, current: [first] };
      const isBorneOut =
        net === undefined
          ? toDate !== undefined && gross <= toDate + sumTolerance
          : gross > net && canMake(gross - net, [...deductions, ...columnSums(rows, figure, first)]);
      if (isBorneOut) return Math.round(gross * 100) / 100;
    }
  return undefined;
}

const isEarningsHead = ({ text }: Token) => labels.earnings.includes(text.toLowerCase().replace(/[\s:]+$/, ''));

/** This period's amounts of the lines under a head, down to the next head in its place. */
function linesBelow(rows: Rows, row: number, head: Token): Token[] {
  const found: Token[] = [];
  for (const [n, segments] of rows.slice(row + 1).entries()) {
    const line = segments.find(({ label }) => label && Math.abs(label.x - head.x) <= NEAR);
    if (line?.numbers.length === 0) break;
    const token = line?.numbers.findLast((one) => one.amount !== undefined && !isOther(rows, row + 1 + n, one));
    if (token) found.push(token);
  }
  return found;
}

interface Tried {
  figure: Figure;
  token: Token;
  verdict: 'borne out' | 'open' | 'refuted';
}

function choose(tried: readonly Tried[]): Tried | undefined {
  const best = (['borne out', 'open'] as const)
    .map((wanted) => tried.filter(({ verdict }) => verdict === wanted))
    .find((some) => some.length > 0);
  if (!best) return undefined;
  // In one row the first that is open counts; two rows that differ leave it undecided.
  const rows = new Map<Figure, Tried>();
  for (const one of best) if (!rows.has(one.figure)) rows.set(one.figure, one);
  const amounts = new Set([...rows.values()].map(({ token }) => token.amount));
  return amounts.size === 1 ? best[0] : undefined;
}

/** 'Total' closes a table of earnings on papers that have no other word for gross. */
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

/** The page's other sums: what is paid out, and what each total and each column of deductions comes to. */
interface Sums {
  net?: number;
  deductions: number[];
}

function sumsOf(rows: Rows): Sums {
  const first = (words: readonly string[]) =>
    findFigures(rows, words).flatMap(({ current }) => (current[0]?.amount === undefined ? [] : [current[0].amount]));
  return { net: first(labels.net)[0], deductions: [...new Set(first(labels.deductions).map(Math.abs))] };
}

const { sumTolerance } = checkRules.gross;
const isSame = (one: number, other: number) => Math.abs(one - other) <= sumTolerance + 1e-9;

function judge(rows: Rows, figure: Figure, token: Token, { net, deductions }: Sums): Tried['verdict'] {
  const gross = token.amount ?? 0;
  const lines = linesAbove(rows, figure.row, token);
  const isSumOfLines = lines.length > 0 && isSame(sum(lines), gross);
  const taken = [...deductions, ...columnSums(rows, figure, token)];
  const isNet = net !== undefined && gross > net && canMake(gross - net, taken);
  if (isSumOfLines || isNet) return 'borne out';
  if (gross <= 0 || lines.length > 1) return 'refuted';
  if (figure.toDate !== undefined && figure.toDate < gross - sumTolerance) return 'refuted';
  return net === undefined || (net <= gross && net >= gross * checkRules.gross.leastNetShare) ? 'open' : 'refuted';
}

const NEAR = 8;
const isInColumn = (one: Token, other: Token) =>
  Math.abs(one.end - other.end) <= NEAR || Math.abs(one.x - other.x) <= NEAR / 2;

/** The amounts of the earnings' lines: those above a total in its column, up to the head. */
function linesAbove(rows: Rows, row: number, total: Token): number[] {
  const found: number[] = [];
  for (const segments of rows.slice(0, row).reverse()) {
    const numbers = segments.flatMap((one) => one.numbers);
    const line = numbers.find((one) => one.amount !== undefined && isInColumn(one, total));
    if (line?.amount !== undefined) found.push(line.amount);
    else if (numbers.length === 0) break;
  }
  return found;
}

/** What the columns of this period's amounts come to, without the gross, the net and every total: one of them is the deductions'. */
function columnSums(rows: Rows, { row }: Figure, gross: Token): number[] {
  const columns: { head: Token; sum: number; minus: number }[] = [];
  const totals = new Set(
    [labels.gross, labels.net, labels.deductions, labels.total].flatMap((words) =>
      findFigures(rows, words).map((figure) => figure.label),
    ),
  );
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

function isOther(rows: Rows, row: number, token: Token): boolean {
  const role = roleOf(rows, row, token);
  return role === 'toDate' || role === 'quantity';
}

const MOST_PARTS = 10;

/** Whether some of the parts come to the difference. */
function canMake(difference: number, parts: readonly number[]): boolean {
  const few = parts.filter((part) => part > 0 && part <= difference + sumTolerance).slice(0, MOST_PARTS);
  const reach = (left: number, from: number): boolean =>
    isSame(left, 0) ||
    few.slice(from).some((part, n) => part <= left + sumTolerance && reach(left - part, from + n + 1));
  return difference > sumTolerance && reach(difference, 0);
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
