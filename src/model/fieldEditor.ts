import texts from '../../schemas/texts/studio.json';
import type { FileChanges } from './studio';
import type { Answers, Condition, SchemaFiles, SchemaNode, UiNode } from './types';

/** One field of a section as the Studio's form has it: see `readField`. */
export interface FieldAnswers extends Answers {
  label?: string;
  help?: string;
  required?: boolean;
  setting?: string;
  asked_when?: string;
  asked_is?: string;
  options?: { value?: string; text?: string }[];
  rules?: Record<string, string>;
  messages?: Record<string, string>;
}

/** A field that stands in the section's own file: `['address', '[]', 'city']`, and what it is called there. */
export interface ListedField {
  path: string[];
  label: string;
}

/** The rules that each type of answer may have, as JSON Schema knows them. */
const RULES: Record<string, string[]> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
};

/** Every field in a section's own file; what a definition brings along is changed there. */
export function listFields(raw: SchemaNode, whole: SchemaNode, at: string[] = []): ListedField[] {
  return Object.keys(raw.properties ?? {}).flatMap((name) => {
    const [own, full] = [raw.properties?.[name] ?? {}, whole.properties?.[name] ?? {}];
    const path = [...at, name];
    const inner = own.items ? listFields(own.items, full.items ?? {}, [...path, '[]']) : listFields(own, full, path);
    return [{ path, label: full.title ?? name }, ...inner];
  });
}

/** The node at a path: `(schema, ['address', '[]', 'city'])`; undefined where there is none. */
export function nodeAt(node: SchemaNode | undefined, path: readonly string[]): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>((at, part) => (part === '[]' ? at?.items : at?.properties?.[part]), node);
}

const split = (path: readonly string[]) => ({ above: path.slice(0, -1), name: path.at(-1) ?? '' });

/**
 * The form in which a field is edited, as a section of its own: labels, help and kinds are those of schemas/meta, so that a member that
 * gets a title there is asked for here. `siblings` are the fields that a condition may speak of.
 */
export function fieldEditor(files: SchemaFiles, whole: SchemaNode, path: readonly string[]) {
  const { above, name } = split(path);
  const node = nodeAt(whole, path) ?? {};
  const siblings = Object.entries(nodeAt(whole, above)?.properties ?? {}).filter(([other]) => other !== name);
  const meta: Record<string, SchemaNode> = Object(files['meta/section.schema.json']).definitions ?? {};
  const said = meta.node?.properties ?? {};
  const help: SchemaNode = Object(files['meta/ui.schema.json']).definitions?.node?.properties?.['ui:help'] ?? {};
  const text = (title = '', maxLength = 500): SchemaNode => ({ title, type: 'string', maxLength, 'x-pii': 'none' });
  const option = meta.option?.properties ?? {};
  const messages = messageRules(node);
  const properties: Record<string, SchemaNode> = {
    label: text(said.title?.title),
    help: text(help.title, 1000),
    required: { title: said.required?.title, type: 'boolean' },
    ...(node.oneOf && {
      options: {
        title: said.oneOf?.title,
        type: 'array',
        minItems: 1,
        maxItems: 100,
        items: {
          type: 'object',
          required: ['value', 'text'],
          properties: { value: text(option.const?.title, 100), text: text(option.title?.title) },
        },
      },
    }),
    ...(siblings.length > 0 && {
      asked_when: {
        title: said['x-conditions']?.title,
        type: 'string',
        oneOf: siblings.map(([other, { title }]) => ({ const: other, title: title ? `${title} (${other})` : other })),
      },
      asked_is: text(meta.condition?.properties?.if?.title, 100),
    }),
    setting: text(said['x-config']?.title, 100),
    ...groupOf('rules', texts.editor.rules, RULES[String(node.type)] ?? [], (rule) => said[rule]?.title ?? rule),
    ...groupOf('messages', said.errorMessage?.title, messages, (rule) => rule),
  };
  const ui: UiNode = {
    label: { 'ui:autocomplete': 'off' },
    help: { 'ui:widget': 'TextArea', 'ui:autocomplete': 'off', 'ui:help': help.description },
    required: { 'ui:widget': 'Checkbox' },
    ...(node.oneOf && { options: { 'ui:list': texts.editor.options } }),
    ...(siblings.length > 0 && {
      asked_when: { 'ui:widget': 'Select', 'ui:autocomplete': 'off', 'ui:help': said['x-conditions']?.description },
    }),
    setting: { 'ui:autocomplete': 'off', 'ui:help': said['x-config']?.description },
  };
  const schema: SchemaNode = { title: texts.editor.field, type: 'object', required: ['label'], properties };
  return { name: 'studio-field', schema, ui };

  function groupOf(key: string, title: string | undefined, rules: string[], label: (rule: string) => string) {
    if (rules.length === 0) return {};
    const members = rules.map((rule) => [rule, text(label(rule))]);
    return { [key]: { title, type: 'object', properties: Object.fromEntries(members) } };
  }
}

