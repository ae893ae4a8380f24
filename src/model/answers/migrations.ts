import type { Answers } from '../types';
import { expandPattern, getIn, isRecord, setIn } from './paths';

/** A change to a field or group. Fields are patterns, such as `'address/[]/zipcode'`. */
export type FieldChange =
  | { rename: string; to: string }
  | { drop: string }
  | { map: string; values: { from: unknown; to: unknown }[] }
  /** Accepts a breaking change. Applicants may have to answer the question again. */
  | { accept: string }
  /** Encrypts answers again as the current `x-pii` requires. */
  | { reseal: string };

export type SectionChange =
  | { move: string; from: string; to: string }
  | { renameSection: string; to: string }
  | { dropSection: string };

export type MigrationChange = FieldChange | SectionChange;

export interface Migration {
  name: string;
  title: string;
  section?: string;
  changes: MigrationChange[];
}

/** `field` is a pattern. `''` is the whole section. */
export interface AnswerPlace {
  section: string;
  field: string;
}

export function readMigrations(files: Record<string, unknown>): Migration[] {
  return Object.keys(files)
    .filter((file) => file.startsWith('migrations/'))
    .sort()
    .map((file) => ({
      ...(files[file] as Omit<Migration, 'name'>),
      name: file.slice('migrations/'.length, -'.json'.length),
    }));
}

/**
 * Returns the migrations that a version includes. A version's name ends with its last migration
 * (`'2d91aa2b.002-county'`).
 */
export function migrationsUpTo(migrations: readonly Migration[], version: string | null): Migration[] {
  const last = version?.split('.')[1] ?? '';
  return migrations.filter(({ name }) => name <= last);
}

/** Returns the migrations between two versions. Reverses the migrations that only `from` has. */
export function migrationsBetween(from: readonly Migration[], to: readonly Migration[]): Migration[] {
  const without = (all: readonly Migration[], others: readonly Migration[]) =>
    all.filter(({ name }) => others.every((other) => other.name !== name));
  return [...reversed(without(from, to)), ...without(to, from)];
}

/** Returns the next free number: `[…, { name: '002-county' }]` → `'003'`. */
export function nextNumber(migrations: readonly Pick<Migration, 'name'>[]): string {
  const last = /^\d+/.exec(migrations.at(-1)?.name ?? '')?.[0] ?? 0;
  return String(Number(last) + 1).padStart(3, '0');
}

/** Returns a section's migrated answers, or `{}` if the section was dropped. */
export function migrateAnswers(section: string, answers: Answers, migrations: readonly Migration[]): Answers {
  return migrateSection(section, answers, migrations)?.answers ?? {};
}

/** Returns a section's current name and migrated answers, or undefined if the section was dropped. */
export function migrateSection(
  section: string,
  answers: Answers,
  migrations: readonly Migration[],
): { section: string; answers: Answers } | undefined {
  let at = { section, answers };
  for (const { change, of } of changesIn(migrations)) {
    if ('dropSection' in change) {
      if (change.dropSection === at.section) return undefined;
    } else if ('renameSection' in change) {
      if (change.renameSection === at.section) at = { ...at, section: change.to };
    } else if (!('move' in change) && of === at.section) at = { ...at, answers: applyChange(at.answers, change) };
  }
  return at;
}

const changesIn = (migrations: readonly Migration[]) =>
  migrations.flatMap(({ section: of, changes }) => changes.map((change) => ({ of, change })));

