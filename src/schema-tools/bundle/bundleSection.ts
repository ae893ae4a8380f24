import { isRecord, ownMember } from '../../model/answers/paths';
import { applyWording } from '../../model/messages/wording';
import { applySettingsToSchema, applySettingsToUi } from '../../model/section/subscriberSettings';
import type { Condition, SchemaNode, Section, SubscriberSettings } from '../../model/types';
import { withBounds } from '../../model/validation/bounds';
import { rules } from '../../model/validation/keywords';
import { standardFormats, standardRules } from './standardKeywords';
import { standardUi } from './standardUi';

export interface Bundle {
  /** JSON Schema 2020-12, standard keywords only. */
  schema: Record<string, unknown>;
  ui: Record<string, unknown>;
  /** Rules that the standard can't express: `{ at: 'employer', keyword: 'x-uniqueBy' }` */
  beyond: Unsupported[];
}

export interface Unsupported {
  /** '' for the section, 'employer/[]' for each employer. */
  at: string;
  keyword: string;
}

type Json = Record<string, unknown>;

/** Converts a section to plain JSON Schema 2020-12 and an RJSF uiSchema. Conditions become `if` and `then`. */
export function bundleSection(section: Section, settings: SubscriberSettings): Bundle {
  const { schema: applied } = applySettingsToSchema(section.schema, settings);
  const { schema, ui } = applyWording(applied, section.ui, ownMember(settings.wording, section.name));
  const beyond: Unsupported[] = [];
  const standard = standardNode(schema, '', beyond);
  return {
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...standard },
    ui: standardUi(applySettingsToUi(ui, schema, settings), schema),
    beyond,
  };
}

const STANDARD_KEYWORDS = new Set(
  'title description type enum const default examples readOnly pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems'.split(
    ' ',
  ),
);

function standardNode(given: SchemaNode, at: string, beyond: Unsupported[]): Json {
  const node = withBounds(given);
  const out: Json = Object.fromEntries(Object.entries(node).filter(([key]) => STANDARD_KEYWORDS.has(key)));
  if (node.oneOf) out.oneOf = node.oneOf.map(({ const: value, title }) => ({ const: value, title }));
  if (node.items) out.items = standardNode(node.items, below(at, '[]'), beyond);
  const parts = [
    ...standardFormats(node),
    ...standardRules(node),
    ...(node.properties ? addMembers(out, node, at, beyond) : []),
  ];
  for (const keyword of Object.keys(node)) if (isBeyond(keyword, node)) beyond.push({ at, keyword });
  if (parts.length > 0) out.allOf = parts;
  return out;
}

const below = (at: string, name: string) => (at ? `${at}/${name}` : name);

/** True for rules that standard keywords can't express, such as comparing an answer with today. */
function isBeyond(keyword: string, node: SchemaNode): boolean {
  if (!Object.hasOwn(rules, keyword)) return false;
  // The format `date` already rejects impossible days.
  if (keyword === 'x-day') return node.format !== 'date';
  return standardRules({ [keyword]: node[keyword] }).length === 0;
}

/** Adds unconditional members to `out`. Returns schemas for the conditions. */
function addMembers(out: Json, node: SchemaNode, at: string, beyond: Unsupported[]): Json[] {
  const { properties = {}, required = [], 'x-conditions': given = [] } = node;
  const conditions = given.filter((condition) => isStandard(condition.if));
  const unknown = given.filter((condition) => !isStandard(condition.if)).flatMap(({ show = [] }) => show);
  for (const name of unknown) beyond.push({ at: below(at, name), keyword: 'x-conditions' });
  const members = Object.entries(properties).map(
    ([name, child]) => [name, standardNode(child, below(at, name), beyond)] as const,
  );
  const shownBy = (name: string) =>
    conditions.filter(({ show }) => show?.includes(name)).map((condition) => condition.if);
  const isConditional = (name: string) => shownBy(name).length > 0;
  out.properties = Object.fromEntries(members.filter(([name]) => !isConditional(name)));
  out.required = required.filter((name) => !isConditional(name) && !unknown.includes(name));
  out.propertyNames = { enum: members.map(([name]) => name) };
  return [
    ...members
      .filter(([name]) => isConditional(name))
      .map(([name, schema]) => showMember(name, schema, shownBy(name), required.includes(name))),
    ...conditions.flatMap((condition) => requireMembers(condition, shownBy)),
  ];
}

function isStandard(test: unknown): boolean {
  if (Array.isArray(test)) return test.every(isStandard);
  if (!isRecord(test)) return true;
  return Object.entries(test).every(
    ([key, value]) => key !== '$context' && !Object.hasOwn(rules, key) && isStandard(value),
  );
}

const anyOf = (tests: readonly SchemaNode[]): Json => (tests.length === 1 ? { ...tests[0] } : { anyOf: tests });

function showMember(name: string, schema: Json, tests: readonly SchemaNode[], isRequired: boolean): Json {
  return {
    if: anyOf(tests),
    then: { properties: { [name]: schema }, ...(isRequired && { required: [name] }) },
    else: { not: { required: [name] } },
  };
}

function requireMembers({ if: test, show, require = [] }: Condition, shownBy: (name: string) => SchemaNode[]): Json[] {
  return require.map((name) => {
    const others = show?.includes(name) ? [] : shownBy(name);
    const holds = others.length > 0 ? { allOf: [test, anyOf(others)] } : test;
    return { if: holds, then: { required: [name] } };
  });
}