/** The rules of a node that can say something: those it has, and those it has words for. */
function messageRules(node: SchemaNode): string[] {
  const own = Object.keys(node).filter((key) => Object.values(RULES).flat().includes(key) || key === 'format');
  return [...new Set(['required', ...own, ...Object.keys(node.errorMessage ?? {})])];
}

/** A condition that the form can show: one field of the group has one answer. */
function simpleCondition({ if: rule }: Condition): { field: string; value: string } | undefined {
  const { properties = {}, required = [], ...rest } = rule as SchemaNode;
  const [entry, ...more] = Object.entries(properties as Record<string, SchemaNode>);
  if (!entry || more.length || Object.keys(rest).length || required.length > 1) return undefined;
  const [field, { const: value, ...others }] = entry;
  if (value === undefined || Object.keys(others).length) return undefined;
  return { field, value: String(value) };
}

/** Whether a field is asked by a condition that the form cannot show, which is changed as JSON. */
export function hasOtherCondition(whole: SchemaNode, path: readonly string[]): boolean {
  const { above, name } = split(path);
  const conditions = nodeAt(whole, above)?.['x-conditions'] ?? [];
  return conditions.some((one) => one.show?.includes(name) && !simpleCondition(one));
}

/** What a field is now, in the shape of its editor. */
export function readField(whole: SchemaNode, ui: UiNode, path: readonly string[]): FieldAnswers {
  const { above, name } = split(path);
  const [node, parent] = [nodeAt(whole, path) ?? {}, nodeAt(whole, above) ?? {}];
  const shown = (parent['x-conditions'] ?? []).find((one) => one.show?.includes(name) && simpleCondition(one));
  const condition = shown && simpleCondition(shown);
  const config = node['x-config'];
  return withoutEmpty({
    label: node.title,
    help: uiAt(ui, path)['ui:help'] as string | undefined,
    required: parent.required?.includes(name) ?? false,
    setting: typeof config === 'string' ? config : undefined,
    asked_when: condition?.field,
    asked_is: condition?.value,
    options: node.oneOf?.map(({ const: value, title }) => ({ value: String(value), text: title })),
    rules: textsOf(node, RULES[String(node.type)] ?? []),
    messages: node.errorMessage && { ...node.errorMessage },
  });
}

function textsOf(node: SchemaNode, keys: string[]): Record<string, string> {
  const set = keys.filter((key) => node[key as keyof SchemaNode] !== undefined);
  return Object.fromEntries(set.map((key) => [key, String(node[key as keyof SchemaNode])]));
}

function withoutEmpty(answers: FieldAnswers): FieldAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined && value !== ''));
}

function uiAt(ui: UiNode, path: readonly string[]): UiNode {
  return path.reduce<UiNode>((at, part) => (at[part === '[]' ? 'items' : part] ?? {}) as UiNode, ui);
}

/** The texts of a section's two files after its form was filled in otherwise: only what differs between `before` and `after` is written. */
export function writeField(
  sources: { schema: string; ui: string },
  path: readonly string[],
  before: FieldAnswers,
  after: FieldAnswers,
): { schema: string; ui: string } {
  const schema: SchemaNode = JSON.parse(sources.schema);
  const ui: UiNode = JSON.parse(sources.ui);
  const { above, name } = split(path);
  const [node, parent] = [nodeAt(schema, path), nodeAt(schema, above)];
  if (!node || !parent) throw new Error(`The section's own file has no field ${path.join('/')}`);
  const isOther = (key: keyof FieldAnswers) => JSON.stringify(before[key]) !== JSON.stringify(after[key]);
  if (isOther('label')) setOrDrop(node, 'title', after.label);
  if (isOther('setting')) setOrDrop(node, 'x-config', after.setting);
  if (isOther('options')) node.oneOf = optionsOf(after, before, node);
  if (isOther('rules')) writeRules(node, before.rules ?? {}, after.rules ?? {});
  if (isOther('messages')) writeMessages(node, before.messages ?? {}, after.messages ?? {});
  if (isOther('required')) writeRequired(parent, name, after.required === true);
  if (isOther('asked_when') || isOther('asked_is')) writeCondition(parent, name, after);
  if (isOther('help')) setOrDrop(uiNodeFor(ui, path), 'ui:help', after.help);
  return { schema: asText(schema), ui: isOther('help') ? asText(ui) : sources.ui };
}

/** JSON as a file of schemas/ holds it; `npm run format` has the last word on its lines. */
export const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function setOrDrop(node: SchemaNode | UiNode, key: string, value: unknown): void {
  if (value === undefined || value === '') delete (node as Record<string, unknown>)[key];
  else (node as Record<string, unknown>)[key] = value;
}

