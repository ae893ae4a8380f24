import { isRecord, ownMember } from '../answers/paths';
import type { SchemaNode, Section, UiNode } from '../types';
import type { SchemaIssue } from './catalogError';
import { branchingKeywords, knownKeywords } from './knownKeywords';

type Report = (code: string, path: string, fix: string) => void;

export function checkSchema({ name, schema }: Section): SchemaIssue[] {
  const problems: SchemaIssue[] = [];
  checkNode(schema, '', (code, path, fix) => problems.push({ code, file: `${name}.schema.json`, path, fix }));
  return problems;
}

function checkNode(node: SchemaNode, path: string, report: Report): void {
  for (const keyword of Object.keys(node))
    if (branchingKeywords.includes(keyword))
      report('branching', `${path}/${keyword}`, "This keyword isn't allowed. Put the rule under 'x-conditions'.");
    else if (!knownKeywords.includes(keyword))
      report('unknown-keyword', `${path}/${keyword}`, suggest(keyword, knownKeywords));
  for (const [i, option] of (node.oneOf ?? []).entries())
    if (!isRecord(option) || !('const' in option) || !('title' in option))
      report(
        'branching-option',
        `${path}/oneOf/${i}`,
        "Give each option 'const' and 'title'. Put rules under x-conditions.",
      );
  if (node.properties) checkNames(node, node.properties, path, report);
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    checkSiblings(property, node.properties ?? {}, `${path}/properties/${name}`, report);
    checkNode(property, `${path}/properties/${name}`, report);
  }
  if (node.items) checkNode(node.items, `${path}/items`, report);
}

function checkNames(node: SchemaNode, properties: Record<string, SchemaNode>, path: string, report: Report): void {
  const expect = (name: string, at: string) => {
    if (!Object.hasOwn(properties, name)) report('dangling-path', at, suggest(name, Object.keys(properties)));
  };
  for (const name of node.required ?? []) expect(name, `${path}/required`);
  for (const [i, rule] of (node['x-conditions'] ?? []).entries()) {
    const at = `${path}/x-conditions/${i}`;
    for (const name of [...(rule.show ?? []), ...(rule.require ?? [])]) expect(name, at);
    for (const name of testedNames(rule.if)) if (name !== '$context' || path !== '') expect(name, `${at}/if`);
  }
}

function testedNames(test: unknown): string[] {
  if (!isRecord(test)) return [];
  const combined = ['allOf', 'anyOf', 'oneOf']
    .flatMap((key) => (Array.isArray(test[key]) ? test[key] : []))
    .concat(test.not ?? []);
  const chosen = isRecord(test['x-chosen']) ? [String(test['x-chosen'].field)] : [];
  const required = Array.isArray(test.required) ? test.required.map(String) : [];
  return [...Object.keys(test.properties ?? {}), ...required, ...chosen, ...combined.flatMap(testedNames)];
}

function checkSiblings(property: SchemaNode, siblings: Record<string, SchemaNode>, path: string, report: Report): void {
  for (const keyword of ['x-sameAs', 'x-sameText', 'x-hideWith', 'x-after', 'x-notBefore', 'x-idOf']) {
    const name = property[keyword];
    if (typeof name === 'string' && !Object.hasOwn(siblings, name))
      report('dangling-path', `${path}/${keyword}`, suggest(name, Object.keys(siblings)));
  }
  const together = property['x-together'];
  if (isRecord(together) && !Object.hasOwn(siblings, String(together.with)))
    report('dangling-path', `${path}/x-together`, suggest(String(together.with), Object.keys(siblings)));
  const rows = property.items?.properties;
  for (const keyword of ['x-uniqueBy', 'x-firstOnly', 'x-fixed'])
    for (const name of [property[keyword] ?? []].flat().map(String))
      if (!rows || !Object.hasOwn(rows, name))
        report('dangling-path', `${path}/${keyword}`, suggest(name, Object.keys(rows ?? {})));
}

