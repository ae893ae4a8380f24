import type pg from 'pg';
import { type Catalogue, createCatalogue } from '../../model/catalogue';
import { migrateAnswers, migratedFields, pendingMigrations, readMigrations } from '../../model/migrations';
import { getIn, isRecord, keyOf, patternOf } from '../../model/paths';
import type { Answers, ApplicationType, Checker, Context, Overlay, Path, SchemaFiles } from '../../model/types';
import type { Keyring } from '../../server/crypto/keyStore';
import { openAnswers } from '../../server/crypto/sealedAnswers';
import { createCompiledSections } from '../../server/forms/compiledSections';
import type { FormStore } from '../../server/forms/formStore';
import { schemaVersion } from '../../server/forms/schemaFiles';
import { draftBound, stepBound } from '../../server/steps/openStep';
import { createImpactStore, type StoredSection } from '../portal/operatorStore';
import { type BreakingChange, breakingChanges } from './impact/breakingChanges';

/** What a change of the schema files does to what is stored; counts only. */
export interface Impact {
  /** Sections of saved steps and drafts that were looked at. */
  compared: number;
  /** Of which nobody knows any more what they were given to. */
  unknown: number;
  /** In answers, by subscriber. */
  subscribers: Record<string, { kept: number; lost: number; newlyRequired: number }>;
  /** `'address: address/[]/zipcode required'` → how many sections stop being right by it. */
  stops: Record<string, number>;
  /** `'address: address/[]/county'` → how many sections lose that answer. */
  lost: Record<string, number>;
  /** `'ssn: SSNNumber'` → how many of these cannot be opened, and count as not answered. */
  unreadable: Record<string, number>;
  /** Complete steps that would have to be done again: step → how many. */
  sentBack: Record<string, number>;
  /** Changes that no migration speaks of. */
  breaking: BreakingChange[];
}

interface ImpactInput {
  db: pg.Pool;
  forms: FormStore;
  keyring: Keyring;
  /** The schema files as they are now. */
  files: SchemaFiles;
  /** The files to compare with in place of those each row was made with. */
  old?: SchemaFiles;
  today: string;
}

/** Judges every stored section by the files it was given to and by today's. Writes nothing. */
export async function measureImpact({ db, forms, keyring, files, old, today }: ImpactInput): Promise<Impact> {
  const store = createImpactStore(db);
  const [rows, versions] = await Promise.all([store.sections(), store.versions()]);
  const now = schemaVersion(files);
  const after = version(files);
  const migrations = readMigrations(files);
  const olds = new Map<string, ReturnType<typeof version>>();
  const oldOf = (name: string | null) => {
    const known = old ?? (name === null ? undefined : versions.get(name));
    const key = old ? 'old' : String(name);
    if (known && !olds.has(key)) olds.set(key, version({ ...known, 'meta/widgets.json': files['meta/widgets.json'] }));
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
  const overlays = new Map<string, Overlay>();
  const overlayOf = async (subscriber: string) => {
    const overlay = overlays.get(subscriber) ?? (await forms.overlayOf(subscriber));
    overlays.set(subscriber, overlay);
    return overlay;
  };
  for (const row of rows) {
    if (!old && row.schema_version === now) continue;
    const before = oldOf(row.schema_version);
    if (!before?.catalogue.sectionNames.includes(row.section)) {
      impact.unknown++;
      continue;
    }
    impact.compared++;
    if (!after.catalogue.sectionNames.includes(row.section)) {
      count(impact.lost, `${row.section}: all of it`);
      continue;
    }
    const pending = pendingMigrations(migrations, row.schema_version);
    const overlay = await overlayOf(row.subscriber_id);
    const key = await keyring.keyOf(row.trn);
    const bound = row.step === null ? draftBound(row.trn, row.section) : stepBound(row.trn, row.step);
    const lost = new Set<string>();
    const open = (data: StoredSection['data'], { catalogue }: Version) =>
      openAnswers(catalogue.section(row.section).schema, data, key, bound, (path) => lost.add(path));
    const found = answerImpact(
      before.compile(row.section, overlay).checker,
      after.compile(row.section, overlay).checker,
      {
        answers: open(row.data, before),
        migrated: open(migrateAnswers(row.section, row.data, pending), after),
        moved: migratedFields(row.section, pending),
        context: contextOf(row, today),
      },
    );
    for (const path of lost) count(impact.unreadable, `${row.section}: ${path}`);
    impact.subscribers[row.subscriber_id] = added(impact.subscribers[row.subscriber_id], found.answers);
    for (const name of found.lost) count(impact.lost, `${row.section}: ${name}`);
    // A draft is unfinished anyway: only what was typed and is refused now counts.
    for (const name of found.stops.filter((stop) => row.complete || !stop.endsWith(' required')))
      count(impact.stops, `${row.section}: ${name}`);
    if (row.complete && found.stops.length) back.add(`${row.trn} ${row.step}`);
  }
  for (const one of back) count(impact.sentBack, one.split(' ')[1] ?? '');
  for (const [name, before] of olds) {
    const pending = pendingMigrations(migrations, name === 'old' ? null : name);
    const changes = breakingChanges(before.catalogue, after.catalogue);
    impact.breaking.push(...changes.filter(({ section, field }) => !migratedFields(section, pending).has(field)));
  }
  impact.breaking = once(impact.breaking);
  return impact;
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
  catalogue: Catalogue;
  compile: ReturnType<typeof createCompiledSections>;
}

function version(files: SchemaFiles): Version {
  const catalogue = createCatalogue(files);
  return { catalogue, compile: createCompiledSections(catalogue) };
}

function contextOf({ application_type, first_name, last_name }: StoredSection, today: string): Context {
  return {
    today,
    // The column takes no other.
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

/** What a change does to one section's stored answers. */
interface AnswerImpact {
  /** How many answers fare how. */
  answers: { kept: number; lost: number; newlyRequired: number };
  /** `'address/[]/zipcode required'`: what was right and is not any more. */
  stops: string[];
  /** Patterns of the answers that nobody asks for any more. */
  lost: string[];
}

/** Compares the verdicts of two versions; `migrated` are the answers after the migrations, `moved` the fields these speak of. */
function answerImpact(
  before: Checker,
  after: Checker,
  {
    answers,
    migrated,
    moved,
    context,
  }: { answers: Answers; migrated: Answers; moved: ReadonlySet<string>; context: Context },
): AnswerImpact {
  const old = before.check(answers, context);
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
    stops: unique(stops.map(({ path, keyword }) => `${patternOf(path)} ${keyword}`)),
    lost: unique(lost.map((path) => patternOf(path))),
  };
}

function leaves(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((row, i) => leaves(row, [...path, i]));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
  return [path];
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}