/** An option keeps what else stands with it; new ones are of the type of the others. */
function optionsOf({ options = [] }: FieldAnswers, before: FieldAnswers, node: SchemaNode): SchemaNode['oneOf'] {
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

function writeCondition(parent: SchemaNode, name: string, { asked_when: field, asked_is: value }: FieldAnswers): void {
  const others = (parent['x-conditions'] ?? []).flatMap((one) => {
    if (!one.show?.includes(name) || !simpleCondition(one)) return [one];
    const show = one.show.filter((shown) => shown !== name);
    const { show: _gone, ...rest } = one;
    return show.length ? [{ ...one, show }] : rest.require ? [rest] : [];
  });
  const answer = field && answerOf(parent.properties?.[field], value);
  const rule = field &&
    answer !== undefined && { if: { properties: { [field]: { const: answer } }, required: [field] } };
  const conditions = rule ? [...others, { ...rule, show: [name] } as Condition] : others;
  setOrDrop(parent, 'x-conditions', conditions.length ? conditions : undefined);
}

/** A typed answer as the field stores it. */
function answerOf(node: SchemaNode | undefined, text = ''): unknown {
  if (text === '') return undefined;
  if (node?.type === 'boolean') return text === 'true';
  return node?.type === 'integer' || node?.type === 'number' ? Number(text) : text;
}

function uiNodeFor(ui: UiNode, path: readonly string[]): UiNode {
  return path.reduce<UiNode>((at, part) => {
    const key = part === '[]' ? 'items' : part;
    at[key] ??= {};
    return at[key] as UiNode;
  }, ui);
}

/** The text of a schema with a field one place up or down among its siblings; the same text at either end. */
export function moveField(schema: string, path: readonly string[], by: -1 | 1): string {
  const whole: SchemaNode = JSON.parse(schema);
  const { above, name } = split(path);
  const parent = nodeAt(whole, above);
  const names = Object.keys(parent?.properties ?? {});
  const [from, to] = [names.indexOf(name), names.indexOf(name) + by];
  if (!parent?.properties || from < 0 || to < 0 || to >= names.length) return schema;
  names.splice(to, 0, ...names.splice(from, 1));
  parent.properties = Object.fromEntries(names.map((one) => [one, parent.properties?.[one] ?? {}]));
  return asText(whole);
}

/** The words of a section that a language does not have yet, in the order they stand. */
export function missingWords(whole: SchemaNode, ui: UiNode, words: Record<string, string>): string[] {
  return [...new Set([...wordsOf(whole), ...wordsOf(ui)])].filter((text) => !(text in words));
}

const SAID = new Set(['title', 'description', 'ui:help', 'ui:title', 'ui:description', 'ui:placeholder']);

function wordsOf(node: unknown, key = ''): string[] {
  if (typeof node === 'string') return SAID.has(key) && node.trim() ? [node] : [];
  if (Array.isArray(node)) return node.flatMap((one) => wordsOf(one));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    key === 'errorMessage' && typeof value === 'string' ? [value] : wordsOf(value, name),
  );
}

/** Which lines of two texts are others, as `[sign, line]` pairs with unchanged lines left out but for one around. */
export function diffLines(before: string, after: string): { sign: ' ' | '-' | '+'; line: string }[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const kept = commonLines(left, right);
  const out: { sign: ' ' | '-' | '+'; line: string }[] = [];
  let [i, j] = [0, 0];
  for (const [x, y] of [...kept, [left.length, right.length] as const]) {
    out.push(...left.slice(i, x).map((line) => ({ sign: '-' as const, line })));
    out.push(...right.slice(j, y).map((line) => ({ sign: '+' as const, line })));
    if (x < left.length) out.push({ sign: ' ', line: left[x] ?? '' });
    [i, j] = [x + 1, y + 1];
  }
  return out.filter(
    ({ sign }, at) => sign !== ' ' || [out[at - 1], out[at + 1]].some((near) => near && near.sign !== ' '),
  );
}

/** The longest common run of lines, as pairs of places. Texts that differ over more lines are told as one whole change. */
function commonLines(a: string[], b: string[]): (readonly [number, number])[] {
  if (a.length * b.length > 4_000_000) return [];
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (table[i] as Uint32Array)[j] =
        a[i] === b[j] ? (table[i + 1]?.[j + 1] ?? 0) + 1 : Math.max(table[i + 1]?.[j] ?? 0, table[i]?.[j + 1] ?? 0);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}

/** Where files differ from what is live: `{ 'address.schema.json': … }` without those that say the same. */
export function onlyChanged(changes: FileChanges, live: Record<string, string>): FileChanges {
  return Object.fromEntries(
    Object.entries(changes).filter(([file, text]) => text !== null && !saysSame(text, live[file])),
  );
}

function saysSame(text: string, live: string | undefined): boolean {
  if (text === live) return true;
  try {
    return live !== undefined && JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(live));
  } catch {
    return false;
  }
}
