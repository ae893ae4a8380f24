import { addDays, addMonths, type Days, daysBetween, missingDays } from '../../format/dates';
import { documentId } from '../../section/documentTypes';
import { documentGross, isSamePay } from '../grossPay';
import { monthlyPay } from '../pay';
import { getPeriod } from '../payPeriods';
import { findContradictions } from './compareStubs';
import type {
  CheckedFile,
  CheckedSource,
  Coverage,
  DocumentCheck,
  DocumentClass,
  DocumentReading,
  IncomeCase,
  PayStub,
} from './documentChecks';
import { type CheckRules, checkRules } from './rules';

type RuleResult = Pick<DocumentCheck, 'outcome' | 'expected' | 'found'>;
type SourceRule = (source: CheckedSource, income: IncomeCase) => RuleResult | undefined;

/** Checks a source against a rule. Undefined if the rule can't be applied. Throws for unknown rules. */
export function checkSource(rule: string, source: CheckedSource, income: IncomeCase): RuleResult | undefined {
  const check = SOURCE_RULES[rule];
  if (!check) throw new Error(`schemas/checks/income.json uses the source rule '${rule}', which doesn't exist`);
  const isWhole = source.files.length > 0 && source.files.every(({ reading }) => reading);
  const isEmptyReading = source.files.every(({ reading }) => reading && isUnread(reading));
  return isWhole && !isEmptyReading ? check(source, income) : undefined;
}

export const isUnread = ({ hasText, problem }: DocumentReading): boolean => !hasText && !problem;

const SOURCE_RULES: Record<string, SourceRule> = {
  weeks: checkCoverage,
  months: checkCoverage,
  gross: (source, income) => {
    if (!source.pay || hasOtherProof(source, income)) return undefined;
    const entered = monthlyPay(source.pay.gross, source.pay.frequency);
    const sure = certainGross(source);
    const found = sure ?? (isContradictory(source) ? undefined : documentGross(listStubs(source.files)));
    const expected = { dollars: entered };
    if (found === undefined) return { outcome: 'inconclusive', expected, found: null };
    const other = sure === undefined ? 'inconclusive' : 'failed';
    return { outcome: isSamePay(entered, found) ? 'passed' : other, expected, found: { dollars: found } };
  },
};

function checkCoverage(source: CheckedSource, income: IncomeCase): RuleResult | undefined {
  const coverage = hasOtherProof(source, income) ? undefined : sourceCoverage(source, income);
  if (!coverage) return undefined;
  const [first, last] = [coverage.needed[0], coverage.needed.at(-1)];
  const expected = first && last ? { days: [{ from: first.from, to: last.to }] } : null;
  const missing = coverage.needed.filter(({ covered }) => !covered).map(({ from, to }) => ({ from, to }));
  if (missing.length === 0) return { outcome: 'passed', expected, found: expected };
  // Images and files without recognized dates may contain the missing periods.
  const isSure = source.files.every(
    ({ reading }) => reading && !reading.isPicture && (periodsIn(reading).length > 0 || isOtherClass(reading)),
  );
  return { outcome: isSure ? 'failed' : 'inconclusive', expected, found: { days: missing } };
}

/**
 * Returns the weeks or months that a source's files must cover, and which of them are covered. Undefined if there are
 * none.
 */
export function sourceCoverage(source: CheckedSource, income: IncomeCase): Coverage | undefined {
  const { window } = checkRules();
  const periods = source.files.flatMap(({ reading }) => (reading ? periodsIn(reading) : []));
  if (source.type === documentId('employment')) return coverEmployment(source, income, periods);
  if (source.type !== documentId('banking')) return undefined;
  const months = income.isSelfEmployed ? window.monthsSelfEmployed : window.months;
  return coverMonths(income.today, periods, months, window);
}

/** Weeks before the job's first day aren't needed. */
function coverEmployment(
  { since, until }: CheckedSource,
  { today }: IncomeCase,
  periods: Days[],
): Coverage | undefined {
  const end = until && until < today ? until : today;
  const { unit, needed } = coverWeeks(end, periods, checkRules().window);
  const required = needed.filter(({ to }) => !since || to >= since);
  return required.length ? { unit, needed: required } : undefined;
}

/**
 * Returns the monthly gross pay according to the stubs that weren't read from images. Undefined if it's unknown, or if
 * these stubs have contradictions.
 */
export function certainGross(source: CheckedSource): number | undefined {
  return isContradictory(source) ? undefined : documentGross(textStubs(source));
}

const isContradictory = (source: CheckedSource): boolean => findContradictions(textStubs(source)).length > 0;

const textStubs = ({ files }: CheckedSource) => listStubs(files.filter(({ reading }) => !reading?.isPicture));

const listStubs = (files: readonly CheckedFile[]): PayStub[] => files.flatMap(({ reading }) => reading?.stubs ?? []);

const periodsIn = ({ stubs, statements }: DocumentReading): Days[] => [
  ...stubs.flatMap((stub) => getPeriod(stub) ?? []),
  ...statements.flatMap(({ from, to }) => (from && to ? [{ from, to }] : [])),
];

/** True if another accepted document, such as an offer letter, replaces stubs or statements. */
function hasOtherProof(source: CheckedSource, { isSelfEmployed }: IncomeCase): boolean {
  const accepted = acceptedClasses(source, isSelfEmployed).filter((name) => !READ.includes(name));
  return source.files.some(({ reading }) => {
    const found = reading?.class;
    return found && found.confidence >= checkRules().leastConfidence && accepted.includes(found.name);
  });
}

const READ: DocumentClass[] = ['paystub', 'bank_statement'];

/** Returns the accepted document classes (docs/spec/002-income.md, §5). */
export function acceptedClasses({ type, isNewlyEmployed }: CheckedSource, isSelfEmployed: boolean): DocumentClass[] {
  const { accepts, acceptsNewlyEmployed, acceptsSelfEmployed } = checkRules();
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
 * Returns coverage of the latest weeks (docs/spec/002-income.md, §5). The last week ends with the newest recent stub,
 * or on the latest Saturday if there's none.
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
 * Returns coverage of the latest months (docs/spec/002-income.md, §5; 003.md, §9). A few days may be missing, because
 * banks close statements on business days.
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

export function isOtherClass({ class: found, stubs, statements }: DocumentReading): boolean {
  if (stubs.length > 0 || statements.length > 0) return false;
  return found !== undefined && found.confidence >= checkRules().leastConfidence && !READ.includes(found.name);
}
