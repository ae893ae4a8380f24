import { documentId } from '../documents';
import { monthlyPay, type PayFrequency } from '../pay';
import { acceptedClasses } from './acceptedClasses';
import { coverMonths, coverWeeks } from './coverage';
import { addDays, type Days } from './days';
import { documentGross, isSamePay } from './documentGross';
import type { CheckedFile, CheckedSource, Coverage, Finding, IncomeCase } from './findings';
import { isOtherClass } from './isOtherClass';
import type { DocumentClass, DocumentReading, PayStub } from './reading';
import { checkRules } from './rules';

type Verdict = Pick<Finding, 'outcome' | 'expected' | 'found'>;
type SourceRule = (source: CheckedSource, income: IncomeCase) => Verdict | undefined;

/** What a rule says of a source once all its files have been read; undefined where it has nothing to say. */
export function judgeSource(rule: string, source: CheckedSource, income: IncomeCase): Verdict | undefined {
  const judge = SOURCE_RULES[rule];
  if (!judge)
    throw new Error(`schemas/checks/income.json names the rule '${rule}' for sources, which nobody has written`);
  const isWhole = source.files.length > 0 && source.files.every(({ reading }) => reading);
  const saysNothing = source.files.every(({ reading }) => reading && isUnread(reading));
  return isWhole && !saysNothing ? judge(source, income) : undefined;
}

/** Whether a file could be opened and held nothing that could be read. */
export const isUnread = ({ hasText, problem }: DocumentReading): boolean => !hasText && !problem;

const SOURCE_RULES: Record<string, SourceRule> = {
  weeks: judgeCoverage,
  months: judgeCoverage,
  gross: (source, income) => {
    if (!source.pay || hasOtherProof(source, income)) return undefined;
    const entered = monthlyPay(source.pay.gross, source.pay.frequency);
    const sure = sureGross(source);
    const found = sure ?? documentGross(stubsOf(source.files), source.pay.frequency);
    const expected = { dollars: entered };
    if (found === undefined) return { outcome: 'inconclusive', expected, found: null };
    const other = sure === undefined ? 'inconclusive' : 'failed';
    return { outcome: isSamePay(entered, found) ? 'passed' : other, expected, found: { dollars: found } };
  },
};

function judgeCoverage(source: CheckedSource, income: IncomeCase): Verdict | undefined {
  const coverage = hasOtherProof(source, income) ? undefined : sourceCoverage(source, income);
  if (!coverage) return undefined;
  const [first, last] = [coverage.needed[0], coverage.needed.at(-1)];
  const expected = first && last ? { days: [{ from: first.from, to: last.to }] } : null;
  const missing = coverage.needed.filter(({ covered }) => !covered).map(({ from, to }) => ({ from, to }));
  if (missing.length === 0) return { outcome: 'passed', expected, found: expected };
  // What could not be read may be what is missing.
  const isSure = source.files.every(
    ({ reading }) => reading && !reading.isPicture && (periodsIn(reading).length > 0 || isOtherClass(reading)),
  );
  return { outcome: isSure ? 'failed' : 'inconclusive', expected, found: { days: missing } };
}

/** Which of the needed weeks or months a source's files cover; undefined for a type that needs none. */
export function sourceCoverage(source: CheckedSource, income: IncomeCase): Coverage | undefined {
  const { window } = checkRules;
  const periods = source.files.flatMap(({ reading }) => (reading ? periodsIn(reading) : []));
  if (source.type === documentId('employment')) return coverEmployment(source, income, periods);
  if (source.type !== documentId('banking')) return undefined;
  const months = income.isSelfEmployed ? window.monthsSelfEmployed : window.months;
  return coverMonths(income.today, periods, months, window);
}

/** Of somebody who left, the last weeks there are asked; of somebody who has just come, no week before. */
function coverEmployment(
  { since, until }: CheckedSource,
  { today }: IncomeCase,
  periods: Days[],
): Coverage | undefined {
  const end = until && until < today ? until : today;
  const { unit, needed } = coverWeeks(end, periods, checkRules.window);
  const asked = needed.filter(({ to }) => !since || to >= since);
  return asked.length ? { unit, needed: asked } : undefined;
}

/** The monthly gross by the stubs of a source; one that was read off a picture may be misread, and is not counted. */
export function sureGross({ files, pay }: CheckedSource): number | undefined {
  return documentGross(stubsOf(files.filter(({ reading }) => !reading?.isPicture)), pay?.frequency);
}

const stubsOf = (files: readonly CheckedFile[]): PayStub[] => files.flatMap(({ reading }) => reading?.stubs ?? []);

const periodsIn = ({ stubs, statements }: DocumentReading): Days[] => [
  ...stubs.flatMap((stub) => periodOf(stub) ?? []),
  ...statements.flatMap(({ from, to }) => (from && to ? [{ from, to }] : [])),
];

const LENGTH: Partial<Record<PayFrequency, number>> = { Weekly: 7, 'Bi-Weekly': 14, 'Bi-Monthly': 15, Monthly: 30 };

/** The days a stub pays; where it tells only the day of pay and how often it comes, the period that ends then. */
export function periodOf({ from, to, payDate, frequency }: PayStub): Days | undefined {
  if (from && to) return { from, to };
  const end = to ?? payDate;
  const length = frequency && LENGTH[frequency];
  return end && length ? { from: addDays(end, 1 - length), to: end } : undefined;
}

/** An offer letter of the newly employed, a tax return of the self-employed: no stubs are asked next to them. */
function hasOtherProof(source: CheckedSource, { isSelfEmployed }: IncomeCase): boolean {
  const accepted = acceptedClasses(source, isSelfEmployed).filter((name) => !READ.includes(name));
  return source.files.some(({ reading }) => {
    const found = reading?.class;
    return found && found.confidence >= checkRules.leastConfidence && accepted.includes(found.name);
  });
}

const READ: DocumentClass[] = ['paystub', 'bank_statement'];
