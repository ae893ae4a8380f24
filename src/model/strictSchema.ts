import { withBounds } from './bounds';
import { judgingKeywords } from './knownKeywords';
import { mapValues } from './plainSchema';
import type { Condition, SchemaNode } from './types';

type Messages = Record<string, string>;

/**
 * A schema as AJV judges it: conditions as `if` / `then`, unknown members refused, every judging keyword with its message: the field's own,
 * else that of `definitions/messages.json`. A required field that some condition shows is required only while it is shown.
 */
export function strictSchema(node: SchemaNode, messages: Messages): SchemaNode {
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
  const said = messagesOf(out, node, messages);
  if (Object.keys(said).length) out.errorMessage = said as Messages;
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
      (rule.require ?? []).map((name) => ({ if: bothHold(rule, name, shownBy(name)), names: [name] })),
    ),
  ];
  return {
    properties: strictProperties(node, messages),
    required: always,
    additionalProperties: false,
    ...(demands.length && {
      allOf: demands.map((demand) => ({ if: demand.if, then: demandSchema(node, demand.names, messages) })),
    }),
  };
}

function bothHold(rule: Condition, name: string, shownBy: Record<string, unknown>[]): Record<string, unknown> {
  return shownBy.length === 0 || rule.show?.includes(name) ? rule.if : { allOf: [rule.if, { anyOf: shownBy }] };
}

function demandSchema(node: SchemaNode, names: string[], messages: Messages): Record<string, unknown> {
  return { required: names, errorMessage: { required: requiredMessages(node, names, messages) } };
}

/** A missing list says what a list with too few rows says, unless it has its own word for it. */
function requiredMessages(node: SchemaNode, names: string[], messages: Messages): Messages {
  const said = (name: string) => node.properties?.[name]?.errorMessage;
  return Object.fromEntries(
    names.map((name) => [name, said(name)?.required ?? said(name)?.minItems ?? messages.required ?? '']),
  );
}

function messagesOf(out: SchemaNode, node: SchemaNode, messages: Messages): Record<string, unknown> {
  const { required: _own, ...own } = node.errorMessage ?? {};
  const known = judgingKeywords.filter(
    (keyword) => keyword in out && keyword !== 'required' && (own[keyword] ?? messages[keyword]),
  );
  const said: Record<string, unknown> = Object.fromEntries(
    known.map((keyword) => [keyword, own[keyword] ?? messages[keyword]]),
  );
  if (out.required?.length) said.required = requiredMessages(node, out.required, messages);
  return said;
}
