import type { SchemaNode, UiNode } from '../types';
import { readAsked, writeAsked } from './fieldCondition';
import { type FieldAnswers, RULES } from './fieldEditor';
import { fromEditorRows, toEditorRows } from './knownAnswers';
import { nodeAt, type SectionSources, splitPath, toJsonText, uiAt, uiLevel } from './sectionFile';

export function hasOtherCondition(whole: SchemaNode, path: readonly string[]): boolean {
  const { above, name } = splitPath(path);
  return readAsked(nodeAt(whole, above) ?? {}, name) === undefined;
}

export function readField(whole: SchemaNode, ui: UiNode, path: readonly string[]): FieldAnswers {
  const { above, name } = splitPath(path);
  const [node, parent] = [nodeAt(whole, path) ?? {}, nodeAt(whole, above) ?? {}];
  const asked = readAsked(parent, name);
  const config = node['x-config'];
  return withoutEmpty({
    label: node.title,
    help: uiAt(ui, path)['ui:help'],
    required: parent.required?.includes(name) ?? false,
    setting: typeof config === 'string' ? config : undefined,
    ...(asked?.rows.length && { asked: toEditorRows(parent, asked.rows), asked_mode: asked.mode }),
    options: node.oneOf?.map(({ const: value, title }) => ({ value: String(value), text: title })),
    rules: readTexts(node, RULES[String(node.type)] ?? []),
    messages: node.errorMessage && { ...node.errorMessage },
  });
}

function readTexts(node: SchemaNode, keys: string[]): Record<string, string> {
  const set = keys.filter((key) => node[key] !== undefined);
  return Object.fromEntries(set.map((key) => [key, String(node[key])]));
}

function withoutEmpty(answers: FieldAnswers): FieldAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined && value !== ''));
}

/** Writes a field's changes. Throws for an unknown field. */
export function writeField(
  sources: SectionSources,
  path: readonly string[],
  before: FieldAnswers,
  after: FieldAnswers,
): SectionSources {
  const schema: SchemaNode = JSON.parse(sources.schema);
  const ui: UiNode = JSON.parse(sources.ui);
  const { above, name } = splitPath(path);
  const [node, parent] = [nodeAt(schema, path), nodeAt(schema, above)];
  if (!node || !parent) throw new Error(`The section's own file has no field ${path.join('/')}`);
  const isOther = (key: keyof FieldAnswers) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  if (isOther('label')) setOrDrop(node, 'title', after.label);
  if (isOther('setting')) setOrDrop(node, 'x-config', after.setting);
  if (isOther('options')) node.oneOf = toOptions(after, before, node);
  if (isOther('rules')) writeRules(node, before.rules ?? {}, after.rules ?? {});
  if (isOther('messages')) writeMessages(node, before.messages ?? {}, after.messages ?? {});
  if (isOther('required')) writeRequired(parent, name, after.required === true);
  if (isOther('asked') || isOther('asked_mode'))
    writeAsked(parent, name, { mode: after.asked_mode ?? 'all', rows: fromEditorRows(parent, after.asked ?? []) });
  if (isOther('help')) setOrDrop(uiLevel(ui, path), 'ui:help', after.help);
  return { schema: toJsonText(schema), ui: isOther('help') ? toJsonText(ui) : sources.ui };
}

function setOrDrop(node: SchemaNode | UiNode, key: string, value: unknown): void {
  if (value === undefined || value === '') delete node[key];
  else node[key] = value;
}

/** New options get the type of the existing options. */
function toOptions({ options = [] }: FieldAnswers, before: FieldAnswers, node: SchemaNode): SchemaNode['oneOf'] {
  const known = new Map((node.oneOf ?? []).map((option) => [String(option.const), option]));
  const isNumber = (node.oneOf ?? []).some((option) => typeof option.const === 'number') || node.type === 'integer';
  const isUsable = /^-?\d+(\.\d+)?$/;
  return options.flatMap(({ value = '', text = '' }, index) => {
    const was = known.get(value) ?? known.get(before.options?.[index]?.value ?? '');
    if (!value || !text) return was ? [was] : [];
    return [{ ...was, const: isNumber && isUsable.test(value) ? Number(value) : value, title: text }];
  });
}

function writeRules(node: SchemaNode, before: Record<string, string>, after: Record<string, string>): void {
  for (const rule of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const text = after[rule];
    if (text === before[rule]) continue;
    setOrDrop(node, rule, rule === 'pattern' || !text || Number.isNaN(Number(text)) ? text : Number(text));
  }
}

function writeMessages(node: SchemaNode, before: Record<string, string>, after: Record<string, string>): void {
  const messages: Record<string, string> = { ...node.errorMessage };
  for (const rule of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const text = after[rule];
    if (text === before[rule]) continue;
    if (text) messages[rule] = text;
    else delete messages[rule];
  }
  setOrDrop(node, 'errorMessage', Object.keys(messages).length ? messages : undefined);
}

function writeRequired(parent: SchemaNode, name: string, isRequired: boolean): void {
  const others = (parent.required ?? []).filter((one) => one !== name);
  const names = isRequired ? [...others, name] : others;
  setOrDrop(parent, 'required', names.length ? names : undefined);
}
