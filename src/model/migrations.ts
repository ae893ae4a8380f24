import { expandPattern, getIn, isRecord, setIn } from './paths';
import type { Answers } from './types';

/** One step of a migration; fields are patterns (`'address/[]/zipcode'`). */
export type MigrationChange =
  /** The answer moves to another name next to it. */
  | { rename: string; to: string }
  /** The answer is given up. */
  | { drop: string }
  /** Stored answers become others. */
  | { map: string; values: { from: unknown; to: unknown }[] }
  /** The applicant may be asked again: nothing is changed, and nothing is refused. */
  | { accept: string };

/** A file of `schemas/migrations/`. */
export interface Migration {
  name: string;
  title: string;
  section: string;
  changes: MigrationChange[];
}

/** The migrations among the schema files, in their order. */
export function readMigrations(files: Record<string, unknown>): Migration[] {
  return Object.keys(files)
    .filter((file) => file.startsWith('migrations/'))
    .sort()
    .map((file) => ({
      // The linter holds them to meta/migration.schema.json.
      ...(files[file] as Omit<Migration, 'name'>),
      name: file.slice('migrations/'.length, -'.json'.length),
    }));
}

/** Those that answers of a schema version have not been through: `version` ends in the last one's name (`'2d91aa2b.002-county'`). */
export function pendingMigrations(migrations: readonly Migration[], version: string | null): Migration[] {
  const last = version?.split('.')[1] ?? '';
  return migrations.filter(({ name }) => name > last);
}

/** A section's stored answers as they would have been given to today's questions. Sealed answers move unopened. */
export function migrateAnswers(section: string, answers: Answers, migrations: readonly Migration[]): Answers {
  const changes = migrations.filter((one) => one.section === section).flatMap((one) => one.changes);
  return changes.reduce(applyChange, answers);
}

function applyChange(answers: Answers, change: MigrationChange): Answers {
  if ('rename' in change)
    return each(answers, change.rename, (at, path, value) =>
      setIn(setIn(at, path, undefined), [...path.slice(0, -1), change.to], value),
    );
  if ('drop' in change) return each(answers, change.drop, (at, path) => setIn(at, path, undefined));
  if (!('map' in change)) return answers;
  return each(answers, change.map, (at, path, value) => {
    const found = change.values.find(({ from }) => from === value);
    return found ? setIn(at, path, found.to) : at;
  });
}

type Change = (answers: Answers, path: (string | number)[], value: unknown) => Answers;

function each(answers: Answers, pattern: string, change: Change): Answers {
  return expandPattern(pattern, answers).reduce((at, path) => {
    const value = getIn(at, path);
    return value === undefined || !isRecord(at) ? at : change(at, path, value);
  }, answers);
}

/** The fields a section's migrations speak of, by pattern. */
export function migratedFields(section: string, migrations: readonly Migration[]): Set<string> {
  const changes = migrations.filter((one) => one.section === section).flatMap((one) => one.changes);
  return new Set(
    changes.flatMap((change) =>
      'rename' in change
        ? [change.rename, beside(change.rename, change.to)]
        : Object.values(change).filter((value) => typeof value === 'string'),
    ),
  );
}

function beside(pattern: string, name: string): string {
  return pattern.includes('/') ? `${pattern.slice(0, pattern.lastIndexOf('/'))}/${name}` : name;
}