function applyChange(answers: Answers, change: FieldChange): Answers {
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

export function migratedPlace(place: AnswerPlace, migrations: readonly Migration[]): AnswerPlace | undefined {
  let at = place;
  for (const { change, of } of changesIn(migrations)) {
    if ('dropSection' in change && change.dropSection === at.section) return undefined;
    if ('renameSection' in change && change.renameSection === at.section) at = { ...at, section: change.to };
    if (of !== at.section) continue;
    if ('drop' in change && isWithin(at.field, change.drop)) return undefined;
    if ('rename' in change && isWithin(at.field, change.rename))
      at = { ...at, field: renameLast(change.rename, change.to) + at.field.slice(change.rename.length) };
  }
  return at;
}

/** Returns a field's place and its former and later places. */
export function linkedPlaces(place: AnswerPlace, migrations: readonly Migration[]): AnswerPlace[] {
  const places = [place];
  for (const at of places)
    for (const { change, of } of changesIn(migrations))
      for (const other of neighbors(at, change, of))
        if (!places.some(({ section, field }) => section === other.section && field === other.field))
          places.push(other);
  return places;
}

function neighbors(at: AnswerPlace, change: MigrationChange, of: string | undefined): AnswerPlace[] {
  if ('renameSection' in change) {
    const names = [change.renameSection, change.to];
    return names.includes(at.section) ? names.map((section) => ({ ...at, section })) : [];
  }
  if (!('rename' in change) || of !== at.section) return [];
  const fields = [change.rename, renameLast(change.rename, change.to)];
  const own = fields.find((field) => isWithin(at.field, field));
  return own ? fields.map((field) => ({ ...at, field: field + at.field.slice(own.length) })) : [];
}

export function linkedNames(section: string, migrations: readonly Migration[]): string[] {
  return [...new Set(linkedPlaces({ section, field: '' }, migrations).map((place) => place.section))];
}

/** True if a migration names the field or its group, or drops its section. */
export function isMigrated({ section, field }: AnswerPlace, migrations: readonly Migration[]): boolean {
  let name = section;
  for (const { change, of } of changesIn(migrations)) {
    if ('dropSection' in change && change.dropSection === name) return true;
    if ('renameSection' in change && change.renameSection === name) name = change.to;
    if (of === name && listFields(change).some((one) => isWithin(field, one))) return true;
  }
  return false;
}

export function migratedFields(section: string, migrations: readonly Migration[]): Set<string> {
  const own = changesIn(migrations).filter(({ of }) => of === section);
  return new Set(own.flatMap(({ change }) => listFields(change)));
}

function listFields(change: MigrationChange): string[] {
  if ('rename' in change) return [change.rename, renameLast(change.rename, change.to)];
  if ('drop' in change) return [change.drop];
  if ('map' in change) return [change.map];
  if ('accept' in change) return [change.accept];
  return 'reseal' in change ? [change.reseal] : [];
}

export function resealedPlaces(migrations: readonly Migration[]): AnswerPlace[] {
  return migrations.flatMap(({ section = '', changes }, at) =>
    changes.flatMap((change) => {
      if (!('reseal' in change)) return [];
      return migratedPlace({ section, field: change.reseal }, migrations.slice(at + 1)) ?? [];
    }),
  );
}

export function isMoved(section: string, from: string, to: string, migrations: readonly Migration[]): boolean {
  const names = [section, migratedPlace({ section, field: '' }, migrations)?.section];
  return changesIn(migrations).some(
    ({ change }) => 'move' in change && names.includes(change.move) && change.from === from && change.to === to,
  );
}

/** Leaves out changes that can't be reversed, such as `drop`. */
function reversed(migrations: readonly Migration[]): Migration[] {
  return [...migrations].reverse().map(({ changes, ...rest }) => ({
    ...rest,
    changes: [...changes].reverse().flatMap(reverseChange),
  }));
}

function reverseChange(change: MigrationChange): MigrationChange[] {
  if ('move' in change) return [{ move: change.move, from: change.to, to: change.from }];
  if ('renameSection' in change) return [{ renameSection: change.to, to: change.renameSection }];
  if ('rename' in change)
    return [{ rename: renameLast(change.rename, change.to), to: change.rename.split('/').at(-1) ?? '' }];
  if (!('map' in change)) return [];
  const values = change.values.map(({ from, to }) => ({ from: to, to: from }));
  const isOneToOne = new Set(values.map(({ from }) => from)).size === values.length;
  return isOneToOne ? [{ map: change.map, values }] : [];
}

const isWithin = (field: string, group: string): boolean => field === group || field.startsWith(`${group}/`);

function renameLast(pattern: string, name: string): string {
  return pattern.includes('/') ? `${pattern.slice(0, pattern.lastIndexOf('/'))}/${name}` : name;
}
