import { getIn, isRecord, ownMember, parsePointer, setIn } from '../../src/model/answers/paths';
import type { SchemaIssue } from '../../src/model/section/catalogError';
import { readWidgetList } from '../../src/model/section/widgetList';
import type { SchemaFiles } from '../../src/model/types';
import { isCleanup, lintSchemas } from '../../src/schema-tools/lint/lintSchemas';
import { findCut } from './findCut';
import type { Json, LeftOut } from './sample';
import type { SampleFiles } from './toSection';

export const NAME = 'sample';
const SCHEMA = `${NAME}.schema.json`;
const UI = `${NAME}.ui.json`;

/** Lint rules about protection and wording, not about the format. */
const HOUSE_RULES = ['missing-pii', 'weak-pii', 'no-message'];

export interface Fitted {
  schema: Json;
  ui: Json;
  leftOut: LeftOut[];
  /** True if lint rejects the schema as a whole, so no part of the sample can be used. */
  isRefused: boolean;
}

/** Removes what lint rejects until lint accepts the rest. Throws if that isn't possible. */
export function fitToFormat(sample: SampleFiles, files: SchemaFiles): Fitted {
  let fitted: Fitted = { schema: sample.schema, ui: sample.ui, leftOut: sample.leftOut, isRefused: false };
  for (;;) {
    const issues = fitted.isRefused ? [] : lintSample(fitted, sample.definitions, files);
    if (issues.length === 0) return fitted;
    const before = JSON.stringify([fitted.schema, fitted.ui]);
    for (const issue of issues) fitted = removeUnsupported(fitted, issue);
    if (!fitted.isRefused && JSON.stringify([fitted.schema, fitted.ui]) === before)
      throw new Error(`Nothing in the sample can be left out to fix: ${JSON.stringify(issues[0])}`);
  }
}

function lintSample({ schema, ui }: Fitted, definitions: Json, files: SchemaFiles): SchemaIssue[] {
  const kept = Object.entries(files).filter(([file]) => /^(meta\/|definitions\/messages)/.test(file));
  const used = Object.entries(definitions).filter(([file]) => findReferences(schema, file, '').length > 0);
  const all = { ...Object.fromEntries(kept), ...Object.fromEntries(used), [SCHEMA]: schema, [UI]: ui };
  const texts = Object.fromEntries(Object.entries(all).map(([file, content]) => [file, JSON.stringify(content)]));
  const issues = lintSchemas({ texts, widgets: readWidgetList(files), today: '2026-11-21' }).filter(
    (issue) =>
      (issue.file === SCHEMA || issue.file === UI || issue.file in definitions) &&
      !isCleanup(issue) &&
      !HOUSE_RULES.includes(issue.code),
  );
  // Lint doesn't read the keywords of a section with a broken reference.
  const broken = issues.filter(({ code }) => code === 'dangling-ref');
  return broken.length > 0 ? broken : issues;
}

function removeUnsupported(fitted: Fitted, issue: SchemaIssue): Fitted {
  if (issue.file === UI) return hasPointer(fitted.ui, issue.path) ? cutUi(fitted, issue) : fitted;
  return cutSchema(fitted, issue);
}

/** False if an earlier cut removed the place. */
function hasPointer(node: unknown, pointer: string): boolean {
  return getIn(node, parsePointer(pointer).slice(0, -1)) !== undefined;
}

function cutSchema(fitted: Fitted, issue: SchemaIssue): Fitted {
  const pointers = issue.file === SCHEMA ? [issue.path] : findReferences(fitted.schema, issue.file, '');
  return pointers.reduce((left, pointer) => removeAt(left, pointer, issue), fitted);
}

function removeAt(fitted: Fitted, pointer: string, issue: SchemaIssue): Fitted {
  if (!hasPointer(fitted.schema, pointer)) return fitted;
  const { path, at, keyword } = findCut(fitted.schema, pointer);
  const leftOut = note(fitted.leftOut, {
    at,
    keyword: issue.code === 'dangling-ref' ? '$ref' : keyword || 'required',
    reason: issue.fix,
    isUi: false,
  });
  if (path.length === 0) return { ...fitted, leftOut, isRefused: true };
  const schema = withoutRequired(setIn(fitted.schema, path, undefined), path);
  const ui = path.at(-2) === 'properties' ? withoutUi(fitted.ui, path) : fitted.ui;
  return { ...fitted, schema, ui, leftOut };
}

function findReferences(node: unknown, file: string, pointer: string): string[] {
  if (!isRecord(node)) return [];
  if (node.$ref === file) return [`${pointer}/$ref`];
  return Object.entries(node).flatMap(([key, child]) => findReferences(child, file, `${pointer}/${key}`));
}

function withoutRequired(schema: Json, path: string[]): Json {
  if (path.at(-2) !== 'properties') return schema;
  const place = [...path.slice(0, -2), 'required'];
  const required = place.reduce<unknown>((at, part) => (isRecord(at) ? ownMember(at, part) : undefined), schema);
  if (!Array.isArray(required) || !required.includes(path.at(-1))) return schema;
  return setIn(
    schema,
    place,
    required.filter((name) => name !== path.at(-1)),
  );
}

function withoutUi(ui: Json, path: string[]): Json {
  const names = path.filter((part, index) => part !== 'properties' || index % 2 === 1);
  const place = [...names.slice(0, -1), 'ui:order'];
  const order = place.reduce<unknown>((at, part) => (isRecord(at) ? ownMember(at, part) : undefined), ui);
  const ordered = Array.isArray(order)
    ? setIn(
        ui,
        place,
        order.filter((name) => name !== names.at(-1)),
      )
    : ui;
  return setIn(ordered, names, undefined);
}

function cutUi(fitted: Fitted, { path, fix, code }: SchemaIssue): Fitted {
  const parts = path.split('/').slice(1);
  // Names in `ui:order` and `ui:entries` are reported at their group.
  const cut = code === 'ui-path' && fix !== '' && isGroup(fitted.ui, parts) ? [...parts, 'ui:order'] : parts;
  const leftOut = note(fitted.leftOut, { at: path.slice(1), keyword: cut.at(-1) ?? '', reason: fix, isUi: true });
  return { ...fitted, ui: setIn(fitted.ui, cut, undefined), leftOut };
}

function isGroup(ui: Json, parts: string[]): boolean {
  const node = parts.reduce<unknown>((at, part) => (isRecord(at) ? ownMember(at, part) : undefined), ui);
  return isRecord(node) && 'ui:order' in node;
}

function note(leftOut: LeftOut[], one: LeftOut): LeftOut[] {
  return leftOut.some(({ at, keyword }) => at === one.at && keyword === one.keyword) ? leftOut : [...leftOut, one];
}
