import { isRecord, ownMember } from '../answers/paths';
import { applyWording } from '../messages/wording';
import type { Condition, PlainSection, Rule, SchemaNode, Section, SubscriberSettings } from '../types';
import { withBounds } from '../validation/bounds';
import { validatingKeywords } from './knownKeywords';
import { applyPhotoSetting } from './photoSetting';
import { applySettingsToSchema, applySettingsToUi } from './subscriberSettings';

/** Used instead of `allOf`, whose branches RJSF would also compile separately. */
export const DEMANDS = 'x-demands';

/** Resolves a section to plain JSON Schema and rules (docs/schemas.md). `messages` are defaults by keyword. */
export function resolveSection(
  section: Section,
  settings: SubscriberSettings,
  messages: Record<string, string>,
): PlainSection {
  const { schema: laid, removed } = applySettingsToSchema(section.schema, settings);
  const offered = applyPhotoSetting(section.ui, section.schema, settings);
  const { schema, ui } = applyWording(laid, offered, ownMember(settings.wording, section.name));
  return {
    name: section.name,
    schema: plainSchema(schema),
    ui: applySettingsToUi(ui, schema, settings),
    removed,
    ...collectRules(schema),
    strict: strictSchema(schema, messages),
  };
}

/** Equal conditions share a test. */
function collectRules(schema: SchemaNode): { rules: Rule[]; tests: Record<string, Record<string, unknown>> } {
  const rules: Rule[] = [];
  const tests = new Map<string, string>();
  visit(schema, '', (node, at) => {
    for (const { if: test, show = [], require = [] } of node['x-conditions'] ?? []) {
      const text = JSON.stringify(test);
      const name = tests.get(text) ?? `t${tests.size}`;
      tests.set(text, name);
      rules.push({ at, test: name, show, require });
    }
  });
  return { rules, tests: Object.fromEntries([...tests].map(([text, name]) => [name, JSON.parse(text)])) };
}

function visit(node: SchemaNode, at: string, see: (node: SchemaNode, at: string) => void): void {
  see(node, at);
  const below = (name: string) => (at ? `${at}/${name}` : name);
  for (const [name, property] of Object.entries(node.properties ?? {})) visit(property, below(name), see);
  if (node.items) visit(node.items, below('[]'), see);
}

type Messages = Record<string, string>;

/** Returns the schema for validation. A field with conditions is required only while it's shown. */
function strictSchema(node: SchemaNode, messages: Messages): SchemaNode {
  return {
    ...strict(node, messages),
    ...(node.properties && { properties: { ...strictProperties(node, messages), $context: {} } }),
  };
}

function strict(node: SchemaNode, messages: Messages): SchemaNode {
  const { oneOf, title, description, 'x-conditions': conditions = [], ...out } = withBounds(node);
  if (oneOf) out.enum = oneOf.map((option) => option.const);
  if (node.items) out.items = strict(node.items, messages);
  if (node.properties) Object.assign(out, strictObject(node, conditions, messages));
  const own = collectMessages(out, node, messages);
  // ajv-errors also accepts messages by field.
  if (Object.keys(own).length) out.errorMessage = own as Messages;
  return out;
}

function strictProperties(node: SchemaNode, messages: Messages): Record<string, SchemaNode> {
  return mapValues(node.properties ?? {}, (property) => strict(property, messages));
}

function strictObject(node: SchemaNode, conditions: Condition[], messages: Messages): SchemaNode {
  const shownBy = (name: string) => conditions.filter((rule) => rule.show?.includes(name)).map((rule) => rule.if);
  const always = (node.required ?? []).filter((name) => shownBy(name).length === 0);
  const whileShown = (node.required ?? []).filter((name) => shownBy(name).length > 0);
  const demands = [
    ...whileShown.map((name) => ({ if: { anyOf: shownBy(name) }, names: [name] })),
    ...conditions.flatMap((rule) =>
      (rule.require ?? []).map((name) => ({ if: combineConditions(rule, name, shownBy(name)), names: [name] })),
    ),
  ];
  return {
    properties: strictProperties(node, messages),
    required: always,
    additionalProperties: false,
    ...(demands.length && {
      [DEMANDS]: demands.map((demand) => ({ if: demand.if, then: assertSchema(node, demand.names, messages) })),
    }),
  };
}

function combineConditions(rule: Condition, name: string, shownBy: Record<string, unknown>[]): Record<string, unknown> {
  return shownBy.length === 0 || rule.show?.includes(name) ? rule.if : { allOf: [rule.if, { anyOf: shownBy }] };
}

function assertSchema(node: SchemaNode, names: string[], messages: Messages): Record<string, unknown> {
  return { required: names, errorMessage: { required: requiredMessages(node, names, messages) } };
}

/** A list without a `required` message uses its `minItems` message. */
function requiredMessages(node: SchemaNode, names: string[], messages: Messages): Messages {
  const own = (name: string) => ownMember(node.properties, name)?.errorMessage;
  return Object.fromEntries(
    names.map((name) => [name, own(name)?.required ?? own(name)?.minItems ?? messages.required ?? '']),
  );
}

function collectMessages(out: SchemaNode, node: SchemaNode, messages: Messages): Record<string, unknown> {
  const { required: _own, ...own } = node.errorMessage ?? {};
  const known = validatingKeywords.filter(
    (keyword) => keyword in out && keyword !== 'required' && (own[keyword] ?? messages[keyword]),
  );
  const found: Record<string, unknown> = Object.fromEntries(
    known.map((keyword) => [keyword, own[keyword] ?? messages[keyword]]),
  );
  if (out.required?.length) found.required = requiredMessages(node, out.required, messages);
  return found;
}

/** Returns the schema for rendering, without keywords that make RJSF call its validator. */
function plainSchema(node: SchemaNode): SchemaNode {
  const { oneOf, errorMessage, 'x-conditions': conditions, ...plain } = node;
  if (oneOf) plain.enum = oneOf.map((option) => option.const);
  if (node.items) plain.items = plainSchema(node.items);
  if (node.properties) plain.properties = mapValues(node.properties, plainSchema);
  return plain;
}

function mapValues<T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

export interface SectionMessage {
  field: string;
  keyword: string;
  message: string;
}

export function sectionMessages(strict: SchemaNode): SectionMessage[] {
  const all = messagesAt(strict, '');
  const seen = new Set<string>();
  return all
    .filter(({ keyword }) => keyword !== 'type' && keyword !== 'additionalProperties')
    .filter(({ field, keyword }) => !seen.has(`${field} ${keyword}`) && seen.add(`${field} ${keyword}`));
}

function messagesAt(node: SchemaNode, at: string): SectionMessage[] {
  const below = (name: string) => (at ? `${at}/${name}` : name);
  const demands = node[DEMANDS] ?? [];
  return [
    ...ownMessagesAt(node, at, below),
    ...demands.flatMap(({ then }) => (then ? ownMessagesAt(then, at, below) : [])),
    ...Object.entries(node.properties ?? {}).flatMap(([name, child]) => messagesAt(child, below(name))),
    ...(node.items ? messagesAt(node.items, below('[]')) : []),
  ];
}

function ownMessagesAt(
  { errorMessage = {} }: SchemaNode,
  at: string,
  below: (name: string) => string,
): SectionMessage[] {
  const messages: Record<string, unknown> = errorMessage;
  return Object.entries(messages).flatMap(([keyword, own]) => {
    if (isRecord(own))
      return Object.entries(own).map(([name, message]) => ({ field: below(name), keyword, message: String(message) }));
    return [{ field: at, keyword, message: String(own) }];
  });
}
