import type {
  DocumentCheck,
  IncomeChecks,
  ShownValues,
  ValidationMessage,
  ValidationMessages,
} from '../../../model/income/checks/documentChecks';
import { checkIncome, type IncomeCheckResult } from '../../../model/income/checks/fileRules';
import { checkRules } from '../../../model/income/checks/rules';
import type { Translations } from '../../forms/languages';
import { openText, seal } from '../../platform/crypto/seal';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import type { CheckRepository, CheckRow, IncomeSections, StoredIncome } from './checkRepository';
import { type FormatOptions, formatResult, type Reader } from './formatResult';
import { openIncome } from './openIncome';

/** Runs the checks on each call, because dates and answers change. Results keep their id and answer. */
export async function incomeChecks(
  deps: Pick<ApplicationDeps, 'stores' | 'keyring' | 'clock' | 'forms'>,
  trn: string,
  language?: Translations,
  reader: Reader = 'applicant',
): Promise<IncomeChecks> {
  const { known: income, result, key } = await runIncomeChecks(deps, trn);
  return {
    reading: income.reading,
    progress: income.progress,
    validation_messages: formatChecks(income.checks, trn, key, { language, reader }),
    coverage: result.coverage,
    monthly_avr_gross: result.gross,
  };
}

export const incomeSections = ({ forms }: Pick<ApplicationDeps, 'forms'>): IncomeSections => ({
  employers: forms.sectionFor('income', 'employment_details'),
  person: forms.sectionFor('identity', 'applicant'),
});

/** Runs the checks and saves changed results. Throws `staleSession`. */
export async function runIncomeChecks(
  deps: Pick<ApplicationDeps, 'stores' | 'keyring' | 'clock' | 'forms'>,
  trn: string,
) {
  const checks = deps.stores.checks;
  const sections = incomeSections(deps);
  const key = await deps.keyring.keyOf(trn);
  const known = await checks.find(trn, sections);
  if (!known) throw refuse('staleSession');
  const result = checkIncome(openIncome(known, key, deps.clock()));
  const isChanged = await saveChanges(checks, { trn, key, now: deps.clock() }, known, result);
  return { known: (isChanged && (await checks.find(trn, sections))) || known, result, key };
}

interface SaveContext {
  trn: string;
  key: Buffer;
  now: Date;
}

async function saveChanges(
  repository: CheckRepository,
  { trn, key, now }: SaveContext,
  income: StoredIncome,
  { checks }: IncomeCheckResult,
): Promise<boolean> {
  const before = new Map(income.checks.map((row) => [checkKey(row), row]));
  const rows = checks.map((check) => ({ ...toRow(check), shown: shownText(check) }));
  const changed = rows.filter((row) => !isSame(before.get(checkKey(row)), row, trn, key));
  const places = new Set(rows.map(checkKey));
  const gone = income.checks.filter((row) => !row.is_deleted && !places.has(checkKey(row))).map(({ id }) => id);
  if (changed.length === 0 && gone.length === 0) return false;
  const results = changed.map(({ shown, ...row }) => ({
    ...row,
    sealed: seal(key, Buffer.from(shown), checkAdditionalData(trn, row)),
  }));
  await repository.saveResults(trn, results, gone, now);
  return true;
}

type CheckKey = Pick<CheckRow, 'document_id' | 'source_id' | 'document' | 'rule'>;

const checkKey = ({ document_id, source_id, document, rule }: CheckKey) =>
  [document_id, source_id, document, rule].join('/');

const checkAdditionalData = (trn: string, row: CheckKey) => `income_check/${trn}/${checkKey(row)}`;

export const answerAdditionalData = (trn: string, id: number) => `income_check_answer/${trn}/${id}`;

function toRow({ type, source, document, rule, outcome }: DocumentCheck) {
  return { document_id: type, source_id: source, document: document ?? 0, rule, outcome };
}

const shownText = ({ expected, found }: DocumentCheck): string => JSON.stringify({ expected, found });

function isSame(
  before: CheckRow | undefined,
  row: CheckKey & { outcome: string; shown: string },
  trn: string,
  key: Buffer,
) {
  if (!before || before.is_deleted || before.outcome !== row.outcome) return false;
  return openText(before.sealed, key, checkAdditionalData(trn, before)) === row.shown;
}

function formatChecks(rows: readonly CheckRow[], trn: string, key: Buffer, options: FormatOptions): ValidationMessages {
  const all: ValidationMessages = {};
  for (const row of [...rows].sort((one, other) => getOrder(one) - getOrder(other))) {
    const sources = all[row.document_id] ?? {};
    const before = sources[`source_${row.source_id}`]?.applicant ?? [];
    sources[`source_${row.source_id}`] = { applicant: [...before, formatCheck(row, trn, key, options)] };
    all[row.document_id] = sources;
  }
  return all;
}

const ruleOrder = () => checkRules().rules.map(({ id }) => id);
const getOrder = ({ rule }: CheckRow) => ruleOrder().indexOf(rule);

const isConfirmed = (rule: string) =>
  checkRules().rules.some(({ id, isConfirmed: may }) => id === rule && may === true);

function formatCheck(row: CheckRow, trn: string, key: Buffer, options: FormatOptions): ValidationMessage {
  const { id, rule, outcome, document, is_deleted, answer } = row;
  const shown: { expected: ShownValues | null; found: ShownValues | null } = JSON.parse(
    openText(row.sealed, key, checkAdditionalData(trn, row)),
  );
  return {
    id,
    ...formatResult({ rule, outcome, type: row.document_id }, shown, options),
    isDeleted: is_deleted,
    rule,
    outcome,
    asksConfirmation: outcome === 'inconclusive' && shown.found !== null && isConfirmed(rule),
    answer: answer && openText(answer, key, answerAdditionalData(trn, id)),
    document: document || null,
  };
}
