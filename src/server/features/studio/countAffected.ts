import type { Affected, VersionChange } from '../../../contract/studio';
import { linkedNames } from '../../../model/answers/migrations';
import type { FileChanges } from '../../../model/studio/roles';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { countStoredAnswers } from '../../forms/storedAnswerRepository';
import { createStoredQuery } from '../../forms/storedAnswers';
import { runForRequest } from './studioThread';

/**
 * Counts applications with answers, and applications with affected answers, by section and subscriber. Empty for a
 * subscriber's own settings. Null if the change can't be compared.
 */
export async function countAffected(
  { db, forms }: Pick<ApplicationDeps, 'db' | 'forms'>,
  { subscriber, changes }: VersionChange,
  texts: Record<string, string>,
): Promise<Affected[] | null> {
  if (subscriber !== null) return [];
  const breaking = await runForRequest('compare', { before: { ...forms.texts }, texts }, Object.keys(changes)[0]);
  if (!breaking) return null;
  const names = [...changedSections(changes), ...breaking.map(({ section }) => section)];
  const sections = [...new Set(names)].filter((name) => forms.catalog.sectionNames.includes(name));
  const counts = sections.map(async (section) => {
    const touched = breaking.filter((one) => one.section === section);
    const queries = touched.map((change) => createStoredQuery(change, forms.migrations));
    const rows = await countStoredAnswers(db, linkedNames(section, forms.migrations), queries);
    return rows.map((row) => ({ ...row, section }));
  });
  return (await Promise.all(counts)).flat();
}

function changedSections(changes: FileChanges): string[] {
  return Object.keys(changes).flatMap((file) => /^([^/]+)\.(?:schema|ui)\.json$/.exec(file)?.[1] ?? []);
}
