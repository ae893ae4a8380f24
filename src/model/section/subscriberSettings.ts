import aliases from '../../../schemas/meta/setting-aliases.json';
import { findUi, isRecord, ownMember } from '../answers/paths';
import { summaryNames } from '../answers/summaries';
import { placeholdersIn } from '../messages/placeholders';
import type { Condition, SampleConfig, SchemaNode, Setting, SubscriberSettings, SummaryPart, UiNode } from '../types';

export function readConfigSettings({
  documents,
  fields,
  questions,
  wording,
  translations,
}: SampleConfig): SubscriberSettings {
  const questionSettings = readQuestionSettings(questions);
  return {
    settings: { ...mergeAliases({ ...documents, ...fields }), ...questionSettings.settings },
    texts: questionSettings.texts,
    ...(wording && { wording }),
    ...(translations && { translations }),
  };
}

/** Reads the settings and texts of contextual questions. */
export function readQuestionSettings(
  questions: SampleConfig['questions'] = {},
): Required<Pick<SubscriberSettings, 'settings' | 'texts'>> {
  const entries = Object.entries(questions);
  return {
    settings: Object.fromEntries(entries.map(([key, question]) => [key, getSetting(question)])),
    texts: Object.fromEntries(entries.map(([key, { Question, order }]) => [key, { title: Question, order }])),
  };
}

function getSetting({ display, required }: { display: boolean; required: boolean }): Setting {
  if (!display) return 'Hide';
  return required ? 'Required' : 'Optional';
}

interface AppliedSettings {
  schema: SchemaNode;
  removed: string[];
}

/** Applies settings. `Hide` removes a property or option. `Required` and `Optional` change `required`. */
export function applySettingsToSchema(node: SchemaNode, settings: SubscriberSettings, at = ''): AppliedSettings {
  const removed: string[] = [];
  const schema: SchemaNode = { ...node };
  if (node.oneOf) schema.oneOf = node.oneOf.filter((option) => settingFor(option['x-config'], settings) !== 'Hide');
  if (node.items) schema.items = descend(node.items, settings, join(at, '[]'), removed);
  if (node.properties) applySettingsToProperties(node, schema, settings, at, removed);
  return { schema, removed };
}

function applySettingsToProperties(
  node: SchemaNode,
  schema: SchemaNode,
  settings: SubscriberSettings,
  at: string,
  removed: string[],
): void {
  const required = new Set(node.required);
  const kept: [string, SchemaNode][] = [];
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const setting = settingFor(property['x-config'], settings);
    // Also removes questions with only hidden options, and questions that belong to a hidden question.
    const served = ownMember(node.properties, String(property['x-hideWith']));
    if (isHidden(property, settings) || (served && isHidden(served, settings))) {
      removed.push(join(at, name));
      required.delete(name);
      continue;
    }
    if (property.type !== 'object' && setting === 'Required') required.add(name);
    if (setting === 'Optional' || isNeverRequired(property, settings)) required.delete(name);
    kept.push([name, withTitle(descend(property, settings, join(at, name), removed), settings)]);
  }
  const properties = Object.fromEntries(kept);
  schema.properties = properties;
  schema.required = [...required];
  if (node['x-conditions'])
    schema['x-conditions'] = conditionsUnder(settings, node['x-conditions']).map((rule) =>
      removeUnknown(rule, properties, settings),
    );
}

function isNeverRequired(property: SchemaNode | undefined, { neverRequired = [] }: SubscriberSettings): boolean {
  return [property?.['x-config'] ?? []].flat().some((key) => neverRequired.includes(settingName(key)));
}

function isHidden(property: SchemaNode, settings: SubscriberSettings): boolean {
  return settingFor(property['x-config'], settings) === 'Hide' || isEmptyChoice(property, settings);
}

function isEmptyChoice({ oneOf }: SchemaNode, settings: SubscriberSettings): boolean {
  return oneOf?.every((option) => settingFor(option['x-config'], settings) === 'Hide') ?? false;
}

/** Conditions with `x-config` apply only if the setting is `Required`. */
function conditionsUnder(settings: SubscriberSettings, conditions: Condition[]): Condition[] {
  return conditions.filter((rule) => !rule['x-config'] || settingFor(rule['x-config'], settings) === 'Required');
}

function descend(node: SchemaNode, settings: SubscriberSettings, at: string, removed: string[]): SchemaNode {
  const inner = applySettingsToSchema(node, settings, at);
  removed.push(...inner.removed);
  return inner.schema;
}

function withTitle(node: SchemaNode, { texts }: SubscriberSettings): SchemaNode {
  const key = node['x-config'];
  const title = typeof key === 'string' && node.type === 'object' ? ownMember(texts, key)?.title : undefined;
  return title ? { ...node, title } : node;
}

