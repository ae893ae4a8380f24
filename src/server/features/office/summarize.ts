import type { Finding, OfficeDocument } from '../../../contract/office';
import { expandPattern, getIn, parsePointer, recordsIn } from '../../../model/answers/paths';
import { toCents } from '../../../model/format/money';
import { phoneDigits } from '../../../model/format/phone';
import type { IncomeChecks } from '../../../model/income/checks/documentChecks';
import { testedRent } from '../../../model/law/decisions';
import { summaryPlaces } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { incomeChecks } from '../../applications/income/incomeChecks';
import { incomeFigures } from '../../applications/income/incomeFigures';
import { type IncomeRows, incomeRows } from '../../applications/income/incomeRows';
import { answersBySection, readApplication } from '../../applications/readApplication';
import { findStatus, type OfficeRow } from '../../applications/statusRepository';
import { findIncomeLaw, type IncomeLaw } from './incomeLaw';
import { countFindings, listFindings } from './listFindings';
import { describeDocuments } from './officeDocuments';
import { findRent, saveSummary } from './officeRepository';
import { hashPhones } from './searchRepository';

/** Updates the application's row in the office's list. */
export async function summarize(deps: ApplicationDeps, trn: string): Promise<void> {
  const row = await findStatus(deps.db, trn);
  if (!row) return;
  const application = await readApplication(deps, trn);
  const checks = await incomeChecks(deps, trn, undefined, 'office');
  const documents = await describeDocuments(deps, application, {}, () => null);
  const findings = await listFindings(deps, { open: application, documents, checks });
  const answers = {
    ...answersBySection(application),
    registration: (await deps.stores.applications.find(trn))?.registration ?? {},
  };
  const rent = readCents(findFirst(answers, summaryPlaces().rent)) ?? (await findUnitRent(deps, trn, answers));
  const income = deps.forms.findStepByRole('income');
  const tested = underLaw(
    findIncomeLaw(deps, row, application),
    income ? totalIncome(incomeRows(income.step, answers)) : null,
    rent,
  );
  await saveSummary(deps.db, trn, {
    moveIn: toDay(findFirst(answers, summaryPlaces().moveIn)),
    household: 1 + summaryPlaces().household.reduce((sum, at) => sum + recordsIn(findFirst(answers, [at])).length, 0),
    incomeCents: tested.income,
    rentCents: tested.rent,
    checks: checkState(checks, documents, findings),
    attention: countFindings(findings),
    phones: hashPhones(findPhones(answers), await deps.keyring.getSubscriberKey(row.subscriber_id)),
  });
}

type Answers = Record<string, Record<string, unknown>>;

/** Where the law protects vouchers, returns the tenant's own income and share of the rent. */
function underLaw({ rules, subsidy }: IncomeLaw, income: number | null, rent: number | null) {
  if (!rules.isTenantShare || subsidy === 0) return { income, rent };
  return {
    income: income === null ? null : Math.max(0, income - subsidy),
    rent: rent === null ? null : testedRent(rent, subsidy, rules),
  };
}

function findFirst(answers: Answers, pointers: readonly string[]): unknown {
  const found = pointers.map((pointer) => getIn(answers, parsePointer(pointer)));
  return found.find((value) => value !== undefined && value !== null && value !== '');
}

function findPhones(answers: Answers): string[] {
  const places = summaryPlaces().phones.flatMap((pattern) => expandPattern(pattern, answers));
  return places.flatMap((at) => phoneDigits(String(getIn(answers, at) ?? '')) ?? []);
}

const toDay = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;

function readCents(value: unknown): number | null {
  const number = value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? toCents(number) : null;
}

function totalIncome(rows: IncomeRows): number | null {
  const figures = incomeFigures(rows, {});
  const pays = recordsIn(getIn(figures, ['employment_details', 'employer'])).map(({ total_income }) => total_income);
  const others = rows.others.map(({ monthly_income }) => monthly_income);
  const amounts = [...pays, ...others].map(readCents).filter((cents) => cents !== null);
  return amounts.length > 0 || figures.other_income_details ? amounts.reduce((sum, cents) => sum + cents, 0) : null;
}

async function findUnitRent(
  { db, forms }: Pick<ApplicationDeps, 'db' | 'forms'>,
  trn: string,
  answers: Answers,
): Promise<number | null> {
  const { floorId, unitId } = answers[forms.sectionFor('desiredUnit', '.')] ?? {};
  const rent = await findRent(db, trn, unitId, floorId);
  return rent ? toCents(Number(rent)) : null;
}

/** 'none' if there was nothing to check. */
function checkState(
  { reading, validation_messages }: IncomeChecks,
  documents: readonly OfficeDocument[],
  findings: readonly Finding[],
): OfficeRow['checks'] {
  if (reading > 0) return 'reading';
  if (findings.some(({ kind }) => kind === 'identity' || kind === 'income')) return 'failed';
  if (findings.length > 0) return 'open';
  const checked = Object.values(validation_messages)
    .flatMap((sources) => Object.values(sources))
    .flatMap(({ applicant }) => applicant)
    .filter(({ isDeleted }) => !isDeleted);
  return checked.length > 0 || documents.some(({ values }) => values.length > 0) ? 'passed' : 'none';
}
