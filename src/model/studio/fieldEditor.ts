import type { Messages } from '../../messages/files';
import type { Answers, SchemaFiles, SchemaNode, Section, UiNode } from '../types';
import { readAsked } from './fieldCondition';
import { type EditorRow, knownPart, listKnown } from './knownAnswers';
import { nodeAt, splitPath, uiAt } from './sectionFile';
import { settingOptions } from './settingLabels';
import { isSettingsMeta, settingTexts } from './settingsMeta';

export interface FieldAnswers extends Answers {
  label?: string;
  help?: string;
  required?: boolean;
  setting?: string;
  asked?: EditorRow[];
  asked_mode?: 'all' | 'any';
  options?: { value?: string; text?: string }[];
  /** Labels by value. */
  choices?: Record<string, string>;
  rules?: Record<string, string>;
  messages?: Record<string, string>;
}

export const RULES: Record<string, string[]> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
};

type EditorMessages = Messages<'studio'>['editor'];

/** Returns a form that edits a field. Most labels come from schemas/meta. */
export function fieldEditor(
  texts: EditorMessages,
  files: SchemaFiles,
  whole: SchemaNode,
  path: readonly string[],
): Section {
  const node = nodeAt(whole, path) ?? {};
  const { keywords, option, help } = getMeta(files);
  const asked = askedPart(texts.asked, whole, path, keywords['x-conditions']);
  const properties: Record<string, SchemaNode> = {
    label: text(keywords.title?.title),
    help: text(help.title, 1000),
    required: { title: keywords.required?.title, type: 'boolean' },
    ...(node.oneOf && { options: optionRows(keywords.oneOf?.title, option) }),
    ...asked.properties,
    setting: settingPart(files, node, keywords['x-config']?.title),
    ...textGroup('rules', texts.rules, RULES[String(node.type)] ?? [], (rule) => keywords[rule]?.title ?? rule),
    ...textGroup('messages', keywords.errorMessage?.title, messageRules(node), (rule) => rule),
  };
  const ui: UiNode = {
    label: { 'ui:autocomplete': 'off' },
    help: { 'ui:widget': 'TextArea', 'ui:autocomplete': 'off', 'ui:help': help.description },
    required: { 'ui:widget': 'Checkbox' },
    ...(node.oneOf && { options: { 'ui:list': { ...texts.options, named: ['text'] } } }),
    ...asked.ui,
    setting: { 'ui:widget': 'Select', 'ui:autocomplete': 'off', 'ui:help': keywords['x-config']?.description },
  };
  const schema: SchemaNode = {
    ...{ title: texts.field, type: 'object', required: ['label'], properties },
    ...('asked' in properties && { 'x-conditions': [severalAsked] }),
  };
  return { name: 'studio-field', schema, ui };
}

/** New settings can be added only as JSON. */
function settingPart(files: SchemaFiles, node: SchemaNode, title: string | undefined): SchemaNode {
  const known = settingOptions(files);
  const own = node['x-config'];
  const isKnown = typeof own !== 'string' || known.some((one) => one.const === own);
  return { ...text(title, 100), oneOf: isKnown ? known : [{ const: own, title: own }, ...known] };
}

export function getMeta(files: SchemaFiles) {
  const meta: Record<string, SchemaNode> = Object(files['meta/section.schema.json']).definitions ?? {};
  const help: SchemaNode = Object(files['meta/ui.schema.json']).definitions?.node?.properties?.['ui:help'] ?? {};
  return { keywords: meta.node?.properties ?? {}, option: meta.option?.properties ?? {}, help };
}

/** Returns the texts in `schemas/meta` that the Studio shows. */
export function editorTexts(files: SchemaFiles): { text: string; file: string; path: string }[] {
  const ofSettings = Object.entries(files).flatMap(([file, meta]) =>
    isSettingsMeta(file, meta) ? settingTexts(meta).map((one) => ({ ...one, file })) : [],
  );
  return [...ofSettings, ...fieldTexts(files)];
}

function fieldTexts(files: SchemaFiles): { text: string; file: string; path: string }[] {
  return ['section', 'ui'].flatMap((kind) => {
    const file = `meta/${kind}.schema.json`;
    const groups: Record<string, SchemaNode> = Object(files[file]).definitions ?? {};
    return Object.entries(groups).flatMap(([group, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, node]) => 'x-studio' in node)
        .flatMap(([name, { title = '', description = '' }]) =>
          [title, description].flatMap((text) =>
            text ? { text, file, path: `/definitions/${group}/properties/${name}` } : [],
          ),
        ),
    );
  });
}

export function text(title = '', maxLength = 500): SchemaNode {
  return { title, type: 'string', maxLength, 'x-pii': 'none' };
}

