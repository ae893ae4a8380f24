import uiMeta from '../../../schemas/meta/ui.schema.json';
import { migrationsBetween, readMigrations } from '../../model/answers/migrations';
import { getIn, isRecord, keyOf, messageIn, toPointer } from '../../model/answers/paths';
import type { Pii } from '../../model/answers/pii';
import { readJurisdictions } from '../../model/law/jurisdictions';
import { type Catalog, createCatalog } from '../../model/section/catalog';
import { CatalogError } from '../../model/section/catalogError';
import { applicantFlows } from '../../model/section/flow';
import { readConfigSettings, settingName } from '../../model/section/subscriberSettings';
import { readWidgetList } from '../../model/section/widgetList';
import type { Path, SchemaFiles, SubscriberSettings } from '../../model/types';
import { isCleanup, isInSample, type LintIssue, lintSchemas } from '../../schema-tools/lint/lintSchemas';
import { jsonPlaces, nearestLine, sourceOf } from '../../schema-tools/lint/sources';
import { type Impossible, proveSchemas } from '../../schema-tools/prove/proveSchemas';
import type { Conditional, Places } from './blockers';
import { checkBreakingChanges } from './checkBreakingChanges';
import { checkSettings } from './checkSettings';
import { createCompiledSections } from './compiledSections';
import type { FormsVersion } from './formsVersion';
import { DOCUMENTS, findOpenedDocuments } from './openedDocuments';
import { parseAll } from './readSchemas';
import { findWiderRoles, STATUS } from './widerRoles';

export interface Candidate {
  texts: Record<string, string>;
  isRestore?: boolean;
  before: Pick<FormsVersion, 'files' | 'catalog'>;
  requiredFiles?: SchemaFiles;
  protectedBefore?: Readonly<Record<string, Pii>>;
  settingsByOwner: Record<string, SubscriberSettings>;
  /** All sections are compiled with these settings, even unchanged sections. */
  newSettings?: Record<string, SubscriberSettings>;
  today: string;
}

/** The build's widgets. A candidate's files can't add widgets. */
const WIDGETS = readWidgetList({ 'meta/ui.schema.json': uiMeta });

/** Codes of issues that also block restoring an earlier version. */
const NEVER_RESTORED = ['not-json', 'forbidden-setting'];

/** Finds the reasons why a version can't become active. */
export function findBlockers(candidate: Candidate): Conditional[] {
  const { texts, before, requiredFiles: required = before.files, protectedBefore = {}, isRestore, today } = candidate;
  const faults = lintSchemas({ texts, widgets: WIDGETS, today }).filter((one) => !isCleanup(one) && !isInSample(one));
  const counted = isRestore ? faults.filter(({ code }) => NEVER_RESTORED.includes(code)) : faults;
  if (counted.length) return counted;
  const files = parseAll(texts);
  const catalog = readCatalog(files);
  if (Array.isArray(catalog)) return catalog;
  const place = createPlaces(texts, files);
  const gone = [
    ...findMissingMembers(required, files, place),
    ...findUnknownCalls([required, before.files], files, place),
  ];
  if (gone.length) return gone;
  const changed = catalog.sectionNames.filter((name) => hasChanged(before.catalog, catalog, name));
  const settingsByOwner = { ...readSampleSettings(files), ...candidate.settingsByOwner };
  const uncompiled = compileAll(catalog, changed, settingsByOwner, place);
  if (uncompiled.length || isRestore) return uncompiled;
  const pending = migrationsBetween(readMigrations(before.files), readMigrations(files));
  return [
    ...findSettingsBlockers(candidate.newSettings, catalog, today, place),
    ...proveAll(catalog, changed, settingsByOwner, today, place),
    ...checkBreakingChanges({ before, after: { files, catalog }, protectedBefore }, place),
    ...checkSettings(
      {
        before: before.catalog,
        after: catalog,
        pending,
        settingsByOwner: { ...candidate.settingsByOwner, law: lawSettings(files) },
      },
      place,
    ),
    ...findOpened(candidate, files, place),
  ];
}

/** Returns settings that hide every question that a law restricts. */
function lawSettings(files: SchemaFiles): SubscriberSettings {
  const rules = Object.values(readJurisdictions(files)).flatMap((one) => one.rules);
  const keys = rules.flatMap((rule) => (rule.kind === 'question' ? rule.keys : []));
  return { settings: Object.fromEntries(keys.map((key) => [settingName(key), 'Hide' as const])) };
}

function findOpened({ before }: Candidate, files: SchemaFiles, place: Places): LintIssue[] {
  return [
    ...findOpenedDocuments(before.files, files).map(({ path, fix }) => ({
      code: 'opens-files',
      ...place(DOCUMENTS, path),
      fix,
    })),
    ...findWiderRoles(before.files, files).map(({ path, fix }) => ({
      code: 'wider-role',
      ...place(STATUS, path),
      fix,
    })),
  ];
}

function findSettingsBlockers(
  settingsByOwner: Record<string, SubscriberSettings> | undefined,
  catalog: Catalog,
  today: string,
  place: Places,
): LintIssue[] {
  if (!settingsByOwner) return [];
  const uncompiled = compileAll(catalog, catalog.sectionNames, settingsByOwner, place);
  return uncompiled.length ? uncompiled : proveAll(catalog, catalog.sectionNames, settingsByOwner, today, place);
}

function readCatalog(files: SchemaFiles): Catalog | LintIssue[] {
  try {
    return createCatalog(files);
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return error.problems.map((problem) => ({ ...problem, line: 1 }));
  }
}

