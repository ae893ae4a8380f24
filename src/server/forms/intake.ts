import widgets from '../../../schemas/meta/widgets.json';
import { type Catalogue, createCatalogue } from '../../model/catalogue';
import { CatalogueError } from '../../model/catalogueError';
import { type Migration, migratedFields, pendingMigrations, readMigrations } from '../../model/migrations';
import { configOverlay } from '../../model/overlay';
import { getIn, isRecord, keyOf, messageIn, toPointer } from '../../model/paths';
import type { Overlay, Path, SchemaFiles } from '../../model/types';
import { type BreakingChange, breakingChanges } from '../../tools/schemas/impact/breakingChanges';
import { type Finding, isTidying, lintSchemas } from '../../tools/schemas/lint/lintSchemas';
import { jsonPlaces, nearestLine, sourceOf } from '../../tools/schemas/lint/sources';
import { type Impossible, proveSchemas } from '../../tools/schemas/prove/proveSchemas';
import { createCompiledSections } from './compiledSections';
import { parseAll } from './readSchemas';

/** Changed schema files, and what they are to take the place of. */
export interface Candidate {
  texts: Record<string, string>;
  /** What is in force. */
  before: { files: SchemaFiles; catalogue: Catalogue; version: string };
  /** The files of which the program asks for members by name, where another one took in what is in force. */
  asked?: SchemaFiles;
  /** What the subscribers have set, by a name for each. */
  overlays: Record<string, Overlay>;
  /** What somebody is to be set: under these every section is compiled and filled, changed or not. */
  newOverlays?: Record<string, Overlay>;
  /** An ISO date. */
  today: string;
}

/** What holds a change back; of a breaking one also the line of a migration that lets it through. */
export interface Hindrance extends Finding {
  accept?: { section: string; line: Record<string, string> };
}

/** A finding that counts only where somebody has answered a section. */
export interface Conditional extends Hindrance {
  ifAnswered?: string;
}

/**
 * What holds changed schema files back; nothing where they may become live. Lint comes first and the rest only when it is content:
 * a form is compiled and filled with patterns that are known to be harmless. Only sections that changed are compiled and filled.
 */
export function findHindrances(candidate: Candidate): Conditional[] {
  const { texts, before, asked = before.files, today } = candidate;
  const faults = lintSchemas({ texts, widgets, today }).filter((finding) => !isTidying(finding));
  if (faults.length) return faults;
  const files = parseAll(texts);
  const next = { files, catalogue: readCatalogue(files) };
  if (Array.isArray(next.catalogue)) return next.catalogue;
  const { catalogue } = next;
  const place = placeIn(texts, files);
  const gone = findGone(asked, files, place);
  if (gone.length) return gone;
  const changed = catalogue.sectionNames.filter((name) => isOther(before.catalogue, catalogue, name));
  const overlays = { ...samples(files), ...candidate.overlays };
  const uncompiled = compileAll(catalogue, changed, overlays, place);
  if (uncompiled.length) return uncompiled;
  return [
    ...hindrancesOf(candidate.newOverlays, catalogue, today, place),
    ...proveAll(catalogue, changed, overlays, today, place),
    ...breaks(candidate, files, catalogue, place),
  ];
}

function hindrancesOf(
  overlays: Record<string, Overlay> | undefined,
  catalogue: Catalogue,
  today: string,
  place: Places,
): Finding[] {
  if (!overlays) return [];
  const uncompiled = compileAll(catalogue, catalogue.sectionNames, overlays, place);
  return uncompiled.length ? uncompiled : proveAll(catalogue, catalogue.sectionNames, overlays, today, place);
}

function readCatalogue(files: SchemaFiles): Catalogue | Finding[] {
  try {
    return createCatalogue(files);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return error.problems.map((problem) => ({ ...problem, line: 1 }));
  }
}

function isOther(before: Catalogue, after: Catalogue, name: string): boolean {
  if (!before.sectionNames.includes(name)) return true;
  const text = (catalogue: Catalogue) => JSON.stringify([catalogue.section(name), catalogue.messages]);
  return text(before) !== text(after);
}

function samples(files: SchemaFiles): Record<string, Overlay> {
  const names = Object.keys(files).flatMap((file) => /^configs\/(.*)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [`configs/${name}.json`, configOverlay(files[`configs/${name}.json`] ?? {})]),
  );
}

type Places = (file: string, path: string) => Pick<Finding, 'file' | 'path' | 'line'>;

/** Where something stands as it is written: in the section's file, or in the definition that it takes in. */
function placeIn(texts: Record<string, string>, files: SchemaFiles): Places {
  return (name, pointer) => {
    const { file, path } = name in files ? sourceOf(files, name, pointer) : { file: name, path: pointer };
    return { file, path, line: nearestLine(jsonPlaces(texts[file] ?? '{}'), path) };
  };
}

function compileAll(
  catalogue: Catalogue,
  sections: readonly string[],
  overlays: Record<string, Overlay>,
  place: Places,
): Finding[] {
  const compile = createCompiledSections(catalogue);
  const found: Finding[] = [];
  for (const section of sections) {
    for (const overlay of Object.values(overlays)) {
      try {
        compile(section, overlay).module();
      } catch (error) {
        const mend = `This section cannot be compiled: ${messageIn(error)}`;
        found.push({ code: 'not-compiled', ...place(`${section}.schema.json`, ''), mend });
        break;
      }
    }
  }
  return found;
}

function proveAll(
  catalogue: Catalogue,
  sections: readonly string[],
  overlays: Record<string, Overlay>,
  today: string,
  place: Places,
): Finding[] {
  const { impossible } = proveSchemas(catalogue, overlays, today, { sections, isPairwise: false });
  return impossible.map((one) => tellImpossible(one, place));
}

