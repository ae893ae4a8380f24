import aliases from '../../schemas/meta/setting-aliases.json';
import { branch } from './paths';
import type { Condition, Overlay, SampleConfig, SchemaNode, Setting, UiNode } from './types';

/** The overlay that a file of `schemas/configs/` stands for. */
export function configOverlay({ documents, fields, questions, wording, translations }: SampleConfig): Overlay {
  const asked = questionsOverlay(questions);
  return {
    settings: { ...underOneName({ ...documents, ...fields }), ...asked.settings },
    texts: asked.texts,
    ...(wording && { wording }),
    ...(translations && { translations }),
  };
}

/** What a configuration's contextual questions say: shown and required by name, and their wording and order. */
export function questionsOverlay(
  questions: SampleConfig['questions'] = {},
): Required<Pick<Overlay, 'settings' | 'texts'>> {
  const entries = Object.entries(questions);
  return {
    settings: Object.fromEntries(entries.map(([key, question]) => [key, settingOf(question)])),
    texts: Object.fromEntries(entries.map(([key, { Question, order }]) => [key, { title: Question, order }])),
  };
}

function settingOf({ display, required }: { display: boolean; required: boolean }): Setting {
  if (!display) return 'Hide';
  return required ? 'Required' : 'Optional';
}

/** A schema after the overlay, and the patterns of the fields it took out. */
interface Overlaid {
  schema: SchemaNode;
  removed: string[];
}

/**
 * Lays the subscriber's settings over a schema: `Hide` takes the property out, `Required` adds it to `required`, `Optional` takes
 * it off; options hidden by their own setting go, titles of contextual questions come in. The argument stays as it is.
 */
export function overlaySchema(node: SchemaNode, overlay: Overlay, at = ''): Overlaid {
  const removed: string[] = [];
  const schema: SchemaNode = { ...node };
  if (node.oneOf) schema.oneOf = node.oneOf.filter((option) => settingFor(option['x-config'], overlay) !== 'Hide');
  if (node.items) schema.items = descend(node.items, overlay, join(at, '[]'), removed);
  if (node.properties) overlayProperties(node, schema, overlay, at, removed);
  return { schema, removed };
}

function overlayProperties(
  node: SchemaNode,
  schema: SchemaNode,
  overlay: Overlay,
  at: string,
  removed: string[],
): void {
  const required = new Set(node.required);
  const properties: Record<string, SchemaNode> = {};
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const setting = settingFor(property['x-config'], overlay);
    // A question whose every option is hidden cannot be asked either, nor one that only serves another.
    const served = node.properties?.[String(property['x-hideWith'])];
    if (isHidden(property, overlay) || (served && isHidden(served, overlay))) {
      removed.push(join(at, name));
      required.delete(name);
      continue;
    }
    if (property.type !== 'object' && setting === 'Required') required.add(name);
    if (setting === 'Optional') required.delete(name);
    properties[name] = withTitle(descend(property, overlay, join(at, name), removed), overlay);
  }
  schema.properties = properties;
  schema.required = [...required];
  if (node['x-conditions'])
    schema['x-conditions'] = conditionsUnder(overlay, node['x-conditions']).map((rule) => keepKnown(rule, properties));
}

function isHidden(property: SchemaNode, overlay: Overlay): boolean {
  return settingFor(property['x-config'], overlay) === 'Hide' || isEmptyChoice(property, overlay);
}

function isEmptyChoice({ oneOf }: SchemaNode, overlay: Overlay): boolean {
  return oneOf?.every((option) => settingFor(option['x-config'], overlay) === 'Hide') ?? false;
}

/** A condition with a setting of its own counts only while that setting is `Required`. */
function conditionsUnder(overlay: Overlay, conditions: Condition[]): Condition[] {
  return conditions.filter((rule) => !rule['x-config'] || settingFor(rule['x-config'], overlay) === 'Required');
}

