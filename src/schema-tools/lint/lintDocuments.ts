import { findUi, isRecord } from '../../model/answers/paths';
import type { SchemaIssue } from '../../model/section/catalogError';
import { stepInRole } from '../../model/section/flow';
import type { UiNode } from '../../model/types';
import { type LintCheck, visitNodes } from './sources';

const TABLE = 'definitions/documents.json';

interface Type {
  id: number;
  files: string;
  photos?: string;
  back?: string;
  rows?: { section: string; list: string };
  minBytes?: number;
  maxBytes?: number;
  count?: number;
}

interface Table {
  files: Record<string, readonly string[]>;
  usual: { minBytes: number; maxBytes: number; count: number };
  types: Record<string, Type>;
}

/**
 * `upload-limit`: a limit that differs from the document type's. `dangling-document`: a missing or broken reference, or
 * a repeated id.
 */
export const lintDocuments: LintCheck = ({ files, sections, flows }) => {
  const hasSources = flows.some(({ flow }) => stepInRole(flow, 'income'));
  const table = files[TABLE];
  if (!isTable(table)) return [];
  const byId = new Map(Object.values(table.types).map((type) => [type.id, { ...table.usual, ...type }]));
  return [
    ...Object.entries(table.types).flatMap(([name, type]) =>
      findReferenceIssues(name, hasSources ? type : { ...type, rows: undefined }, table, files),
    ),
    ...sections.flatMap(({ name, schema, ui }) =>
      visitNodes(schema).flatMap(({ node, path }) => {
        const own = uiAt(ui, path);
        if (own['ui:widget'] !== 'Upload') return [];
        const type = byId.get(Number(node['x-document']));
        if (!type) return [{ code: 'dangling-document', file: `${name}.schema.json`, path, fix: NO_TYPE }];
        const wanted = { minBytes: type.minBytes, maxBytes: type.maxBytes, accept: table.files[type.files] ?? [] };
        const isList = node.type === 'array';
        return [
          ...findLimitIssues(`${name}.ui.json`, uiPath(path), own, wanted),
          ...findPhotoIssues(`${name}.ui.json`, uiPath(path), own, {
            ...wanted,
            accept: table.files[type.photos ?? ''],
          }),
          ...((isList ? node.maxItems : 1) === type.count ? [] : [count(`${name}.schema.json`, path, type.count)]),
        ];
      }),
    ),
  ];
};

const NO_TYPE = `Add "x-document" with an id from ${TABLE}.`;

function isTable(value: unknown): value is Table {
  return isRecord(value) && [value.files, value.usual, value.types].every(isRecord);
}

function findReferenceIssues(
  name: string,
  type: Type,
  table: Table,
  files: Readonly<Record<string, unknown>>,
): SchemaIssue[] {
  const twin = Object.entries(table.types).find(([other, { id }]) => other !== name && id === type.id)?.[0];
  const faults: [boolean, string, string][] = [
    [twin !== undefined && twin < name, 'id', `'${twin}' also has the number ${type.id}. Give this type another one.`],
    [
      !(type.files in table.files),
      'files',
      `There's no list '${type.files}' under "files" in this file. Add it, or use another list.`,
    ],
    [
      type.photos !== undefined && !(type.photos in table.files),
      'photos',
      `There's no list '${type.photos}' under "files" in this file. Add it, or use another list.`,
    ],
    [
      type.back !== undefined && !(type.back in table.types),
      'back',
      `There's no type '${type.back}' in this file. Add it, or use another type.`,
    ],
    [
      type.rows !== undefined && !(`${type.rows.section}.schema.json` in files),
      'rows/section',
      `There's no section '${type.rows?.section}'. Use the name of an existing section.`,
    ],
  ];
  return faults.flatMap(([isSo, at, fix]) =>
    isSo ? [{ code: 'dangling-document', file: TABLE, path: `/types/${name}/${at}`, fix }] : [],
  );
}

function findLimitIssues(
  file: string,
  path: string,
  own: UiNode,
  wanted: { minBytes: number; maxBytes: number; accept: readonly string[] },
): SchemaIssue[] {
  const options = isRecord(own['ui:options']) ? own['ui:options'] : {};
  const limits: Record<string, unknown> = { minBytes: 1, ...options };
  const other = (['minBytes', 'maxBytes'] as const).filter((limit) => limits[limit] !== wanted[limit]);
  const accept = [options.accept ?? []].flat().map(String);
  const isOtherFiles = [...accept].sort().join() !== [...wanted.accept].sort().join();
  const help = [...String(own['ui:help'] ?? '').matchAll(/(\d+) MB/g)].map(([, size]) => Number(size));
  const megabytes = Math.round(wanted.maxBytes / 1_048_576);
  return [
    ...other.map((limit) => mismatch(file, `${path}/ui:options/${limit}`, `${limit} is ${wanted[limit]} in ${TABLE}`)),
    ...(isOtherFiles
      ? [mismatch(file, `${path}/ui:options/accept`, `${TABLE} accepts ${JSON.stringify(wanted.accept)}`)]
      : []),
    ...(help.some((size) => size !== megabytes)
      ? [mismatch(file, `${path}/ui:help`, `a file can have up to ${megabytes} MB`)]
      : []),
  ];
}

/** Checks that an upload offers photos if and only if its type accepts them, and with the same limits. */
function findPhotoIssues(
  file: string,
  path: string,
  own: UiNode,
  wanted: { minBytes: number; maxBytes: number; accept: readonly string[] | undefined },
): SchemaIssue[] {
  const photos = own['ui:photos'];
  const { accept } = wanted;
  if (isRecord(photos) !== Boolean(accept))
    return [mismatch(file, `${path}/ui:photos`, `${TABLE} ${accept ? 'accepts' : "doesn't accept"} photos`)];
  if (!isRecord(photos) || !accept) return [];
  const options = { ...Object(own['ui:options']), ...Object(photos['ui:options']) };
  return findLimitIssues(file, `${path}/ui:photos`, { ...photos, 'ui:options': options }, { ...wanted, accept });
}

const count = (file: string, path: string, most: number) =>
  mismatch(file, `${path}/maxItems`, `${TABLE} allows ${most}`);

function mismatch(file: string, path: string, what: string): SchemaIssue {
  return {
    code: 'upload-limit',
    file,
    path,
    fix: `Use the limits of the document type, which the server checks: ${what}.`,
  };
}

const uiPath = (path: string) => path.replaceAll('/properties', '');

function uiAt(ui: UiNode, path: string): UiNode {
  const parts = uiPath(path).split('/').slice(1);
  return parts.reduce((at, part) => findUi(at, part), ui);
}
