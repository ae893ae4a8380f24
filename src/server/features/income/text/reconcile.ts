import type { Contradiction, ContradictionKind } from '../../../../model/income/checks/documentChecks';
import { checkRules } from '../../../../model/income/checks/rules';
import table from '../labels.json';
import type { Token } from './amounts';
import { type Figure, parseLabel } from './figures';
import { findYear, type StubFigures, type StubLine } from './stubLines';
import { addsUp, amountsAbove, canSumTo, isSame, sum, sumTolerance } from './sums';

export interface Candidate {
  /** Undefined for a sum of lines without a printed total. */
  figure?: Figure;
  token?: Token;
  gross: number;
}

/** True if figures match. Undefined if that isn't certain. */
type Relation = true | undefined | Contradiction;

export interface Reconciled {
  held: number;
  contradictions: Contradiction[];
}

export function reconcile(stub: StubFigures, candidate: Candidate): Reconciled {
  const toDate = checkToDate(stub, candidate);
  const net = checkNet(stub, candidate);
  // The lines can't confirm their own sum.
  const ofGross = candidate.figure
    ? [checkLines(stub, candidate), net]
    : [net, stub.net.length ? undefined : toDate[0]];
  const others = [
    ...checkTaxes(stub, candidate),
    checkTwoGross(stub, candidate),
    checkTwoNet(stub),
    ...toDate,
    ...stub.withheld.map((figure) => checkDeductions(stub, figure)),
    ...stub.lines.map(checkHours),
  ];
  return {
    held: [...ofGross, isTaxedWhole(stub, candidate)].filter((relation) => relation === true).length,
    contradictions: [...ofGross, ...others].filter((relation) => typeof relation === 'object'),
  };
}

const contradiction = (kind: ContradictionKind, values: Contradiction['values']): Contradiction => ({ kind, values });
const amountsOf = (lines: readonly StubLine[]) => lines.map(({ amount }) => Math.abs(amount));
const linesOf = ({ lines }: StubFigures, kind: StubLine['kind']) => lines.filter((line) => line.kind === kind);
const currentOf = (figures: readonly Figure[]): number[] =>
  figures.flatMap(({ current: [token] }) => (token?.amount === undefined ? [] : [Math.abs(token.amount)]));

/** Maximum number of lines that aren't part of the total, such as taxed insurance. */
const EXTRA_EARNINGS = 1;
const EXTRA_DEDUCTIONS = 2;

function checkLines(stub: StubFigures, { figure, token, gross }: Candidate): Relation {
  const lines = linesOf(stub, 'earned').map(({ amount }) => amount);
  const above = figure && token ? amountsAbove(stub.rows, figure.row, token) : [];
  if (addsUp(lines, gross, 0) || (above.length > 0 && isSame(sum(above), gross))) return true;
  if (addsUp(lines, gross, EXTRA_EARNINGS)) return undefined;
  return lines.length ? contradiction('lines', { sum: sum(lines), gross }) : undefined;
}

function checkNet(stub: StubFigures, { gross }: Candidate): Relation {
  const nets = currentOf(stub.net).filter((net) => net > 0);
  const [net] = nets;
  if (net === undefined) return undefined;
  if (net > gross + sumTolerance()) return contradiction('netAboveGross', { net, gross });
  const deductions = linesOf(stub, 'withheld').filter(({ amount }) => amount !== 0);
  const parts = [...new Set([...currentOf(stub.withheld), ...listSums(deductions)])];
  const isFit = (one: number) =>
    isSame(gross, one) ||
    canSumTo(gross - one, parts) ||
    addsUp(amountsOf(deductions), gross - one, EXTRA_DEDUCTIONS) ||
    hasOneAddedBack(amountsOf(deductions), gross - one);
  if (parts.length === 0) return undefined;
  if (nets.some(isFit)) return true;
  return contradiction('net', { gross, net, deductions: gross - net, printed: indexOfClosest(parts, gross - net) });
}

/** True if the amounts add up to the total with one of them subtracted, such as a returned deduction. */
const hasOneAddedBack = (amounts: readonly number[], total: number): boolean =>
  amounts.some((one) => isSame(sum(amounts) - 2 * one, total));

const indexOfClosest = (parts: readonly number[], wanted: number): number =>
  [...parts, sum(parts)].reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));

function listSums(lines: readonly StubLine[]): number[] {
  const lists = [...new Set(lines.map(({ list }) => list))];
  return lists.map((list) => sum(amountsOf(lines.filter((line) => line.list === list))));
}

/** Compares a total of deductions with the lines and other totals. A few lines can be left out. */
function checkDeductions(stub: StubFigures, { row, label, current: [token] }: Figure): Relation {
  const total = Math.abs(token?.amount ?? 0);
  const above = token ? amountsAbove(stub.rows, row, token).map(Math.abs) : [];
  const lines = linesOf(stub, 'withheld').filter(({ amount }) => amount !== 0);
  const ofKind = lines.filter((line) => isTax(line) === hasWord(parseLabel(label.text).name, TAX));
  if (total === 0 || Math.max(above.length, ofKind.length) < 2) return undefined;
  const others = currentOf(stub.withheld).filter((one) => !isSame(one, total));
  const isFit =
    [amountsOf(lines), above].some((amounts) => addsUp(amounts, total, EXTRA_DEDUCTIONS)) ||
    [[...listSums(lines), sum(amountsOf(ofKind))], others].some((amounts) => canSumTo(total, amounts));
  return isFit ? true : contradiction('deductions', { sum: sum(amountsOf(ofKind)), total });
}

