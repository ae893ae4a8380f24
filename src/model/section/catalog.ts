import { isRecord } from '../answers/paths';
import type { Flow, SchemaFiles, SchemaNode, Section } from '../types';
import { CatalogError, type SchemaIssue } from './catalogError';
import { checkSchema, checkUi } from './checkSchema';
import { definitionFile } from './definitionFile';
import { checkFlow } from './flow';
import { readWidgetList } from './widgetList';

export interface Catalog {
  sectionNames: string[];
  /** @throws Error for an unknown section */
  section(name: string): Section;
  flowNames: string[];
  /** @throws Error for an unknown flow */
  flow(name: string): Flow;
  messages: Record<string, string>;
}

/**
 * Creates a catalog. `files` are keyed by path: `'address.schema.json'`, `'flows/entry.json'`.
 * @throws CatalogError with every issue, or with the first invalid reference
 */
export function createCatalog(files: SchemaFiles, widgetNames = readWidgetList(files)): Catalog {
  const sections = mapFiles(files, '.schema.json', (name) => readSection(files, name));
  const flows = mapFiles(
    files,
    '.json',
    (name) => files[`flows/${name.slice('flows/'.length)}.json`] ?? { steps: [] },
    'flows/',
  );
  const problems = [
    ...[...sections.values()].flatMap((section) => [...checkSchema(section), ...checkUi(section, widgetNames)]),
    ...[...flows].flatMap(([name, flow]) => checkFlow(name, flow, sections)),
    ...orphans(files),
  ];
  if (problems.length) throw new CatalogError(problems);
  return {
    sectionNames: [...sections.keys()],
    section: (name) => find(sections, name, 'section'),
    flowNames: [...flows.keys()].map((name) => name.slice('flows/'.length)),
    flow: (name) => find(flows, `flows/${name}`, 'flow'),
    messages: defaultMessages(files),
  };
}

function readSection(files: SchemaFiles, name: string): Section {
  return {
    name,
    schema: expandRefs(files[`${name}.schema.json`], files, `${name}.schema.json`),
    ui: files[`${name}.ui.json`] ?? {},
  };
}

function mapFiles<T>(
  files: Record<string, unknown>,
  ending: string,
  read: (name: string) => T,
  folder = '',
): Map<string, T> {
  const names = Object.keys(files)
    .filter((path) => path.endsWith(ending) && (folder ? path.startsWith(folder) : !path.includes('/')))
    .map((path) => path.slice(0, -ending.length));
  return new Map(names.sort().map((name) => [name, read(name)]));
}

/** Returns messages by keyword, for fields without their own. */
export function defaultMessages(files: SchemaFiles): Record<string, string> {
  const { $schema: _meta, ...messages } = files['definitions/messages.json'] ?? {};
  return messages;
}

function orphans(files: Record<string, unknown>): SchemaIssue[] {
  return Object.keys(files)
    .filter((path) => path.endsWith('.ui.json') && !(path.replace('.ui.json', '.schema.json') in files))
    .map((file) => ({
      code: 'ui-without-schema',
      file,
      path: '',
      fix: `Add ${file.replace('.ui.', '.schema.')} or delete this file.`,
    }));
}

function find<T>(map: Map<string, T>, name: string, kind: string): T {
  const found = map.get(name);
  if (found === undefined) throw new Error(`There is no ${kind} '${name}' in schemas/`);
  return found;
}

type Files = Record<string, unknown>;

/**
 * Replaces each `$ref` with its file's content. Keys next to the `$ref` override that content, but `errorMessage` and
 * `properties` are merged.
 * @throws CatalogError for a missing file or a circular reference
 */
export function expandRefs(node: unknown, files: Files, file: string): SchemaNode {
  // `schemas lint` validates the structure.
  return expand(node, files, file, '', []) as SchemaNode;
}

function expand(node: unknown, files: Files, file: string, path: string, trail: string[]): unknown {
  if (Array.isArray(node)) return node.map((item, i) => expand(item, files, file, `${path}/${i}`, trail));
  if (!isRecord(node)) return node;
  const own = Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== '$ref' && key !== '$schema')
      .map(([key, value]) => [key, expand(value, files, file, `${path}/${key}`, trail)]),
  );
  if (typeof node.$ref !== 'string') return own;
  return settings(definition(definitionFile(node.$ref, file, files), files, file, path, trail), own);
}

function definition(ref: string, files: Files, file: string, path: string, trail: string[]): Record<string, unknown> {
  if (trail.includes(ref))
    throw missingReference(
      file,
      path,
      `${[...trail, ref].join(' → ')} is a circular reference. Remove one of its "$ref"s.`,
    );
  if (!(ref in files)) throw missingReference(file, path, `There's no schemas/${ref}. Use a file in schemas/.`);
  const found = expand(files[ref], files, ref, '', [...trail, ref]);
  return isRecord(found) ? found : {};
}

function settings(base: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base, ...own };
  for (const key of ['errorMessage', 'properties'])
    if (isRecord(base[key]) && isRecord(own[key])) merged[key] = { ...base[key], ...own[key] };
  return merged;
}

function missingReference(file: string, path: string, fix: string): CatalogError {
  return new CatalogError([{ code: 'dangling-ref', file, path, fix }]);
}
