import texts from '../../../schemas/texts/checks.json';
import { type IncomeVerdict, judgeIncome } from '../../model/checks/fileRules';
import type { Finding, IncomeChecks, Outcome, Shown, ValidationMessages } from '../../model/checks/findings';
import { checkRules } from '../../model/checks/rules';
import { dateText } from '../../model/dates';
import { documentId } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { sayAll } from '../../model/translate';
import { openText, seal } from '../crypto/seal';
import type { Deps } from '../deps';
import type { Words } from '../forms/languages';
import { refuse } from '../http/errors';
import type { CheckRow, CheckStore, KnownIncome } from './checkStore';
import { openIncome } from './openIncome';

/**
 * What the checks say of an application now. They are judged at each look, since time goes on and answers change, and written
 * only where a verdict is another than the one before, so that each keeps its id and the applicant's words on it.
 */
export async function incomeChecks(deps: Deps, trn: string, language?: Words): Promise<IncomeChecks> {
  const { known, verdict, key } = await judgeAgain(deps, trn);
  return {
    reading: known.reading,
    progress: known.progress,
    validation_messages: sayChecks(known.checks, trn, key, language),
    coverage: verdict.coverage,
    monthly_avr_gross: verdict.gross,
  };
}

/** Judges anew and keeps the verdicts. Throws `staleSession` when the application is gone. */
export async function judgeAgain(deps: Deps, trn: string) {
  const store = deps.stores.checks;
  const key = await deps.keyring.keyOf(trn);
  const known = await store.known(trn);
  if (!known) throw refuse('staleSession');
  const verdict = judgeIncome(openIncome(known, key, deps.clock()));
  const isChanged = await keepChanges(store, { trn, key, now: deps.clock() }, known, verdict);
  return { known: (isChanged && (await store.known(trn))) || known, verdict, key };
}

interface Keeping {
  trn: string;
  key: Buffer;
  now: Date;
}

async function keepChanges(
  store: CheckStore,
  { trn, key, now }: Keeping,
  known: KnownIncome,
  { findings }: IncomeVerdict,
): Promise<boolean> {
  const before = new Map(known.checks.map((row) => [placeOf(row), row]));
  const rows = findings.map((finding) => ({ ...rowOf(finding), shown: shownText(finding) }));
  const changed = rows.filter((row) => !isSame(before.get(placeOf(row)), row, trn, key));
  const places = new Set(rows.map(placeOf));
  const gone = known.checks.filter((row) => !row.is_deleted && !places.has(placeOf(row))).map(({ id }) => id);
  if (changed.length === 0 && gone.length === 0) return false;
  const verdicts = changed.map(({ shown, ...row }) => ({
    ...row,
    sealed: seal(key, Buffer.from(shown), checkBound(trn, row)),
  }));
  await store.keepVerdicts(trn, verdicts, gone, now);
  return true;
}

type Place = Pick<CheckRow, 'document_id' | 'source_id' | 'document' | 'rule'>;

const placeOf = ({ document_id, source_id, document, rule }: Place) =>
  [document_id, source_id, document, rule].join('/');

/** What a verdict's sealed words are bound to. */
const checkBound = (trn: string, row: Place) => `income_check/${trn}/${placeOf(row)}`;

/** What the applicant's words on a verdict are bound to. */
export const answerBound = (trn: string, id: number) => `income_check_answer/${trn}/${id}`;

function rowOf({ type, source, document, rule, outcome }: Finding) {
  return { document_id: type, source_id: source, document: document ?? 0, rule, outcome };
}

const shownText = ({ expected, found }: Finding): string => JSON.stringify({ expected, found });

function isSame(
  before: CheckRow | undefined,
  row: Place & { outcome: string; shown: string },
  trn: string,
  key: Buffer,
) {
  if (!before || before.is_deleted || before.outcome !== row.outcome) return false;
  return openText(before.sealed, key, checkBound(trn, before)) === row.shown;
}

function sayChecks(rows: readonly CheckRow[], trn: string, key: Buffer, language?: Words): ValidationMessages {
  const all: ValidationMessages = {};
  for (const row of [...rows].sort((one, other) => weightOf(one) - weightOf(other))) {
    const sources = all[row.document_id] ?? {};
    const before = sources[`source_${row.source_id}`]?.applicant ?? [];
    sources[`source_${row.source_id}`] = { applicant: [...before, sayCheck(row, trn, key, language)] };
    all[row.document_id] = sources;
  }
  return all;
}

const WEIGHTS = checkRules.rules.map(({ id }) => id);
const weightOf = ({ rule }: CheckRow) => WEIGHTS.indexOf(rule);

const isConfirmed = (rule: string) => checkRules.rules.some(({ id, isConfirmed: may }) => id === rule && may === true);

function sayCheck(row: CheckRow, trn: string, key: Buffer, language?: Words) {
  const { id, rule, outcome, document, is_deleted, answer } = row;
  const shown: { expected: Shown | null; found: Shown | null } = JSON.parse(
    openText(row.sealed, key, checkBound(trn, row)),
  );
  return {
    id,
    ...sayFinding({ rule, outcome, type: row.document_id }, shown, language),
    isDeleted: is_deleted,
    rule,
    outcome,
    asksConfirmation: outcome === 'inconclusive' && shown.found !== null && isConfirmed(rule),
    answer: answer && openText(answer, key, answerBound(trn, id)),
    document: document || null,
  };
}

interface Said {
  message: string;
  expected: string | null;
  found: string | null;
}

/** A verdict in the reader's words. */
export function sayFinding(
  { rule, outcome, type }: { rule: string; outcome: Outcome; type: number },
  { expected, found }: { expected: Shown | null; found: Shown | null },
  language: Words = {},
): Said {
  const words = sayAll(texts, language);
  const said = { expected: sayShown(expected, words), found: sayShown(found, words) };
  const own: Partial<Record<Outcome, string>> | undefined =
    type === documentId('banking') && rule === 'duplicate' ? words.rules.duplicateStatement : undefined;
  const rules: Record<string, Partial<Record<Outcome | 'misread', string>>> = words.rules;
  const misread = outcome === 'inconclusive' && found ? rules[rule]?.misread : undefined;
  const template = own?.[outcome] ?? misread ?? rules[rule]?.[outcome] ?? '';
  return { message: fillText(template, { ...said }), ...said };
}

type CheckTexts = typeof texts;

function sayShown(shown: Shown | null, words: CheckTexts): string | null {
  if (!shown) return null;
  if ('text' in shown) return shown.text;
  const single: Record<string, string> = words.words;
  if ('word' in shown) return single[shown.word] ?? shown.word;
  if ('classes' in shown) return shown.classes.map((name) => words.classes[name]).join(', ');
  if ('since' in shown) return fillText(words.since, { from: dateText(shown.since) });
  if ('days' in shown)
    return shown.days
      .map(({ from, to }) => fillText(words.days, { from: dateText(from), to: dateText(to) }))
      .join(', ');
  if ('all' in shown) return shown.all.map((one) => sayShown(one, words)).join('; ');
  return formatDollars(shown.dollars);
}
