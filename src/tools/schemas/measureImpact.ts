// Over 250 lines: one measurement, from stored rows to counts.

import type pg from 'pg';
import {
  type Migration,
  migratedFields,
  migrateSection,
  migrationsBetween,
  migrationsUpTo,
  readMigrations,
} from '../../model/answers/migrations';
import { getIn, isRecord, keyOf, patternOf } from '../../model/answers/paths';
import { type Catalog, createCatalog } from '../../model/section/catalog';
import type {
  Answers,
  ApplicationType,
  Checker,
  Context,
  FieldError,
  Path,
  SchemaFiles,
  SubscriberSettings,
} from '../../model/types';
import {
  type BreakingChange,
  breakingChanges,
  stepsBySection,
  withoutMigrated,
} from '../../schema-tools/impact/breakingChanges';
import { measureRetention, type RetentionImpact } from '../../server/applications/retentionRule';
import { openAllAnswers, openValue } from '../../server/applications/sealedAnswers';
import { draftAdditionalData, stepAdditionalData } from '../../server/applications/steps/readStored';
import { createCompiledSections } from '../../server/forms/compiledSections';
import type { FormRepository } from '../../server/forms/formRepository';
import { schemaVersion } from '../../server/forms/schemaFiles';
import type { Keyring } from '../../server/platform/crypto/keyRepository';
import { createImpactStore, type StoredSection } from './storedSectionRepository';

/** How changed files affect stored answers. Contains no answers. */
export interface Impact {
  compared: number;
  /** Number of sections that can't be compared, because their schema version isn't stored or lacks the section. */
  unknown: number;
  subscribers: Record<string, { kept: number; lost: number; newlyRequired: number }>;
  /** `'address: address/[]/zipcode required'` → number of stored sections that this makes invalid */
  stops: Record<string, number>;
  /** `'address: address/[]/county'` → number of stored sections that lose this answer */
  lost: Record<string, number>;
  /** `'ssn: SSNNumber'` → number of answers that can't be decrypted */
  unreadable: Record<string, number>;
  sentBack: Record<string, number>;
  retention?: RetentionImpact;
  /** Breaking changes without a migration. */
  breaking: BreakingChange[];
}

interface ImpactInput {
  db: pg.Pool;
  forms: FormRepository;
  keyring: Keyring;
  files: SchemaFiles;
  /** Files to compare with, instead of the files of each row's version. */
  old?: SchemaFiles;
  today: string;
}

/** Validates stored sections against old and current files. Writes nothing. */
export async function measureImpact({ db, forms, keyring, files, old, today }: ImpactInput): Promise<Impact> {
  const store = createImpactStore(db);
  const [rows, versions] = await Promise.all([store.sections(), store.versions()]);
  const now = schemaVersion(files);
  const after = version(files);
  const olds = new Map<string, Version>();
  const oldOf = (name: string | null) => {
    const known = old ?? (name === null ? undefined : versions.get(name));
    const key = old ? 'old' : String(name);
    if (known && !olds.has(key))
      olds.set(key, version({ ...known, 'meta/ui.schema.json': files['meta/ui.schema.json'] }));
    return olds.get(key);
  };
  const impact: Impact = {
    compared: 0,
    unknown: 0,
    subscribers: {},
    stops: {},
    lost: {},
    unreadable: {},
    sentBack: {},
    breaking: [],
  };
  if (old) oldOf('old');
  const back = new Set<string>();
  const settingsByOwner = new Map<string, SubscriberSettings>();
  const getSubscriberSettings = async (subscriber: string) => {
    const settings = settingsByOwner.get(subscriber) ?? (await forms.getSubscriberSettings(subscriber));
    settingsByOwner.set(subscriber, settings);
    return settings;
  };
  for (const row of rows) {
    if (!old && row.schema_version === now) continue;
    const before = oldOf(row.schema_version);
    if (!before?.catalog.sectionNames.includes(row.section)) {
      impact.unknown++;
      continue;
    }
    impact.compared++;
    const settings = await getSubscriberSettings(row.subscriber_id);
    const key = await keyring.keyOf(row.trn);
    const bound = row.step === null ? draftAdditionalData(row.trn, row.section) : stepAdditionalData(row.trn, row.step);
    const lost = new Set<string>();
    const open = (data: StoredSection['data']) =>
      openAllAnswers(data, (sealed, at) => openValue(sealed, key, bound, () => lost.add(keyOf(at))));
    const pending = migrationsBetween(before.migrations, after.migrations);
    const migrated = migrateSection(row.section, row.data, pending);
    const found = answerImpact(
      before.compile(row.section, settings).checker,
      migrated && isAsked(after, migrated.section) ? after.compile(migrated.section, settings).checker : undefined,
      {
        answers: open(row.data),
        migrated: open(migrated?.answers ?? {}),
        isDropped: migrated === undefined,
        moved: migratedFields(row.section, pending),
        context: contextOf(row, today),
      },
    );
    for (const path of lost) count(impact.unreadable, `${row.section}: ${path}`);
    impact.subscribers[row.subscriber_id] = added(impact.subscribers[row.subscriber_id], found.answers);
    for (const name of found.lost) count(impact.lost, `${row.section}: ${name}`);
    // Drafts may lack answers.
    for (const name of found.stops.filter((stop) => row.complete || !stop.endsWith(' required')))
      count(impact.stops, `${row.section}: ${name}`);
    const step = (migrated && after.steps.get(migrated.section)) ?? row.step;
    if (row.complete && found.stops.length) back.add(`${row.trn} ${step}`);
  }
  for (const one of await findNewRequired(rows, after, { getSubscriberSettings, today })) {
    count(impact.stops, one.stop);
    back.add(one.place);
  }
  for (const one of back) count(impact.sentBack, one.split(' ')[1] ?? '');
  for (const before of olds.values()) {
    const pending = migrationsBetween(before.migrations, after.migrations);
    const changes = breakingChanges(before.catalog, after.catalog, pending);
    impact.breaking.push(
      ...withoutMigrated(changes, pending).map(({ was: _was, now: _now, limits: _limits, ...change }) => change),
    );
  }
  impact.breaking = once(impact.breaking);
  impact.retention = await measureRetention(db, files['retention.json'], new Date());
  return impact;
}