function removeUnknown(
  rule: Condition,
  properties: Record<string, SchemaNode>,
  settings: SubscriberSettings,
): Condition {
  const known = (names: string[] = []) => names.filter((name) => Object.hasOwn(properties, name));
  const required = known(rule.require).filter((name) => !isNeverRequired(properties[name], settings));
  return { if: rule.if, show: known(rule.show), require: required };
}

function join(at: string, name: string): string {
  return at ? `${at}/${name}` : name;
}

export function applySettingsToUi(ui: UiNode, schema: SchemaNode, settings: SubscriberSettings): UiNode {
  const own = Object.entries(withoutHiddenParts(ui, schema)).filter(([key]) => key.startsWith('ui:'));
  const below = Object.entries(schema.properties ?? {}).map(([name, node]) => [
    name,
    applySettingsToUi(findUi(ui, name), node, settings),
  ]);
  const out: UiNode = Object.fromEntries([...own, ...below]);
  if (schema.items) out.items = applySettingsToUi(findUi(ui, 'items'), schema.items, settings);
  if (schema.oneOf) out['ui:enumNames'] = schema.oneOf.map((option) => option.title);
  if (schema.properties) out['ui:order'] = order(ui['ui:order'], schema, settings);
  return out;
}

function withoutHiddenParts(ui: UiNode, schema: SchemaNode): UiNode {
  const { 'ui:options': options, 'ui:list': list } = ui;
  const parts: UiNode = {};
  if (isRecord(options) && options.summary)
    parts['ui:options'] = pickParts(options, ['summary'], summaryNames(schema, ui));
  if (list)
    parts['ui:list'] = pickParts(list, ['summary', 'brief'], summaryNames(schema.items ?? {}, findUi(ui, 'items')));
  return { ...ui, ...parts };
}

function pickParts<T extends object>(options: T, members: readonly string[], names: readonly string[]): T {
  const isKnown = (text: string) => placeholdersIn(text).every((name) => names.includes(name));
  const pick = (parts: readonly SummaryPart[]) =>
    parts.map((part) => [part].flat().filter(isKnown)).filter((texts) => texts.length > 0);
  const picked = Object.entries(options).map(([key, value]) => [
    key,
    members.includes(key) && value ? pick(value) : value,
  ]);
  return Object.fromEntries(picked);
}

function order(given: unknown, { properties = {} }: SchemaNode, settings: SubscriberSettings): string[] {
  const listed = Array.isArray(given) ? given.filter((name) => name === '*' || Object.hasOwn(properties, name)) : ['*'];
  const rest = Object.keys(properties).filter((name) => !listed.includes(name));
  const names = [...new Set([...listed.flatMap((name) => (name === '*' ? rest : [name])), ...rest])];
  const rank = (name: string) => getRank(ownMember(properties, name), settings);
  const ranked = names.filter((name) => rank(name) !== undefined).sort((a, b) => Number(rank(a)) - Number(rank(b)));
  return names.map((name) => (rank(name) === undefined ? name : String(ranked.shift())));
}

function getRank(node: SchemaNode | undefined, { texts }: SubscriberSettings): number | undefined {
  const key = node?.['x-config'];
  return typeof key === 'string' && node?.type === 'object' ? ownMember(texts, key)?.order : undefined;
}

/**
 * Returns the setting for one or several keys: `Required` if any key has it, `Hide` if all keys have it, or else
 * `Optional` if any key has it.
 */
export function settingFor(config: string | string[] | undefined, settings: SubscriberSettings): Setting | undefined {
  if (config === undefined) return undefined;
  const found = [config].flat().map((key) => ownMember(settings.settings, key));
  if (found.includes('Required')) return 'Required';
  if (found.every((setting) => setting === 'Hide')) return 'Hide';
  return found.find((setting) => setting === 'Optional');
}

const NAMES: Readonly<Record<string, string>> = aliases;
const STRICTEST: Setting[] = ['Required', 'Optional', 'Hide'];

/** Returns a setting's name for any of its spellings (docs/spec/001.md and 003.md, §3). */
export function settingName(key: string): string {
  return ownMember(NAMES, key) ?? key;
}

/** Merges aliases. `Required` overrides `Optional`, and `Optional` overrides `Hide`. */
export function mergeAliases(settings: Record<string, Setting> = {}): Record<string, Setting> {
  const found = new Map<string, Setting>();
  for (const [key, setting] of Object.entries(settings)) {
    const name = settingName(key);
    const known = found.get(name);
    found.set(name, known ? stricter(known, setting) : setting);
  }
  return Object.fromEntries(found);
}

function stricter(one: Setting, other: Setting): Setting {
  return STRICTEST.find((setting) => setting === one || setting === other) ?? one;
}