const TAX = ['tax', 'taxes'];
const hasWord = (name: string, words: readonly string[]) => words.some((word) => ` ${name} `.includes(` ${word} `));
const isTax = ({ name }: StubLine) => hasWord(name, [...table.lines.taxes, ...TAX]);

const REGULAR = [1];
const OVERTIME = [0.5, 1, 1.5, 2];

function checkHours({ name, hours, rate, amount }: StubLine): Relation {
  const factors = table.lines.regular.includes(name)
    ? REGULAR
    : table.lines.overtime.includes(name)
      ? OVERTIME
      : undefined;
  // A rate that isn't below the amount is a salary.
  if (!factors || !hours || !rate || rate >= amount) return undefined;
  const slack = (hours + rate) * 0.0051 + sumTolerance();
  if (factors.some((factor) => Math.abs(hours * rate * factor - amount) <= slack * factor)) return true;
  return contradiction('hoursRate', { hours: String(hours), rate, product: hours * rate, amount });
}

const CENT = 0.01;

/** Checks Medicare or Social Security tax: a fixed percentage of the pay minus some benefits. */
function checkTaxes(stub: StubFigures, { gross, figure }: Candidate): Relation[] {
  const current = (line: StubLine) => line.amount;
  const toDate = (line: StubLine) => line.toDate ?? 0;
  const year = findYear(stub, figure);
  return [
    checkTaxed(stub, gross, current, 'taxes'),
    year === undefined ? undefined : checkTaxed(stub, year, toDate, 'toDateTaxes'),
  ];
}

function checkTaxed(
  stub: StubFigures,
  gross: number,
  amountOf: (line: StubLine) => number,
  kind: 'taxes' | 'toDateTaxes',
): Relation {
  const { taxRates, socialSecurityUpTo } = checkRules().gross;
  const withheld = linesOf(stub, 'withheld');
  const find = (names: readonly string[]) => withheld.filter(({ name }) => names.includes(name));
  const medicare = find(table.lines.medicare);
  const isCapped = (findYear(stub) ?? 0) > socialSecurityUpTo;
  const social = isCapped ? [] : find(table.lines.socialSecurity);
  const [tax, rate] = medicare.length ? [medicare[0], taxRates.medicare] : [social[0], taxRates.socialSecurity];
  const paid = tax && Math.abs(amountOf(tax));
  if (!paid) return undefined;
  const isAbout = (line: StubLine) => kind === 'taxes' || line.toDate !== undefined;
  const benefits = withheld.filter((line) => !isTax(line));
  const untaxed = linesOf(stub, 'earned').filter(({ name }) => table.lines.untaxed.some((word) => name.includes(word)));
  if (![...benefits, ...untaxed].every(isAbout)) return undefined;
  const rounding = Number.isInteger(paid) ? 1 : CENT * 2;
  const most = (paid + rounding) / rate + sum([...benefits, ...untaxed].map((line) => Math.abs(amountOf(line))));
  return gross <= most ? true : contradiction(kind, { tax: paid, pay: paid / rate, gross });
}

/** True if both payroll taxes are the legal percentage of the gross pay, to the cent. */
function isTaxedWhole({ lines }: StubFigures, { gross, figure }: Candidate): boolean {
  const { taxRates } = checkRules().gross;
  const isPart = (names: readonly string[], rate: number) =>
    lines.some(({ kind, name, amount }) => kind === 'withheld' && names.includes(name) && isNear(amount, gross * rate));
  const isNear = (one: number, other: number) => Math.abs(Math.abs(one) - other) <= CENT;
  return (
    figure !== undefined &&
    isPart(table.lines.medicare, taxRates.medicare) &&
    isPart(table.lines.socialSecurity, taxRates.socialSecurity)
  );
}

/** Reports a second gross pay, unless it's one of the amounts above the first. */
function checkTwoGross(stub: StubFigures, { gross, figure, token }: Candidate): Relation {
  const above = figure && token ? amountsAbove(stub.rows, figure.row, token) : [];
  const others = currentOf(stub.gross).filter((one) => !isSame(one, gross) && !above.some((line) => isSame(line, one)));
  const [other] = others;
  return other === undefined ? undefined : contradiction('twoGross', { gross, other });
}

function checkTwoNet({ net }: StubFigures): Relation {
  const [one, other] = [...new Set(currentOf(net).filter((amount) => amount > 0))];
  if (one === undefined || other === undefined || isSame(one, other)) return undefined;
  return contradiction('twoNet', { net: one, other });
}

function checkToDate(stub: StubFigures, { gross, figure }: Candidate): Relation[] {
  const year = findYear(stub, figure);
  const earned = linesOf(stub, 'earned');
  const pairs = [{ amount: gross, toDate: year }, ...earned.filter(({ amount }) => amount > 0)];
  return pairs.map(({ amount, toDate }) => {
    if (toDate === undefined) return undefined;
    return toDate >= amount - sumTolerance() ? true : contradiction('toDate', { amount, toDate });
  });
}
