import { isRecord, splitPointer, toPointer } from '../../model/answers/paths';
import { defaultMessages, expandRefs } from '../../model/section/catalog';
import { CatalogError, type SchemaIssue } from '../../model/section/catalogError';
import { definitionFile } from '../../model/section/definitionFile';
import type { Flow, SchemaFiles, SchemaNode, Section } from '../../model/types';

interface Place {
  file: string;
  path: string;
}

/**
 * Returns where a node, or its closest parent, is defined. Follows `$ref`.
 * `('address.schema.json', '/properties/zip/pattern')` → `{ file: 'definitions/zip.json', path: '/pattern' }`
 */
export function sourceOf(files: Record<string, unknown>, file: string, path: string): Place {
  return walk(files, { file, path: '' }, files[file], splitPointer(path));
}

function walk(files: Record<string, unknown>, at: Place, node: unknown, parts: string[]): Place {
  const [part, ...rest] = parts;
  if (part === undefined || typeof node !== 'object' || node === null) return at;
  const own: unknown = Reflect.get(node, part);
  const below = { file: at.file, path: at.path + toPointer([part]) };
  const target =
    isRecord(node) && typeof node.$ref === 'string' ? definitionFile(node.$ref, at.file, files) : undefined;
  if (own !== undefined && !(target && isRecord(own) && rest.length && !reaches(own, rest)))
    return walk(files, below, own, rest);
  if (target && isRecord(files[target])) return walk(files, { file: target, path: '' }, files[target], parts);
  return own === undefined ? at : below;
}

function reaches(node: Record<string, unknown>, [part = '']: string[]): boolean {
  return part in node;
}

export interface JsonPlaces {
  /** Line numbers from 1, by JSON pointer. */
  lines: ReadonlyMap<string, number>;
  /** Pointers of duplicate members. JSON.parse keeps only the last duplicate. */
  twice: string[];
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+|\n/g;

interface Level {
  pointer: string;
  row?: number;
  name?: string;
  names: Set<string>;
}

/** Finds the line of each member of valid JSON: `'{\n "a": [1]\n}'` → lines `'' → 1, '/a' → 2, '/a/0' → 2`. */
export function jsonPlaces(text: string): JsonPlaces {
  const lines = new Map<string, number>([['', 1]]);
  const twice: string[] = [];
  const levels: Level[] = [];
  let line = 1;
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '\n') line++;
    else if (token === '}' || token === ']') levels.pop();
    else if (token === ',') next(level);
    else if (token === ':') continue;
    else if (level && level.row === undefined && level.name === undefined) {
      level.name = String(JSON.parse(token));
      const at = pointerIn(level);
      if (level.names.has(level.name)) twice.push(at);
      level.names.add(level.name);
      lines.set(at, line);
    } else {
      const at = level ? pointerIn(level) : '';
      if (level?.row !== undefined) lines.set(at, line);
      if (token === '{' || token === '[')
        levels.push({ pointer: at, row: token === '[' ? 0 : undefined, names: new Set() });
    }
  }
  return { lines, twice };
}

function next(level: Level | undefined): void {
  if (!level) return;
  level.name = undefined;
  if (level.row !== undefined) level.row++;
}

function pointerIn({ pointer, row, name = '' }: Level): string {
  return pointer + toPointer([row ?? name]);
}

export function nearestLine(places: Pick<JsonPlaces, 'lines'>, path: string): number {
  return places.lines.get(path) ?? (path ? nearestLine(places, path.slice(0, path.lastIndexOf('/'))) : 1);
}

export interface LintSources {
  files: SchemaFiles;
  sections: Section[];
  flows: { file: string; flow: Flow }[];
  messages: Record<string, string>;
  widgets: readonly string[];
  today: string;
}

export type LintCheck = (sources: LintSources) => SchemaIssue[];

/** Expands sections and definitions. Reports broken `$ref`s, and leaves out sections with a broken `$ref`. */
export function lintSources(
  files: SchemaFiles,
  known: Pick<LintSources, 'widgets' | 'today'>,
): { sources: LintSources; problems: SchemaIssue[] } {
  const problems: SchemaIssue[] = [];
  const readAll = (pattern: RegExp) =>
    Object.keys(files)
      .filter((file) => pattern.test(file))
      .flatMap((file): [string, SchemaNode][] => {
        try {
          return [[file, expandRefs(files[file], files, file)]];
        } catch (error) {
          if (!(error instanceof CatalogError)) throw error;
          problems.push(...error.problems);
          return [];
        }
      });
  const sections = readAll(/^[^/]+\.schema\.json$/).map(([file, schema]): Section => {
    const name = file.slice(0, -'.schema.json'.length);
    return { name, schema, ui: files[`${name}.ui.json`] ?? {} };
  });
  // Also reports broken references in definitions that no section uses.
  readAll(/^definitions\//);
  const flows = Object.keys(files).flatMap((file) => {
    const name = /^flows\/(.+)\.json$/.exec(file)?.[1];
    const flow = name === undefined ? undefined : files[`flows/${name}.json`];
    return flow && Array.isArray(flow.steps) ? [{ file, flow }] : [];
  });
  const messages = defaultMessages(files);
  return { sources: { files, sections, flows, messages, ...known }, problems };
}

export interface VisitedNode {
  node: SchemaNode;
  /** JSON pointer into the expanded schema. */
  path: string;
  name: string;
  parent?: SchemaNode;
}

/** `'/properties/address/items/properties/city'` → `'address/[]/city'` */
export function patternOf(path: string): string {
  return path.replaceAll('/properties/', '/').replaceAll('/items', '/[]').slice(1);
}

export function visitNodes(node: SchemaNode, path = '', name = '', parent?: SchemaNode): VisitedNode[] {
  return [
    { node, path, name, parent },
    ...Object.entries(node.properties ?? {}).flatMap(([key, child]) =>
      visitNodes(child, `${path}/properties/${key}`, key, node),
    ),
    ...(node.items ? visitNodes(node.items, `${path}/items`, name, node) : []),
  ];
}
