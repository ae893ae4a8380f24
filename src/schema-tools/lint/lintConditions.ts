import { isRecord } from '../../model/answers/paths';
import { dateBounds } from '../../model/format/dates';
import type { SchemaIssue } from '../../model/section/catalogError';
import type { SchemaNode } from '../../model/types';
import { type LintCheck, visitNodes } from './sources';

/** `dangling-option`: a condition tests for an answer that isn't an option. */
export const lintConditions: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      (node['x-conditions'] ?? []).flatMap((rule, i) =>
        waitedFor(rule.if, node).map(
          ({ field, value, options }): SchemaIssue => ({
            code: 'dangling-option',
            file: `${name}.schema.json`,
            path: `${path}/x-conditions/${i}/if`,
            fix: `'${field}' is never ${JSON.stringify(value)}. Its options are ${options.map((one) => JSON.stringify(one)).join(', ')}.`,
          }),
        ),
      ),
    ),
  );

/** `never-shown`: a question depends on another question that is never shown. */
export const lintShown: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }): SchemaIssue[] => {
      const fields = neverShown(node);
      if (fields.length === 0) return [];
      const names = fields.map((field) => `'${field}'`).join(' and ');
      return [
        {
          code: 'never-shown',
          file: `${name}.schema.json`,
          path: `${path}/properties/${fields[0]}`,
          fix: `${names} are never shown, because each one depends on the answer to another. Show one of them from the start.`,
        },
      ];
    }),
  );

function neverShown({ properties = {}, 'x-conditions': rules = [] }: SchemaNode): string[] {
  const hidden = new Set(rules.flatMap(({ show }) => show ?? []).filter((name) => name in properties));
  let before = -1;
  while (hidden.size !== before) {
    before = hidden.size;
    for (const rule of rules)
      for (const name of rule.show ?? []) if (canHold(rule.if, without(hidden, name))) hidden.delete(name);
  }
  return [...hidden];
}

/** A question may depend on its own answer, because the program can set that answer. */
function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set([...names].filter((one) => one !== name));
}

function canHold(test: unknown, hidden: ReadonlySet<string>): boolean {
  if (!isRecord(test)) return true;
  const { required, allOf, anyOf } = test;
  const isDemanded = Array.isArray(required) && required.some((name) => hidden.has(String(name)));
  if (isDemanded) return false;
  if (Array.isArray(allOf) && !allOf.every((part) => canHold(part, hidden))) return false;
  return !Array.isArray(anyOf) || anyOf.some((part) => canHold(part, hidden));
}

interface Waited {
  field: string;
  value: unknown;
  options: unknown[];
}

function waitedFor(test: unknown, schema: SchemaNode): Waited[] {
  if (!isRecord(test)) return [];
  const combined = ['allOf', 'anyOf']
    .flatMap((key) => (Array.isArray(test[key]) ? test[key] : []))
    .concat(test.not ?? []);
  const own = isRecord(test.properties) ? Object.entries(test.properties) : [];
  return [
    ...combined.flatMap((part) => waitedFor(part, schema)),
    ...own.flatMap(([field, expected]) => waitedIn(field, expected, schema.properties?.[field])),
  ];
}

function waitedIn(field: string, expected: unknown, node: SchemaNode | undefined): Waited[] {
  if (!isRecord(expected) || !node) return [];
  const options =
    node.oneOf?.map((option) => option.const) ?? node.enum ?? (node.type === 'boolean' ? [true, false] : undefined);
  const wanted = 'const' in expected ? [expected.const] : Array.isArray(expected.enum) ? expected.enum : [];
  const unknownValues = options ? wanted.filter((value) => !options.includes(value)) : [];
  return [...unknownValues.map((value) => ({ field, value, options: options ?? [] })), ...waitedFor(expected, node)];
}

type Fault = [keyword: string, fix: string];

const PAIRS: [string, string][] = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
  ['x-minLetters', 'maxLength'],
];

const STRICT: [string, string][] = [
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
];

/** `contradiction`: rules that no answer meets, invalid options, or a required field that nobody can answer. */
export const lintContradictions: LintCheck = (sources) => [...withinFields(sources), ...requiredHidden(sources)];

const withinFields: LintCheck = ({ sections, today }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path, parent }) =>
      [
        ...bounds(node),
        ...window(node, today),
        ...years(node, today),
        ...choices(node),
        ...siblings(node, parent, today),
      ].map(
        ([keyword, fix]): SchemaIssue => ({
          code: 'contradiction',
          file: `${name}.schema.json`,
          path: `${path}/${keyword}`,
          fix,
        }),
      ),
    ),
  );