/** Returns a hint with the most similar name. If none is similar, the hint lists all names, if there are any. */
export function suggest(word: string, names: readonly string[]): string {
  if (names.length === 0) return `'${word}' isn't known here. Remove it.`;
  const near = nearest(word, names);
  return near
    ? `'${word}' isn't known here. Did you mean '${near}'?`
    : `'${word}' isn't known here. Use one of: ${names.join(', ')}.`;
}

/** Returns the most similar name: `('patern', ['pattern'])` → `'pattern'`. Undefined if none is similar. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, edits: distance(word, name) })).sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best && best.edits <= Math.max(2, word.length / 3) ? best.name : undefined;
}

/** True for a probable misspelling: `('movein', 'MoveIn')` → true */
export function isTypo(word: string, name: string): boolean {
  if (word.toLowerCase() === name.toLowerCase()) return true;
  return Math.min(word.length, name.length) > 3 && distance(word, name) <= 2;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** RJSF's widget for stored fields that aren't shown. */
const HIDDEN = 'hidden';

export function checkUi({ name, schema, ui }: Section, widgetNames: readonly string[]): SchemaIssue[] {
  const problems: SchemaIssue[] = [];
  const report: Report = (code, path, fix) => problems.push({ code, file: `${name}.ui.json`, path, fix });
  checkUiNode(ui, schema, '', widgetNames, report);
  return problems;
}

function checkUiNode(
  ui: UiNode,
  schema: SchemaNode,
  path: string,
  widgetNames: readonly string[],
  report: Report,
): void {
  const names = [...Object.keys(schema.properties ?? {}), ...(schema.items ? ['items'] : [])];
  checkWidget(ui, path, widgetNames, report);
  checkUiNames(ui, Object.keys(schema.properties ?? {}), path, report);
  checkCovers(ui, schema, path, report);
  for (const [key, value] of Object.entries(ui)) {
    if (key.startsWith('ui:') || key === '$schema') continue;
    const child = key === 'items' ? schema.items : ownMember(schema.properties, key);
    if (!child) report('ui-path', `${path}/${key}`, suggest(key, names));
    else if (isRecord(value)) {
      checkUiSiblings(value, schema, `${path}/${key}`, report);
      checkUiNode(value, child, `${path}/${key}`, widgetNames, report);
    }
  }
}

function checkWidget(ui: UiNode, path: string, widgetNames: readonly string[], report: Report): void {
  const widget = ui['ui:widget'];
  const known = [...widgetNames, HIDDEN];
  if (typeof widget === 'string' && !known.includes(widget))
    report('unknown-widget', `${path}/ui:widget`, suggest(widget, known));
}

function checkCovers(ui: UiNode, { items }: SchemaNode, path: string, report: Report): void {
  const { since } = ui['ui:list']?.covers ?? {};
  const names = Object.keys(items?.properties ?? {});
  if (since !== undefined && !names.includes(since)) report('ui-path', `${path}/ui:list`, suggest(since, names));
}

function checkUiNames(ui: UiNode, names: string[], path: string, report: Report): void {
  const { 'ui:entries': entries, 'ui:order': order = [] } = ui;
  for (const name of [...order.filter((one) => one !== '*'), entries?.answer, entries?.list])
    if (typeof name === 'string' && !names.includes(name)) report('ui-path', path, suggest(name, names));
}

function checkUiSiblings(ui: UiNode, parent: SchemaNode, path: string, report: Report): void {
  const options = isRecord(ui['ui:options']) ? ui['ui:options'] : {};
  const names = Object.keys(parent.properties ?? {});
  const after = isRecord(options.after) ? options.after : {};
  const lockedBy = isRecord(options.lockedBy) ? options.lockedBy : {};
  const named = [
    ...[options.clears ?? [], lockedBy.fields ?? []].flat(),
    after.field,
    ...Object.keys(options.answers ?? {}),
    ...Object.keys(options.postpones ?? {}),
    ...Object.values(options.fills ?? {}),
    ...Object.values(options.filter ?? {}),
    options.documentIdFrom,
  ];
  for (const name of named)
    if (typeof name === 'string' && !names.includes(name))
      report('ui-path', `${path}/ui:options`, suggest(name, names));
}
