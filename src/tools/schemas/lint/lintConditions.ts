import type { Problem } from '../../../model/catalogueError';
import { dateBounds } from '../../../model/dates';
import { isRecord } from '../../../model/paths';
import type { SchemaNode } from '../../../model/types';
import { type LintCheck, visitNodes } from './sources';

/** `dangling-option`: a condition that waits for an answer which is not among the options; `hidden-for-ever` would follow. */
export const lintConditions: LintCheck = ({ sections }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path }) =>
      (node['x-conditions'] ?? []).flatMap((rule, i) =>
        waitedFor(rule.if, node).map(
          ({ field, value, options }): Problem => ({
            code: 'dangling-option',
            file: `${name}.schema.json`,
            path: `${path}/x-conditions/${i}/if`,
            mend: `'${field}' is never ${JSON.stringify(value)}; its options are ${options.map((one) => JSON.stringify(one)).join(', ')}.`,
          }),
        ),
      ),
    ),
  );

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
  const stray = options ? wanted.filter((value) => !options.includes(value)) : [];
  return [...stray.map((value) => ({ field, value, options: options ?? [] })), ...waitedFor(expected, node)];
}

type Fault = [keyword: string, mend: string];

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

/** `contradiction`: rules of one field that no answer can meet together. */
export const lintContradictions: LintCheck = ({ sections, today }) =>
  sections.flatMap(({ name, schema }) =>
    visitNodes(schema).flatMap(({ node, path, parent }) =>
      [
        ...bounds(node),
        ...window(node, today),
        ...years(node, today),
        ...choices(node),
        ...siblings(node, parent, today),
      ].map(
        ([keyword, mend]): Problem => ({
          code: 'contradiction',
          file: `${name}.schema.json`,
          path: `${path}/${keyword}`,
          mend,
        }),
      ),
    ),
  );

function bounds(node: SchemaNode): Fault[] {
  const over = PAIRS.filter(([low, high]) => Number(node[low]) > Number(node[high]));
  const met = STRICT.filter(([low, high]) => Number(node[low]) >= Number(node[high]));
  return [...over, ...met].map(([low, high]) => [
    low,
    `${low} ${node[low]} and ${high} ${node[high]} leave no answer; change one.`,
  ]);
}

function window(node: SchemaNode, today: string): Fault[] {
  const age = node['x-age'];
  if (age && (age.min ?? 0) > (age.max ?? Infinity))
    return [['x-age', `No age is at least ${age.min} and at most ${age.max}.`]];
  if (age && (node['x-inFuture'] || (node['x-notInPast'] && (age.min ?? 0) > 0)))
    return [['x-age', 'A date of the future has no age; delete one of the two rules.']];
  const { min, max } = dateBounds(node, { today });
  if (node['x-inFuture'] && node['x-notInFuture'])
    return [['x-inFuture', 'The date would have to be in the future and not in the future.']];
  return min && max && min > max ? [[dateRule(node), `The date would have to be from ${min} and until ${max}.`]] : [];
}

function dateRule(node: SchemaNode): string {
  return ['x-inFuture', 'x-notInPast', 'x-age'].find((keyword) => keyword in node) ?? 'x-notInFuture';
}

function years(node: SchemaNode, today: string): Fault[] {
  const rule = node['x-year'];
  if (!isRecord(rule)) return [];
  const last = Number(today.slice(0, 4)) + Number(rule.ahead);
  return Number(rule.min) > last ? [['x-year', `No year is from ${rule.min} and until ${last}.`]] : [];
}

const strayDefault = (node: SchemaNode): Fault => [
  'default',
  `${JSON.stringify(node.default)} is not among the options.`,
];

function choices(node: SchemaNode): Fault[] {
  const options = node.oneOf?.map((option) => option.const);
  const twice = options?.filter((value, i) => options.indexOf(value) !== i) ?? [];
  const stray = options && node.default !== undefined && !options.some((value) => value === node.default);
  const typed = options?.filter((value) => !hasType(value, node.type)) ?? [];
  return [
    ...twice.map((value): Fault => ['oneOf', `Two options are ${JSON.stringify(value)}; change one.`]),
    ...typed.map((value): Fault => ['oneOf', `The option ${JSON.stringify(value)} is no ${node.type}.`]),
    ...(stray ? [strayDefault(node)] : []),
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
      [keyword, `'${node[keyword]}' is from ${earliest} on, and this date until ${latest}; no date comes after.`],
    ];
  });
}
