import type { Affected, RestructuredDraft, RestructureRequest } from '../../../contract/studio';
import { type AnswerPlace, linkedNames } from '../../../model/answers/migrations';
import { type FileChanges, REMOVED } from '../../../model/studio/roles';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { countStoredAnswers } from '../../forms/storedAnswerRepository';
import { createStoredQuery } from '../../forms/storedAnswers';
import { refuse } from './studioErrors';
import { applyDraft } from './studioRoutes';
import { runForRequest } from './studioThread';

/** Moves, renames or retires a part of a draft, and counts the affected applications. Saves nothing. */
export async function restructureDraft(
  deps: Pick<ApplicationDeps, 'db' | 'forms' | 'clock'>,
  { changes = {}, ...wanted }: RestructureRequest,
): Promise<RestructuredDraft> {
  const { texts, today, changed } = await applyDraft(deps, changes);
  const live = { ...deps.forms.texts };
  const made = await runForRequest('restructureDraft', { texts, today, live, wanted }, changed[0]);
  if ('fault' in made) throw refuse(made.fault);
  return {
    changes: addToDraft(changes, made.changes, live),
    files: Object.keys(made.changes).sort(),
    findings: made.left,
    affected: (await Promise.all(made.touched.map((place) => countAnswered(deps, place)))).flat(),
  };
}

/** Adds changes to a draft. Marks removed live files as removed, and deletes other removed files from the draft. */
function addToDraft(draft: FileChanges, changes: FileChanges, live: Record<string, string>): FileChanges {
  const next = { ...draft };
  for (const [file, text] of Object.entries(changes)) {
    if (text !== null) next[file] = text;
    else if (file in live) next[file] = REMOVED;
    else delete next[file];
  }
  return next;
}

async function countAnswered(
  { db, forms }: Pick<ApplicationDeps, 'db' | 'forms'>,
  { section, field }: AnswerPlace,
): Promise<Affected[]> {
  const query = createStoredQuery({ section, field, change: 'removed' }, forms.migrations);
  const rows = await countStoredAnswers(db, linkedNames(section, forms.migrations), [query]);
  return rows.map((row) => ({ ...row, section }));
}
