import { addDays, addMonths, type Days, daysBetween, missingDays } from '../dates';
import { documentId } from '../documents';
import { documentGross, isSamePay } from '../grossPay';
import { monthlyPay, type PayFrequency } from '../pay';
import type {
  CheckedFile,
  CheckedSource,
  Coverage,
  DocumentClass,
  DocumentReading,
  Finding,
  IncomeCase,
  PayStub,
} from './findings';
import { type CheckRules, checkRules } from './rules';

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

/** What may be uploaded for a source (spec 002 §5; an offer letter for the newly employed). */
export function acceptedClasses({ type, isNewlyEmployed }: CheckedSource, isSelfEmployed: boolean): DocumentClass[] {
  const { accepts, acceptsNewlyEmployed, acceptsSelfEmployed } = checkRules;
  return [
    ...(accepts[type] ?? []),
    ...(type === documentId('employment') && isNewlyEmployed ? acceptsNewlyEmployed : []),
    ...(type === documentId('employment') && isSelfEmployed ? acceptsSelfEmployed : []),
  ];
}

type Window = CheckRules['window'];

const LONGEST_MONTH = 31;
const WEEK = 7;

/**
 * The four most recent weeks and which of them the pay periods cover (spec 002 §5). They end where the newest stub ends that can
 * be had by now: the next period's stub is out only some days after that period. Without one they end with last Saturday.
 */
export function coverWeeks(today: string, periods: readonly Days[], { weeks, daysUntilIssued }: Window): Coverage {
  const isNewest = ({ from, to }: Days) => daysBetween(to, today) < daysBetween(from, to) + 1 + daysUntilIssued;
  const end = latestEnd(periods, today, isNewest) ?? lastSaturday(today);
  const needed = Array.from({ length: weeks }, (_, n) => {
    const to = addDays(end, -WEEK * (weeks - 1 - n));
    return withCover({ from: addDays(to, 1 - WEEK), to }, periods, 0);
  });
  return { unit: 'week', needed };
}

/**
 * The most recent months and which of them the statements cover: two, three for the self-employed (spec 002 §5, 003 §9). A
 * month ends where the newest statement ends, else with the calendar's; banks close a statement on a working day, hence the grace.
 */
export function coverMonths(today: string, periods: readonly Days[], months: number, window: Window): Coverage {
  const isNewest = ({ to }: Days) => daysBetween(to, today) <= LONGEST_MONTH + window.daysUntilIssued;
  const end = latestEnd(periods, today, isNewest) ?? addDays(`${today.slice(0, 8)}01`, -1);
  const after = addDays(end, 1);
  const needed = Array.from({ length: months }, (_, n) => {
    const back = months - 1 - n;
    const days = { from: addMonths(after, -back - 1), to: addDays(addMonths(after, -back), -1) };
    return withCover(days, periods, window.daysOfGrace);
  });
  return { unit: 'month', needed };
}

function latestEnd(periods: readonly Days[], today: string, isNewest: (period: Days) => boolean): string | undefined {
  return periods
    .filter((period) => period.to <= today && isNewest(period))
    .map(({ to }) => to)
    .sort()
    .at(-1);
}

function lastSaturday(today: string): string {
  return addDays(today, -((new Date(today).getUTCDay() + 1) % WEEK));
}

const withCover = (days: Days, periods: readonly Days[], grace: number) => ({
  ...days,
  covered: missingDays(days, periods) <= grace,
});

/** Whether a file is surely neither stub nor statement; then only its class is reported. */
export function isOtherClass({ class: found, stubs, statements }: DocumentReading): boolean {
  if (stubs.length > 0 || statements.length > 0) return false;
  return found !== undefined && found.confidence >= checkRules.leastConfidence && !READ.includes(found.name);
}
