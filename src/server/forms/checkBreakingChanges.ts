import {
  type AnswerPlace,
  linkedPlaces,
  type Migration,
  migrationsBetween,
  nextNumber,
  readMigrations,
} from '../../model/answers/migrations';
import { ownMember } from '../../model/answers/paths';
import { isLessProtected, isSealedKind, type Pii, protections } from '../../model/answers/pii';
import type { Catalog } from '../../model/section/catalog';
import type { SchemaFiles } from '../../model/types';
import {
  type BreakingChange,
  breakingChanges,
  changeKinds,
  fieldsOf,
  withoutMigrated,
} from '../../schema-tools/impact/breakingChanges';
import { APPLICATIONS, type Blocker, type Conditional, type Places } from './blockers';
import { createStoredQuery } from './storedAnswers';

interface Compared {
  before: { files: SchemaFiles; catalog: Catalog };
  after: { files: SchemaFiles; catalog: Catalog };
  /** `{ 'ssn SSNNumber': 'ssn' }` */
  protectedBefore: Readonly<Record<string, Pii>>;
}

/** Finds lowered protections, and changes that need a migration to keep stored answers valid. */
export function checkBreakingChanges(compared: Compared, place: Places): Conditional[] {
  const { before, after } = compared;
  const [known, migrations] = [readMigrations(before.files), readMigrations(after.files)];
  const pending = migrationsBetween(known, migrations);
  const open = withoutMigrated(breakingChanges(before.catalog, after.catalog, pending), pending);
  const changes = withoutRepeats(open, before.catalog);
  const weaker = changes.flatMap(({ was, now }) => (was && now ? [{ ...now, was }] : []));
  const all = [...weaker, ...findReturned(compared, migrations)].map((one) => [placeKey(one), one] as const);
  return [
    ...changes
      .filter(({ change }) => change !== 'protection-lowered')
      .map((change) => toBlocker(change, { migrations, known, place, before, after })),
    ...[...new Map(all).values()].map((one) => toLoweredBlocker(one, place)),
  ];
}

/** A renamed required field looks like a removed field and a newly required field. Reports only the removal. */
function withoutRepeats(changes: BreakingChange[], before: Catalog): BreakingChange[] {
  const isRemoved = ({ section }: BreakingChange) =>
    changes.some((other) => other.section === section && other.change === 'removed');
  const isNew = ({ section, field }: BreakingChange) =>
    !JSON.stringify(before.section(section).schema).includes(`"${field.split('/').at(-1)}":`);
  return changes.filter((one) => !(one.change === 'newly-required' && isRemoved(one) && isNew(one)));
}

interface RequiredFix {
  migrations: readonly Migration[];
  known: readonly Migration[];
  place: Places;
  before: Compared['before'];
  after: Compared['after'];
}

function toBlocker(change: BreakingChange, { migrations, known, place, before, after }: RequiredFix): Conditional {
  const line = migrationLine(change);
  return {
    code: 'breaking',
    ...place(...findPointer(change, after)),
    fix: describeFix(change, migrations, findNewName(change, before.catalog, after.catalog)),
    accept: { section: change.section, line },
    ifStored: createStoredQuery(change, known),
  };
}

function migrationLine({
  section,
  field,
  change,
  from = '',
  to = '',
}: BreakingChange): NonNullable<Blocker['accept']>['line'] {
  if (change === 'section-moved') return { move: section, from, to };
  if (change === 'section-removed') return { dropSection: section };
  if (change === 'protection') return { reseal: field };
  return change === 'removed' ? { drop: field } : { accept: field };
}

function describeFix(change: BreakingChange, migrations: readonly Migration[], newName?: string): string {
  const { section, field } = change;
  const lines = [...alternativeLines(change, newName), migrationLine(change)].map(formatLine);
  const whole = field ? `"section": "${section}", ` : '';
  return `'${field || section}' ${describeChange(change)}: say what happens to these answers in migrations/${nextNumber(migrations)}-<what>.json, { "$schema": "../meta/migration.schema.json", "title": "<what>", ${whole}"changes": [${lines.join(' or ')}] } (docs/schemas.md, "impact and migrations").`;
}

