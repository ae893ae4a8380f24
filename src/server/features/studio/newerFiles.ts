import type { Newer, NewerBody } from '../../../contract/studio';
import { nextNumber } from '../../../model/answers/migrations';
import { SETTINGS_FILE } from '../../../model/studio/roles';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { findPublished } from '../../forms/publishedRepository';
import { applyChanges } from '../../forms/schemaFiles';
import { readStoredSettings } from './subscriberVersion';
import { findReplaced, listNewerVersions } from './versionRepository';

/**
 * Returns the changes to a draft's files that were published after its base version. Throws `notFound` for an unknown
 * subscriber.
 */
export async function readNewer(
  { db, forms }: Pick<ApplicationDeps, 'db' | 'forms'>,
  wanted: NewerBody,
): Promise<Newer> {
  const { files: published, liveNumber: head } = await findPublished(db);
  const [versions, replaced, folder] = await Promise.all([
    listNewerVersions(db, wanted),
    findReplaced(db, wanted),
    forms.readFolder(),
  ]);
  const forAll = applyChanges(folder, published);
  const live =
    wanted.subscriber === null ? forAll : { [SETTINGS_FILE]: await readStoredSettings(db, wanted.subscriber) };
  const changed = Object.keys(replaced);
  const before = (file: string) => (file in replaced ? (replaced[file] ?? folder[file]) : live[file]);
  return {
    head,
    versions,
    base: pickTexts(changed, before),
    theirs: pickTexts(changed, (file) => live[file]),
    added: wanted.files.filter((file) => before(file) === undefined),
    nextMigration: Number(nextNumber(migrationsIn(forAll))),
  };
}

function pickTexts(files: string[], textOf: (file: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    files.map((file) => [file, textOf(file)] as const).filter((one): one is [string, string] => one[1] !== undefined),
  );
}

const FOLDER = 'migrations/';

function migrationsIn(texts: Record<string, string>): { name: string }[] {
  const files = Object.keys(texts).filter((file) => file.startsWith(FOLDER));
  return files.sort().map((file) => ({ name: file.slice(FOLDER.length) }));
}
