import type { IncomeChecks } from '../../model/checks/findings';
import { summaryPlaces } from '../../model/office';
import { getIn, parsePointer, recordsIn } from '../../model/paths';
import type { Deps } from '../deps';
import { incomeChecks } from '../income/incomeChecks';
import { incomeFigures } from '../income/saveIncome';
import { findStatus, keepSummary, type OfficeRow } from './officeStore';
import { answersBySection, readApplication } from './readApplication';

/** Makes anew what the office's list shows of an application; does nothing for one that is not submitted, or gone. */
export async function summarise(deps: Deps, trn: string): Promise<void> {
  if (!(await findStatus(deps.db, trn))) return;
  const application = await readApplication(deps, trn);
  const checks = await incomeChecks(deps, trn);
  const answers = { ...answersBySection(application), registration: await registrationOf(deps, trn) };
  await keepSummary(deps.db, trn, {
    moveIn: dayIn(firstOf(answers, summaryPlaces.moveIn)),
    household: 1 + summaryPlaces.household.reduce((sum, at) => sum + recordsIn(firstOf(answers, [at])).length, 0),
    incomeCents: incomeOf(answers),
    rentCents: toCents(firstOf(answers, summaryPlaces.rent)) ?? (await rentOfUnit(deps, trn, answers)),
    checks: wordFor(checks),
  });
}

type Answers = Record<string, Record<string, unknown>>;

function firstOf(answers: Answers, pointers: readonly string[]): unknown {
  const found = pointers.map((pointer) => getIn(answers, parsePointer(pointer)));
  return found.find((value) => value !== undefined && value !== null && value !== '');
}

const dayIn = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;

function toCents(value: unknown): number | null {
  const number = value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? Math.round(number * 100) : null;
}

/** What all sources give a month; null where nobody has named one. */
function incomeOf(answers: Answers): number | null {
  const figures = incomeFigures(answers, {});
  const pays = recordsIn(getIn(figures, ['employment_details', 'employer'])).map(({ total_income }) => total_income);
  const others = recordsIn(answers['other-income']?.otherincome).map(({ monthly_income }) => monthly_income);
  const known = [...pays, ...others].map(toCents).filter((cents) => cents !== null);
  return known.length > 0 || figures.other_income_details ? known.reduce((sum, cents) => sum + cents, 0) : null;
}

/** The rent of the unit that was chosen last, or of the floor plan. */
async function rentOfUnit({ db }: Deps, trn: string, answers: Answers): Promise<number | null> {
  const { floorId, unitId } = answers['desired-unit'] ?? {};
  const { rows } = await db.query<{ rent: string | null }>(
    `select coalesce(
       (select maximum_rent from unit u where u.id = coalesce($2, a.unit_id) and u.property_id = a.property_id),
       (select nullif(minimum_rent, 0) from floor f where f.id = coalesce($3, a.floor_id) and f.property_id = a.property_id)) as rent
     from application a where a.trn = $1`,
    [trn, unitId ?? null, floorId ?? null],
  );
  return rows[0]?.rent ? toCents(rows[0].rent) : null;
}

async function registrationOf({ db }: Deps, trn: string): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ registration: Record<string, unknown> }>(
    'select registration from application where trn = $1',
    [trn],
  );
  return rows[0]?.registration ?? {};
}

/** How the checks stand, in a word: a failed one that its applicant has explained is open. */
function wordFor({ reading, validation_messages }: IncomeChecks): OfficeRow['checks'] {
  if (reading > 0) return 'reading';
  const all = Object.values(validation_messages)
    .flatMap((sources) => Object.values(sources))
    .flatMap(({ applicant }) => applicant)
    .filter(({ isDeleted }) => !isDeleted);
  if (all.length === 0) return 'none';
  if (all.some(({ outcome, answer }) => outcome === 'failed' && !answer)) return 'failed';
  return all.every(({ outcome }) => outcome === 'passed') ? 'passed' : 'open';
}