function hasChanged(before: Catalog, after: Catalog, name: string): boolean {
  if (!before.sectionNames.includes(name)) return true;
  const text = (catalog: Catalog) => JSON.stringify([catalog.section(name), catalog.messages]);
  return text(before) !== text(after);
}

function readSampleSettings(files: SchemaFiles): Record<string, SubscriberSettings> {
  const names = Object.keys(files).flatMap((file) => /^configs\/(.*)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [`configs/${name}.json`, readConfigSettings(files[`configs/${name}.json`] ?? {})]),
  );
}

function createPlaces(texts: Record<string, string>, files: SchemaFiles): Places {
  return (name, pointer) => {
    const { file, path } = name in files ? sourceOf(files, name, pointer) : { file: name, path: pointer };
    return { file, path, line: nearestLine(jsonPlaces(texts[file] ?? '{}'), path) };
  };
}

function compileAll(
  catalog: Catalog,
  sections: readonly string[],
  settingsByOwner: Record<string, SubscriberSettings>,
  place: Places,
): LintIssue[] {
  const compile = createCompiledSections(catalog);
  const found: LintIssue[] = [];
  for (const section of sections) {
    for (const settings of Object.values(settingsByOwner)) {
      try {
        compile(section, settings).module();
      } catch (error) {
        const fix = `This section cannot be compiled: ${messageIn(error)}`;
        found.push({ code: 'not-compiled', ...place(`${section}.schema.json`, ''), fix });
        break;
      }
    }
  }
  return found;
}

function proveAll(
  catalog: Catalog,
  sections: readonly string[],
  settingsByOwner: Record<string, SubscriberSettings>,
  today: string,
  place: Places,
): LintIssue[] {
  const { impossible } = proveSchemas(catalog, settingsByOwner, today, { sections, isPairwise: false });
  return impossible.map((one) => describeImpossible(one, place));
}

function describeImpossible({ section, where, settings, stuck, option }: Impossible, place: Places): LintIssue {
  const pointer = (stuck?.path ?? [])
    .map((part) => (typeof part === 'number' ? '/items' : `/properties/${part}`))
    .join('');
  const set = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  const way = option ? ` once '${keyOf(option.path)}' is ${JSON.stringify(option.value)}` : '';
  const under = set.length ? ` with ${set.join(', ')} (${where})` : '';
  return {
    code: 'never-complete',
    ...place(`${section}.schema.json`, pointer),
    fix: `Nobody can complete this section${way}${under}: "${stuck?.message}" (${stuck?.keyword}) always fails. Relax this rule, or show the field that it checks.`,
  };
}

const REQUIRED_MEMBERS: [file: RegExp, pointer: RegExp][] = [
  [/^(texts\/.*|office\/webhooks)\.json$/, /^/],
  [/^retention\.json$/, /AfterDays$/],
  [/^office\/status\.json$/, /^\/(statuses|acts|roles|reveals|reasons|terms|bases)\/[^/]+\/title$/],
  [/^definitions\/documents\.json$/, /^\/((usual|most)\/|types\/[^/]+\/id$)/],
];

function findMissingMembers(required: SchemaFiles, after: SchemaFiles, place: Places): LintIssue[] {
  return Object.keys(required).flatMap((file) => {
    const members = REQUIRED_MEMBERS.find(([name]) => name.test(file))?.[1];
    if (!members) return [];
    if (!(file in after)) return [{ code: 'text-gone', file, path: '', line: 1, fix: FILE_MISSING }];
    const leaves = listLeaves(required[file]).filter(({ path }) => members.test(toPointer(path)));
    return leaves.flatMap(({ path, value }): LintIssue[] => {
      const now = getIn(after[file], path);
      const at = () => place(file, toPointer(path));
      if (typeof now !== typeof value) return [{ code: 'text-gone', ...at(), fix: describeMissing(path, value) }];
      if (path.at(-1) === 'id' && file === 'definitions/documents.json' && now !== value)
        return [{ code: 'text-gone', ...at(), fix: `Files are stored under the number ${value}. Don't change it.` }];
      return [];
    });
  });
}

/** Changed files can't add calls, because calls are registered at startup. */
function findUnknownCalls(known: readonly SchemaFiles[], after: SchemaFiles, place: Places): LintIssue[] {
  const listCalls = (files: SchemaFiles) =>
    applicantFlows.flatMap((flow) =>
      (files[`flows/${flow}.json`]?.steps ?? []).map(({ calls }, i) => ({ file: `flows/${flow}.json`, i, calls })),
    );
  const registered = known.flatMap(listCalls).map(({ file, calls }) => JSON.stringify([file, calls]));
  return listCalls(after)
    .filter(({ file, calls }) => calls && !registered.includes(JSON.stringify([file, calls])))
    .map(({ file, i }) => ({
      code: 'unknown-call',
      ...place(file, `/steps/${i}/calls`),
      fix: 'The program has no such call. Restore the previous one, or remove "calls" to use the default ones.',
    }));
}

const FILE_MISSING = 'The program uses this file. Restore it.';

function describeMissing(path: Path, value: unknown): string {
  const type = Array.isArray(value) ? 'list' : typeof value;
  return `The program uses '${path.join('.')}'. Restore it as a ${type}. Its value can differ.`;
}

/** A list counts as one value, so that a shorter list isn't reported. */
function listLeaves(node: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (!isRecord(node)) return [{ path, value: node }];
  const members = Object.entries(node).filter(([key]) => key !== '$schema');
  return members.flatMap(([key, value]) => listLeaves(value, [...path, key]));
}