function descend(node: SchemaNode, overlay: Overlay, at: string, removed: string[]): SchemaNode {
  const inner = overlaySchema(node, overlay, at);
  removed.push(...inner.removed);
  return inner.schema;
}

function withTitle(node: SchemaNode, { texts }: Overlay): SchemaNode {
  const key = node['x-config'];
  const title = typeof key === 'string' && node.type === 'object' ? texts?.[key]?.title : undefined;
  return title ? { ...node, title } : node;
}

function keepKnown(rule: Condition, properties: Record<string, SchemaNode>): Condition {
  const known = (names: string[] = []) => names.filter((name) => name in properties);
  return { if: rule.if, show: known(rule.show), require: known(rule.require) };
}

function join(at: string, name: string): string {
  return at ? `${at}/${name}` : name;
}

/** The ui schema that fits an overlaid schema: nothing about fields that are gone, options named, questions in the server's order. */
export function overlayUi(ui: UiNode, schema: SchemaNode, overlay: Overlay): UiNode {
  const out: UiNode = {};
  for (const [key, value] of Object.entries(ui)) if (key.startsWith('ui:')) out[key] = value;
  for (const [name, node] of Object.entries(schema.properties ?? {}))
    out[name] = overlayUi(branch(ui, name), node, overlay);
  if (schema.items) out.items = overlayUi(branch(ui, 'items'), schema.items, overlay);
  if (schema.oneOf) out['ui:enumNames'] = schema.oneOf.map((option) => option.title);
  if (schema.properties) out['ui:order'] = order(ui['ui:order'], schema, overlay);
  return out;
}

/** The server's order sorts the questions it ranks among their own places; the others stay where the file puts them. */
function order(given: unknown, { properties = {} }: SchemaNode, overlay: Overlay): string[] {
  const listed = Array.isArray(given) ? given.filter((name) => name === '*' || name in properties) : ['*'];
  const rest = Object.keys(properties).filter((name) => !listed.includes(name));
  const names = [...new Set([...listed.flatMap((name) => (name === '*' ? rest : [name])), ...rest])];
  const rank = (name: string) => rankOf(properties[name], overlay);
  const ranked = names.filter((name) => rank(name) !== undefined).sort((a, b) => Number(rank(a)) - Number(rank(b)));
  return names.map((name) => (rank(name) === undefined ? name : String(ranked.shift())));
}

function rankOf(node: SchemaNode | undefined, { texts }: Overlay): number | undefined {
  const key = node?.['x-config'];
  return typeof key === 'string' && node?.type === 'object' ? texts?.[key]?.order : undefined;
}

/**
 * The setting for an `x-config`: one key's own, or for a list Required when any requires and Hide only when all hide.
 * Undefined where the subscriber says nothing.
 */
export function settingFor(config: string | string[] | undefined, overlay: Overlay): Setting | undefined {
  if (config === undefined) return undefined;
  const found = [config].flat().map((key) => overlay.settings[key]);
  if (found.includes('Required')) return 'Required';
  if (found.every((setting) => setting === 'Hide')) return 'Hide';
  return found.find((setting) => setting === 'Optional');
}

const NAMES: Readonly<Record<string, string>> = aliases;
const STRICTEST: Setting[] = ['Required', 'Optional', 'Hide'];

/** The one name of a setting, for the second spelling that the specification gives to some (spec 001 §3, spec 003 §3, Configuration). */
export function settingName(key: string): string {
  return NAMES[key] ?? key;
}

/** Settings under their one name each; where both spellings are set the stricter counts, so that what is required is offered. */
export function underOneName(settings: Record<string, Setting> = {}): Record<string, Setting> {
  const out: Record<string, Setting> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const name = settingName(key);
    const known = out[name];
    out[name] = known ? stricter(known, setting) : setting;
  }
  return out;
}

function stricter(one: Setting, other: Setting): Setting {
  return STRICTEST.find((setting) => setting === one || setting === other) ?? one;
}
