import { findUi, isRecord, splitPointer } from '../answers/paths';
import type { SchemaFiles, SchemaNode, UiNode } from '../types';
import { nodeAt, type SectionSources, splitPath, toJsonText, uiAt, uiLevel } from './sectionFile';

interface Located {
  code: string;
  file: string;
  /** JSON pointer. */
  path: string;
}

/**
 * Returns the section and path of the question with the problem. Undefined if the file isn't a section's schema or UI
 * file.
 */
export function locateFinding(
  { file, path }: Located,
  files: SchemaFiles,
): { section: string; path: string[] } | undefined {
  const [, section = '', kind] = /^([a-z0-9-]+)\.(schema|ui)\.json$/.exec(file) ?? [];
  if (!section) return undefined;
  const parts = splitPointer(path);
  if (kind === 'ui') return { section, path: uiPath(parts) };
  const found = schemaPath(parts);
  const rule = conditionIn(files[file], found, parts);
  const name = rule?.show?.[0] ?? rule?.require?.[0];
  return { section, path: name ? [...found, name] : found };
}

/** `['properties', 'address', 'items', 'properties', 'zip', 'title']` → `['address', '[]', 'zip']` */
function schemaPath([first, second, ...rest]: readonly string[]): string[] {
  if (first === 'properties' && second !== undefined) return [second, ...schemaPath(rest)];
  if (first === 'items') return ['[]', ...schemaPath(second === undefined ? rest : [second, ...rest])];
  return [];
}

function uiPath([first, ...rest]: readonly string[]): string[] {
  if (first === undefined || first.startsWith('ui:')) return [];
  return [first === 'items' ? '[]' : first, ...uiPath(rest)];
}

function conditionIn(whole: unknown, path: readonly string[], parts: readonly string[]) {
  const at = parts.indexOf('x-conditions');
  // The cast is safe, because unknown members are ignored.
  return at < 0 ? undefined : nodeAt(whole as SchemaNode, path)?.['x-conditions']?.[Number(parts[at + 1])];
}

/** Returns the text at a pointer. */
export function textAt({ path }: Pick<Located, 'path'>, content: unknown): string | undefined {
  const value = splitPointer(path).reduce<unknown>((at, part) => Object(at)[part], content);
  return typeof value === 'string' ? value : undefined;
}

/** Removes unknown questions and tests of unknown answers from conditions. Deletes conditions that become empty. */
export function repairConditions(source: string, path: readonly string[]): string {
  const whole: SchemaNode = JSON.parse(source);
  const parent = nodeAt(whole, path);
  const known = (name: string) => Object.hasOwn(parent?.properties ?? {}, name);
  const rules = (parent?.['x-conditions'] ?? []).flatMap((rule) => {
    const test = parent && withoutUnknown(rule.if, parent);
    const [show, require] = [rule.show?.filter(known), rule.require?.filter(known)];
    if (!test || (!show?.length && !require?.length)) return [];
    return [{ ...rule, if: test, ...(show && { show }), ...(require && { require }) }];
  });
  if (parent) {
    if (rules.length > 0) parent['x-conditions'] = rules;
    else delete parent['x-conditions'];
  }
  return toJsonText(whole);
}

function withoutUnknown(test: unknown, parent: SchemaNode): Record<string, unknown> | undefined {
  if (!isRecord(test)) return undefined;
  const { properties, required, allOf, anyOf, not, ...rest } = test;
  const tests = Object.entries(Object(properties)).filter(([name, one]) => canBe(one, parent.properties?.[name]));
  const gone = Object.keys(Object(properties)).filter((name) => !tests.some(([one]) => one === name));
  const names = Array.isArray(required)
    ? required.filter((name) => Object.hasOwn(parent.properties ?? {}, String(name)) && !gone.includes(String(name)))
    : [];
  const some = (list: unknown) => (Array.isArray(list) ? list.flatMap((one) => withoutUnknown(one, parent) ?? []) : []);
  const negated = not === undefined ? undefined : withoutUnknown(not, parent);
  const left = {
    ...rest,
    ...(tests.length > 0 && { properties: Object.fromEntries(tests) }),
    ...(names.length > 0 && { required: names }),
    ...(some(allOf).length > 0 && { allOf: some(allOf) }),
    ...(some(anyOf).length > 0 && { anyOf: some(anyOf) }),
    ...(negated && { not: negated }),
  };
  return Object.keys(left).length > 0 ? left : undefined;
}

function canBe(test: unknown, node: SchemaNode | undefined): boolean {
  if (!node) return false;
  const offered = node.oneOf?.map((option): unknown => option.const) ?? node.enum;
  if (!offered || !isRecord(test) || !('const' in test || Array.isArray(test.enum))) return true;
  const wanted = Array.isArray(test.enum) ? test.enum : [test.const];
  return wanted.every((one) => offered.includes(one));
}

/** Adds an option for each tested answer that its question doesn't offer. */
export function addMissingOptions(source: string, path: readonly string[]): string {
  const whole: SchemaNode = JSON.parse(source);
  const parent = nodeAt(whole, path);
  for (const { if: test } of parent?.['x-conditions'] ?? [])
    for (const [name, expected] of testsIn(test)) {
      const node = parent?.properties?.[name];
      const wanted = Array.isArray(expected.enum) ? expected.enum : 'const' in expected ? [expected.const] : [];
      const missing = wanted.filter((one) => node?.oneOf?.every((option) => option.const !== one));
      if (node?.oneOf) node.oneOf = [...node.oneOf, ...missing.map((one) => ({ const: one, title: String(one) }))];
    }
  return toJsonText(whole);
}

function testsIn(test: unknown): [string, Record<string, unknown>][] {
  if (!isRecord(test)) return [];
  const parts = [test.allOf, test.anyOf, test.not].flat().flatMap(testsIn);
  const own = Object.entries(Object(test.properties)).filter((one): one is [string, Record<string, unknown>] =>
    isRecord(one[1]),
  );
  return [...own, ...parts];
}

/** Resets a question, its UI, its `required` entry and its group's conditions to the active version. */
export function restoreField(
  now: SectionSources,
  live: SectionSources,
  path: readonly string[],
): SectionSources | undefined {
  const [whole, before]: [SchemaNode, SchemaNode] = [JSON.parse(now.schema), JSON.parse(live.schema)];
  const [drawn, drawnBefore]: [UiNode, UiNode] = [JSON.parse(now.ui), JSON.parse(live.ui)];
  const { above, name } = splitPath(path);
  const [parent, was, node] = [nodeAt(whole, above), nodeAt(before, above), nodeAt(before, path)];
  if (!parent?.properties || !was || !node) return undefined;
  parent.properties = { ...parent.properties, [name]: node };
  const names = (parent.required ?? []).filter((one) => one !== name);
  const required = was.required?.includes(name) ? [...names, name] : names;
  if (required.length > 0) parent.required = required;
  else delete parent.required;
  if (was['x-conditions']) parent['x-conditions'] = was['x-conditions'];
  else delete parent['x-conditions'];
  const level = uiLevel(drawn, above);
  const ui = findUi(uiAt(drawnBefore, above), name);
  if (Object.keys(ui).length > 0) level[name] = ui;
  else delete level[name];
  return { schema: toJsonText(whole), ui: toJsonText(drawn) };
}