const requiredHidden: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema, ui }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      (node.required ?? [])
        .filter((field) => isUnseen(node.properties?.[field], uiAt(ui, `${path}/properties/${field}`)))
        .map(
          (field): SchemaIssue => ({
            code: 'contradiction',
            file: `${name}.schema.json`,
            path: `${path}/properties/${field}`,
            fix: `'${field}' is required but its widget is 'hidden', so nobody can answer it. Show it, give it a 'default', or remove it from 'required'.`,
          }),
        ),
    ),
  );

function isUnseen(node: SchemaNode | undefined, ui: Record<string, unknown>): boolean {
  return ui['ui:widget'] === 'hidden' && node !== undefined && node.default === undefined && !('const' in node);
}

function uiAt(ui: Record<string, unknown>, path: string): Record<string, unknown> {
  const names = path.split('/').filter((part) => part && part !== 'properties');
  return names.reduce<Record<string, unknown>>((at, name) => {
    const below = at[name];
    return isRecord(below) ? below : {};
  }, ui);
}

function bounds(node: SchemaNode): Fault[] {
  const over = PAIRS.filter(([low, high]) => Number(node[low]) > Number(node[high]));
  const met = STRICT.filter(([low, high]) => Number(node[low]) >= Number(node[high]));
  return [...over, ...met].map(([low, high]) => [
    low,
    `${low} ${node[low]} and ${high} ${node[high]} allow no answer. Change one.`,
  ]);
}

function window(node: SchemaNode, today: string): Fault[] {
  const age = node['x-age'];
  if (age && (age.min ?? 0) > (age.max ?? Infinity))
    return [['x-age', `No age is at least ${age.min} and at most ${age.max}. Change one.`]];
  if (age && (node['x-inFuture'] || (node['x-notInPast'] && (age.min ?? 0) > 0)))
    return [['x-age', 'A future date has no age. Delete one of the two rules.']];
  const { min, max } = dateBounds(node, { today });
  if (node['x-inFuture'] && node['x-notInFuture'])
    return [['x-inFuture', 'One rule requires a future date, and the other forbids it. Delete one of the two rules.']];
  return min && max && min > max ? [[dateRule(node), `No date is after ${min} and before ${max}. Change one.`]] : [];
}

function dateRule(node: SchemaNode): string {
  return ['x-inFuture', 'x-notInPast', 'x-age'].find((keyword) => keyword in node) ?? 'x-notInFuture';
}

function years(node: SchemaNode, today: string): Fault[] {
  const rule = node['x-year'];
  if (!isRecord(rule)) return [];
  const last = Number(today.slice(0, 4)) + Number(rule.ahead);
  return Number(rule.min) > last
    ? [['x-year', `No year is at least ${rule.min} and at most ${last}. Change 'min' or 'ahead'.`]]
    : [];
}

const strayDefault = (node: SchemaNode): Fault => [
  'default',
  `${JSON.stringify(node.default)} isn't one of the options. Change it, or add the option.`,
];

function choices(node: SchemaNode): Fault[] {
  const options = node.oneOf?.map((option) => option.const) ?? node.enum;
  if (options?.length === 0) return [[node.oneOf ? 'oneOf' : 'enum', 'There are no options. Add one.']];
  const twice = options?.filter((value, i) => options.indexOf(value) !== i) ?? [];
  const unknownValues = options && node.default !== undefined && !options.some((value) => value === node.default);
  const typed = options?.filter((value) => !hasType(value, node.type)) ?? [];
  return [
    ...[...new Set(twice)].map(
      (value): Fault => [node.oneOf ? 'oneOf' : 'enum', `Two options are ${JSON.stringify(value)}. Change one.`],
    ),
    ...typed.map(
      (value): Fault => [
        node.oneOf ? 'oneOf' : 'enum',
        `The option ${JSON.stringify(value)} doesn't have the type '${node.type}'. Change the option or the type.`,
      ],
    ),
    ...(unknownValues ? [strayDefault(node)] : []),
  ];
}

function hasType(value: unknown, type: SchemaNode['type']): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === undefined || typeof value === type;
}

function siblings(node: SchemaNode, parent: SchemaNode | undefined, today: string): Fault[] {
  return ['x-after', 'x-notBefore'].flatMap((keyword): Fault[] => {
    const other = parent?.properties?.[String(node[keyword])];
    const earliest = other && dateBounds(other, { today }).min;
    const latest = dateBounds(node, { today }).max;
    if (!earliest || !latest || earliest <= latest) return [];
    return [
      [
        keyword,
        `'${node[keyword]}' can't be before ${earliest}, and this date can't be after ${latest}, so no date fits. Change a rule.`,
      ],
    ];
  });
}