export function textGroup(
  key: string,
  title: string | undefined,
  names: string[],
  label: (name: string) => string,
): Record<string, SchemaNode> {
  if (names.length === 0) return {};
  const members = names.map((name) => [name, text(label(name))]);
  return { [key]: { title, type: 'object', properties: Object.fromEntries(members) } };
}

function optionRows(title: string | undefined, option: Record<string, SchemaNode>): SchemaNode {
  const properties = { value: text(option.const?.title, 100), text: text(option.title?.title) };
  const items: SchemaNode = { type: 'object', required: ['value', 'text'], properties };
  return { title, type: 'array', minItems: 1, maxItems: 100, items };
}

const severalAsked = { if: { properties: { asked: { minItems: 2 } }, required: ['asked'] }, show: ['asked_mode'] };

/** Empty if the field has no siblings, or if only JSON can express its condition. */
function askedPart(
  texts: EditorMessages['asked'],
  whole: SchemaNode,
  path: readonly string[],
  keywords: SchemaNode = {},
) {
  const { above, name } = splitPath(path);
  const parent = nodeAt(whole, above) ?? {};
  const siblings = Object.entries(parent.properties ?? {}).filter(([other]) => other !== name);
  const asked = readAsked(parent, name);
  if (siblings.length === 0 || !asked) return { properties: {}, ui: {} };
  const known = knownPart(listKnown({ properties: Object.fromEntries(siblings) }, asked.rows, texts), texts);
  const field: SchemaNode = { title: texts.field, type: 'string', oneOf: siblings.map(siblingOption) };
  const how: SchemaNode = { title: texts.how, type: 'string', oneOf: listChoices(texts.hows) };
  const items: SchemaNode = {
    type: 'object',
    required: ['field'],
    properties: { field, how, is: text(texts.is, 500), ...known.properties },
    'x-conditions': known.conditions,
  };
  const properties: Record<string, SchemaNode> = {
    asked: { title: keywords.title, type: 'array', maxItems: 20, items },
    asked_mode: { title: texts.mode, type: 'string', oneOf: listChoices(texts.modes) },
  };
  const ui: UiNode = {
    asked: {
      'ui:list': texts.list,
      items: {
        field: { 'ui:widget': 'Select', 'ui:autocomplete': 'off' },
        how: { 'ui:widget': 'Select', 'ui:autocomplete': 'off' },
        is: { 'ui:widget': 'TextArea', 'ui:autocomplete': 'off', 'ui:help': texts.isHelp },
        ...known.ui,
      },
    },
    asked_mode: { 'ui:widget': 'Radio', 'ui:autocomplete': 'off' },
  };
  return { properties, ui };
}

const listChoices = (titles: Record<string, string>) =>
  Object.entries(titles).map(([value, title]) => ({ const: value, title }));

function siblingOption([name, { title }]: [string, SchemaNode]) {
  return { const: name, title: title ? `${title} (${name})` : name };
}

export function messageRules(node: SchemaNode): string[] {
  const own = Object.keys(node).filter((key) => Object.values(RULES).flat().includes(key) || key === 'format');
  return [...new Set(['required', ...own, ...Object.keys(node.errorMessage ?? {})])];
}

/** Returns a form that edits a subscriber's wording. */
export function wordingEditor(
  texts: EditorMessages,
  files: SchemaFiles,
  whole: SchemaNode,
  path: readonly string[],
): Section {
  const node = nodeAt(whole, path) ?? {};
  const { keywords, help } = getMeta(files);
  const options = new Map((node.oneOf ?? []).map((one) => [String(one.const), one.title]));
  const properties: Record<string, SchemaNode> = {
    label: text(keywords.title?.title),
    help: text(help.title, 1000),
    ...textGroup('choices', keywords.oneOf?.title, [...options.keys()], (value) => options.get(value) ?? value),
    ...textGroup('messages', keywords.errorMessage?.title, messageRules(node), (rule) => rule),
  };
  const ui: UiNode = {
    label: { 'ui:autocomplete': 'off' },
    help: { 'ui:widget': 'TextArea', 'ui:autocomplete': 'off', 'ui:help': help.description },
  };
  return { name: 'studio-words', schema: { title: texts.field, type: 'object', properties }, ui };
}

export function readWording(whole: SchemaNode, ui: UiNode, path: readonly string[]): FieldAnswers {
  const { title, oneOf, errorMessage } = nodeAt(whole, path) ?? {};
  const help = uiAt(ui, path)['ui:help'];
  return {
    ...(title && { label: title }),
    ...(typeof help === 'string' && { help }),
    ...(oneOf && { choices: Object.fromEntries(oneOf.map((one) => [String(one.const), one.title])) }),
    ...(errorMessage && { messages: { ...errorMessage } }),
  };
}
