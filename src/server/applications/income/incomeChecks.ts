import type { Messages } from '../../../messages/files';
import { messages } from '../../../messages/serverMessages';
import { formatDay, joinDays } from '../../../model/format/dates';
import { formatDollars } from '../../../model/format/money';
import type {
  DocumentCheck,
  IncomeChecks,
  Outcome,
  ShownValues,
  ValidationMessages,
} from '../../../model/income/checks/documentChecks';
import { checkIncome, type IncomeCheckResult } from '../../../model/income/checks/fileRules';
import { checkRules } from '../../../model/income/checks/rules';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { documentId } from '../../../model/section/documentTypes';
import { languageIn, type Translations } from '../../forms/languages';
import { openText, seal } from '../../platform/crypto/seal';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import type { CheckRepository, CheckRow, IncomeSections, StoredIncome } from './checkRepository';
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

function formatCheck(row: CheckRow, trn: string, key: Buffer, options: FormatOptions) {
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

interface CheckTextParts {
  message: string;
  expected: string | null;
  found: string | null;
}

export type Reader = 'applicant' | 'office';

interface FormatOptions {
  language?: Translations;
  reader?: Reader;
}

export function formatResult(
  { rule, outcome, type }: { rule: string; outcome: Outcome; type: number },
  { expected, found }: { expected: ShownValues | null; found: ShownValues | null },
  { language = {}, reader = 'applicant' }: FormatOptions = {},
): CheckTextParts {
  const texts = translateAll(messages('checks'), language);
  const written = reader === 'office' ? translateAll(messages('server-office').checks, language) : texts.rules;
  const inWords = (day: string) => formatDay(day, languageIn(language));
  const values = { expected: formatShown(expected, texts, inWords), found: formatShown(found, texts, inWords) };
  const own: Partial<Record<Outcome, string>> | undefined =
    type === documentId('banking') && rule === 'duplicate' ? written.duplicateStatement : undefined;
  const rules: Record<string, Partial<Record<Outcome | 'misread', string>>> = written;
  const misread = outcome === 'inconclusive' && found ? rules[rule]?.misread : undefined;
  const template = own?.[outcome] ?? misread ?? rules[rule]?.[outcome] ?? '';
  return { message: fillText(template, { ...values }), ...values };
}

type CheckTexts = Messages<'checks'>;

function formatShown(shown: ShownValues | null, texts: CheckTexts, inWords: (day: string) => string): string | null {
  if (!shown) return null;
  if ('text' in shown) return shown.text;
  const single: Record<string, string> = texts.words;
  if ('word' in shown) return single[shown.word] ?? shown.word;
  if ('classes' in shown) return shown.classes.map((name) => texts.classes[name]).join(', ');
  if ('since' in shown) return fillText(texts.since, { from: inWords(shown.since) });
  if ('days' in shown)
    return joinDays(shown.days)
      .map(({ from, to }) => fillText(texts.days, { from: inWords(from), to: inWords(to) }))
      .join(', ');
  if ('all' in shown) {
    const facts = shown.all.map((one) =>
      'dollars' in one
        ? fillText(texts.gross, { amount: formatDollars(one.dollars) })
        : formatShown(one, texts, inWords),
    );
    // Lists equal facts once, such as a name that's on two pay stubs.
    return [...new Set(facts)].join('\u00a0· ');
  }
  return formatDollars(shown.dollars);
}