function describeChange({ section, change, limits, options }: BreakingChange): string {
  const kind = changeKinds[change];
  if (change === 'newly-required') return `${kind}, and ${APPLICATIONS} answered '${section}' without it`;
  if (options)
    return `${kind} (without ${options.map((one) => JSON.stringify(one)).join(', ')}), and ${APPLICATIONS} chose a removed option`;
  if (!limits) return `${kind}, and ${APPLICATIONS} answered it`;
  const rules = limits.map(({ rule, was = 'not set', now }) => `${rule} ${now}, was ${was}`);
  return `${kind} (${rules.join('; ')}), and answers of ${APPLICATIONS} are outside them`;
}

function alternativeLines({ section, field, change }: BreakingChange, newName = '<its new name>'): object[] {
  if (change === 'removed') return [{ rename: field, to: newName }];
  return change === 'section-removed' ? [{ renameSection: section, to: '<its new name>' }] : [];
}

/** A new field with the removed field's title is probably the same field with a new name. */
function findNewName({ section, field, change }: BreakingChange, before: Catalog, after: Catalog): string | undefined {
  if (change !== 'removed' || !after.sectionNames.includes(section)) return undefined;
  const [old, now] = [fieldsOf(before.section(section).schema), fieldsOf(after.section(section).schema)];
  const group = field.split('/').slice(0, -1).join('/');
  const title = old.get(field)?.title;
  const found = [...now].filter(
    ([name, node]) => !old.has(name) && node.title === title && name.split('/').slice(0, -1).join('/') === group,
  );
  return title !== undefined && found.length === 1 ? found[0]?.[0].split('/').at(-1) : undefined;
}

const formatLine = (line: object): string => JSON.stringify(line, null, 1).replaceAll(/\n */g, ' ');

function findPointer({ section, field, change, to }: BreakingChange, { catalog }: Compared['after']): [string, string] {
  if (change === 'section-moved') {
    for (const flow of catalog.flowNames)
      for (const [i, step] of catalog.flow(flow).steps.entries()) {
        const at = step.id === to ? step.sections.findIndex((one) => one.section === section) : -1;
        if (at >= 0) return [`flows/${flow}.json`, `/steps/${i}/sections/${at}`];
      }
  }
  if (change === 'section-removed' && catalog.sectionNames.includes(section))
    return ['flows/application.json', '/steps'];
  return [`${section}.schema.json`, fieldPointer(field)];
}

function fieldPointer(field: string): string {
  const parts = field.split('/').filter(Boolean);
  return parts.map((part) => (part === '[]' ? '/items' : `/properties/${part}`)).join('');
}

interface LessProtected extends AnswerPlace {
  was: Pii;
}

/** A migration can't allow this change, because encrypted answers would become readable. */
function toLoweredBlocker({ section, field, was }: LessProtected, place: Places): Blocker {
  return {
    code: 'protection-lowered',
    ...place(`${section}.schema.json`, fieldPointer(field)),
    fix: `'${field}' is protected as "${was}". You can't lower this protection. Restore "x-pii": "${was}".`,
  };
}

function findReturned({ before, after, protectedBefore }: Compared, migrations: readonly Migration[]): LessProtected[] {
  return after.catalog.sectionNames.flatMap((section) => {
    const { schema } = after.catalog.section(section);
    const known = before.catalog.sectionNames.includes(section)
      ? fieldsOf(before.catalog.section(section).schema)
      : new Map();
    const now = protections(schema);
    return [...fieldsOf(schema).keys()].flatMap((field) => {
      const was = known.has(field)
        ? undefined
        : linkedPlaces({ section, field }, migrations)
            .map((one) => ownMember(protectedBefore, placeKey(one)))
            .find((kind) => isLessProtected(kind, now.get(field)));
      return was ? [{ section, field, was }] : [];
    });
  });
}

const placeKey = ({ section, field }: AnswerPlace): string => `${section} ${field}`;

/** Returns the encrypted fields with their kinds: `{ 'ssn SSNNumber': 'ssn' }`. */
export function protectedFields(catalog: Catalog): Record<string, Pii> {
  const each = catalog.sectionNames.flatMap((section) =>
    [...protections(catalog.section(section).schema)].map(
      ([field, kind]) => [placeKey({ section, field }), kind] as const,
    ),
  );
  return Object.fromEntries(each.filter(([, kind]) => isSealedKind(kind)));
}
