import type { Problem } from '../../../model/catalogueError';
import { isRecord } from '../../../model/paths';
import type { SchemaNode } from '../../../model/types';
import { type LintCheck, visitNodes } from './lintSources';

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