function tellImpossible({ section, where, settings, stuck, option }: Impossible, place: Places): Finding {
  const pointer = (stuck?.path ?? [])
    .map((part) => (typeof part === 'number' ? '/items' : `/properties/${part}`))
    .join('');
  const set = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  const way = option ? ` once '${keyOf(option.path)}' is ${JSON.stringify(option.value)}` : '';
  const under = set.length ? ` with ${set.join(', ')} (${where})` : '';
  return {
    code: 'never-complete',
    ...place(`${section}.schema.json`, pointer),
    mend: `Nobody could complete this section${way}${under}: it goes on saying "${stuck?.message}" (${stuck?.keyword}). Ease that rule, or draw what it asks for.`,
  };
}

function breaks({ before }: Candidate, files: SchemaFiles, catalogue: Catalogue, place: Places): Conditional[] {
  const migrations = readMigrations(files);
  const pending = pendingMigrations(migrations, before.version);
  const open = breakingChanges(before.catalogue, catalogue).filter(
    ({ section, field }) => !migratedFields(section, pending).has(field),
  );
  return withoutEchoes(open, before.catalogue).map((change) => ({
    code: 'breaking',
    ...place(`${change.section}.schema.json`, pointerOf(change)),
    mend: mendBreak(change, migrations),
    ...(change.change !== 'section-removed' && { accept: acceptOf(change) }),
    ifAnswered: change.section,
  }));
}

/** A field renamed is one fault: that its new name is required follows from it. */
function withoutEchoes(changes: BreakingChange[], before: Catalogue): BreakingChange[] {
  const hasGone = ({ section }: BreakingChange) =>
    changes.some((other) => other.section === section && other.change === 'removed');
  const isNew = ({ section, field }: BreakingChange) =>
    !JSON.stringify(before.section(section).schema).includes(`"${field.split('/').at(-1)}":`);
  return changes.filter((one) => !(one.change === 'newly-required' && hasGone(one) && isNew(one)));
}

function pointerOf({ field }: BreakingChange): string {
  const parts = field.split('/').filter(Boolean);
  return parts.map((part) => (part === '[]' ? '/items' : `/properties/${part}`)).join('');
}

/** Files whose members the program asks for by name, and which of their members those are. */
const NAMED: [file: RegExp, pointer: RegExp][] = [
  [/^(texts\/.*|office\/webhooks|retention)\.json$/, /^/],
  [/^definitions\/documents\.json$/, /^\/((usual|most)\/|types\/[^/]+\/id$)/],
];
const PLACEHOLDER = /\{(\w+)\}/g;

/** Words and limits that the program asks for and that are no more, and words with a place that nothing fills. */
function findGone(asked: SchemaFiles, after: SchemaFiles, place: Places): Finding[] {
  return Object.keys(asked).flatMap((file) => {
    const members = NAMED.find(([name]) => name.test(file))?.[1];
    if (!members) return [];
    if (!(file in after)) return [{ code: 'text-gone', file, path: '', line: 1, mend: FILE_GONE }];
    const leaves = leavesOf(asked[file]).filter(({ path }) => members.test(toPointer(path)));
    return leaves.flatMap(({ path, value }): Finding[] => {
      const now = getIn(after[file], path);
      const at = place(file, toPointer(path));
      if (typeof now !== typeof value) return [{ code: 'text-gone', ...at, mend: mendGone(path, value) }];
      if (path.at(-1) === 'id' && file === 'definitions/documents.json' && now !== value)
        return [{ code: 'text-gone', ...at, mend: `Files are kept under the number ${value}; leave it as it is.` }];
      const strange = [...String(now).matchAll(PLACEHOLDER)].filter(([one]) => !String(value).includes(one));
      return strange.map(([one]) => ({
        code: 'unknown-placeholder',
        ...at,
        mend: `Nothing fills ${one} here; the words may have ${[...String(value).matchAll(PLACEHOLDER)].map(([known]) => known).join(', ') || 'no place to fill'}.`,
      }));
    });
  });
}

const FILE_GONE = 'The program reads this file; put it back.';
const mendGone = (path: Path, value: unknown) =>
  `The program asks for '${path.join('.')}': put it back, as a ${typeof value}; it may say what you like.`;

/** Every value of an object that is no object; a list counts as one value, since it may be shorter. */
function leavesOf(node: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (!isRecord(node)) return [{ path, value: node }];
  return Object.entries(node).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

const SAYS: Record<BreakingChange['change'], string> = {
  'section-removed': 'is gone',
  removed: 'is gone or has another name',
  type: 'is of another type',
  'option-removed': 'has fewer options',
  'newly-required': 'is newly required',
  tightened: 'takes less than before',
};

function acceptOf({ section, field, change }: BreakingChange): Hindrance['accept'] {
  return { section, line: change === 'removed' ? { drop: field } : { accept: field } };
}

/** What to write, as it is to be written. */
function mendBreak({ section, field, change }: BreakingChange, migrations: readonly Migration[]): string {
  const says = `'${field || section}' ${SAYS[change]}, and applicants have answered it`;
  if (change === 'section-removed') return `${says}; keep the section's files until nobody has answers in it.`;
  const number = String(Number(migrations.at(-1)?.name.match(/^\d+/)?.[0] ?? 0) + 1).padStart(3, '0');
  const line =
    change === 'removed'
      ? `{ "rename": "${field}", "to": "<its new name>" } or { "drop": "${field}" }`
      : `{ "accept": "${field}" }`;
  return `${says}: say what becomes of their answers in migrations/${number}-<what>.json, { "$schema": "../meta/migration.schema.json", "title": "<what>", "section": "${section}", "changes": [${line}] } (docs/schemas.md, "impact and migrations").`;
}
