import { findAnswers, findDoneRows, rowsOfDone } from '../../../model/answers/answerRows';
import { linkedNames } from '../../../model/answers/migrations';
import type { Context, Step, SubscriberSettings } from '../../../model/types';
import type { Forms } from '../../forms/forms';
import type { Applicant } from '../../platform/sessions/sessions';
import type { ApplicationDeps } from '../applicationDeps';
import { dropLostDocuments } from '../documents/documentReferences';
import { checkedUnder } from './formsUsed';
import { decryptFound, stepIds, toStepQuery } from './readStored';
import { type CheckedStep, needsCheck, type StepState, type StoredStep } from './stepRepository';

/**
 * Reopens completed steps that the current forms reject, and completes reopened steps that the forms accept. Call it
 * only before submission.
 */
export async function recheckSteps(
  deps: Pick<ApplicationDeps, 'forms' | 'stores' | 'keyring'>,
  applicant: Applicant,
): Promise<void> {
  const { forms, stores } = deps;
  const [settings, context, key] = await Promise.all([
    forms.getSettings(applicant),
    forms.getContext(applicant),
    deps.keyring.keyOf(applicant.trn),
  ]);
  const flow = forms.catalog.flow('application');
  const rules = checkedUnder(forms, settings);
  const rows = await stores.steps.listRows(applicant.trn, { steps: stepIds(forms), checkedUnder: rules });
  const done = doneIds(
    forms,
    rows.map((row) => ({ ...row, complete: row.complete || row.reopened })),
  );
  const incomplete = new Set<string>();
  for (const step of flow.steps) {
    const doneRows = findDoneRows(done, step.id);
    const state = doneRows.length > 0 && (await stores.steps.find(applicant.trn, toStepQuery(deps, step, settings)));
    const options = { settings, context, key, trn: applicant.trn };
    if (state && isIncomplete(deps, step, state, options)) for (const row of doneRows) incomplete.add(row);
  }
  const results = rows
    .filter(needsCheck)
    .map(({ step, version }): CheckedStep => ({ step, version, isIncomplete: incomplete.has(step) }));
  await stores.steps.recordChecks(applicant.trn, rules, results);
}

/** Returns completed steps. With `isOpen`, first rechecks steps that were checked with older forms or settings. */
export async function findDoneSteps(
  deps: Pick<ApplicationDeps, 'forms' | 'stores' | 'keyring'>,
  applicant: Applicant,
  { isOpen }: { isOpen: boolean },
): Promise<string[]> {
  const settings = await deps.forms.getSettings(applicant);
  const query = { steps: stepIds(deps.forms), checkedUnder: checkedUnder(deps.forms, settings) };
  const rows = await deps.stores.steps.listRows(applicant.trn, query);
  if (isOpen && rows.some(needsCheck)) await recheckSteps(deps, applicant);
  const current = isOpen && rows.some(needsCheck) ? await deps.stores.steps.listRows(applicant.trn, query) : rows;
  return Object.keys(doneIds(deps.forms, current));
}

const doneIds = (forms: Forms, rows: readonly StoredStep[]) =>
  rowsOfDone(forms.catalog.flow('application'), rows, (name) => linkedNames(name, forms.pastMigrations));

/** Errors that don't reopen a step: unknown members, and rules that depend on today's date. */
const IGNORED_KEYWORDS = [
  'additionalProperties',
  'x-age',
  'x-inFuture',
  'x-maxDaysAgo',
  'x-notInFuture',
  'x-notInPast',
  'x-year',
];

function isIncomplete(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  step: Step,
  state: StepState,
  { settings, context, key, trn }: { settings: SubscriberSettings; context: Context; key: Buffer; trn: string },
): boolean {
  const found = findAnswers(state.rows, toStepQuery({ forms }, step, settings), forms.migrationsFrom);
  const stored = decryptFound(forms, found, { key, trn, onLost: () => undefined });
  const answers = dropLostDocuments(stored, (section) => forms.catalog.section(section), state.documents);
  return forms.listSections(step, context).some(({ section }) =>
    forms
      .getChecker(section, settings)
      .check(answers[section] ?? {}, context)
      .errors.some(({ keyword }) => !IGNORED_KEYWORDS.includes(keyword)),
  );
}