const isAsked = ({ catalog, steps }: Version, section: string): boolean =>
  catalog.sectionNames.includes(section) && steps.has(section);

interface NewRequired {
  place: string;
  /** `'vehicles: car_make required'` */
  stop: string;
}

/** Finds required questions in sections that were added to a complete step. */
async function findNewRequired(
  rows: readonly StoredSection[],
  after: Version,
  {
    getSubscriberSettings,
    today,
  }: { getSubscriberSettings(subscriber: string): Promise<SubscriberSettings>; today: string },
): Promise<NewRequired[]> {
  const found: NewRequired[] = [];
  for (const own of groupBy(rows, ({ trn }) => trn)) {
    const complete = own.filter((row) => row.complete && !row.submitted);
    const answered = own.flatMap((row) => {
      const pending = migrationsBetween(migrationsUpTo(after.migrations, row.schema_version), after.migrations);
      return migrateSection(row.section, row.data, pending)?.section ?? [];
    });
    for (const [section, step] of after.steps) {
      const row = complete.find((one) => one.step === step);
      if (!row || answered.includes(section)) continue;
      const { checker } = after.compile(section, await getSubscriberSettings(row.subscriber_id));
      for (const stop of stopsOf(checker.check({}, contextOf(row, today)).errors))
        found.push({ place: `${row.trn} ${step}`, stop: `${section}: ${stop}` });
    }
  }
  return found;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
}

function added(one: Impact['subscribers'][string] | undefined, other: Impact['subscribers'][string]) {
  const { kept = 0, lost = 0, newlyRequired = 0 } = one ?? {};
  return {
    kept: kept + other.kept,
    lost: lost + other.lost,
    newlyRequired: newlyRequired + other.newlyRequired,
  };
}

interface Version {
  catalog: Catalog;
  compile: ReturnType<typeof createCompiledSections>;
  migrations: Migration[];
  steps: Map<string, string>;
}

function version(files: SchemaFiles): Version {
  const catalog = createCatalog(files);
  return {
    catalog,
    compile: createCompiledSections(catalog),
    migrations: readMigrations(files),
    steps: stepsBySection(catalog),
  };
}

function contextOf({ application_type, first_name, last_name }: StoredSection, today: string): Context {
  return {
    today,
    // The column's check constraint allows no other values.
    applicationType: application_type as ApplicationType,
    applicant: { first_name, last_name },
    lists: {},
  };
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function once(changes: BreakingChange[]): BreakingChange[] {
  return [...new Map(changes.map((one) => [`${one.section} ${one.field} ${one.change}`, one])).values()];
}

interface AnswerImpact {
  answers: { kept: number; lost: number; newlyRequired: number };
  /** `'address/[]/zipcode required'` */
  stops: string[];
  lost: string[];
}

interface Compared {
  answers: Answers;
  migrated: Answers;
  isDropped: boolean;
  moved: ReadonlySet<string>;
  context: Context;
}

/** `after` is undefined for a removed section. */
function answerImpact(before: Checker, after: Checker | undefined, compared: Compared): AnswerImpact {
  const { answers, migrated, isDropped, moved, context } = compared;
  const old = before.check(answers, context);
  if (!after) {
    const count = leaves(old.answers).length;
    const isLost = count > 0 && !isDropped;
    return {
      answers: { kept: 0, lost: isLost ? count : 0, newlyRequired: 0 },
      stops: [],
      lost: isLost ? ['all of it'] : [],
    };
  }
  const now = after.check(migrated, context);
  const wrongBefore = new Set(old.errors.map(({ path }) => keyOf(path)));
  const unknown = now.errors.filter(({ keyword }) => keyword === 'additionalProperties');
  const stops = now.errors.filter((error) => !unknown.includes(error) && !wrongBefore.has(keyOf(error.path)));
  const gone = leaves(old.answers).filter((path) => getIn(now.answers, path) === undefined);
  const lost = [...gone, ...unknown.map(({ path }) => path)].filter((path) => !moved.has(patternOf(path)));
  return {
    answers: {
      kept: leaves(old.answers).length - gone.length,
      lost: lost.length,
      newlyRequired: stops.filter(({ keyword }) => keyword === 'required').length,
    },
    stops: stopsOf(stops),
    lost: unique(lost.map((path) => patternOf(path))),
  };
}

const stopsOf = (errors: readonly FieldError[]): string[] =>
  unique(errors.map(({ path, keyword }) => `${patternOf(path)} ${keyword}`));

function leaves(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((row, i) => leaves(row, [...path, i]));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
  return [path];
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}
