import { isRecord } from '../../model/answers/paths';
import type { Condition, SchemaNode } from '../../model/types';
import { visitNodes } from '../lint/sources';

/**
 * Finds a field by name or path. Returns its pointer.
 * @throws Error for an unknown or ambiguous name
 */
export function findPath(schema: SchemaNode, field: string): string {
  const wanted = field.replaceAll('/[]', '');
  const known = visitNodes(schema).filter(({ path }) => path && !path.endsWith('/items'));
  const found = known.filter(({ path }) => toPattern(path) === wanted || toPattern(path).endsWith(`/${wanted}`));
  const exact = found.filter(({ path }) => toPattern(path) === wanted);
  const [one, other] = exact.length ? exact : found;
  if (!one)
    throw new Error(`There's no field '${field}'. Use one of ${known.map(({ path }) => toPattern(path)).join(', ')}.`);
  if (other)
    throw new Error(`'${field}' matches several fields. Use ${found.map(({ path }) => toPattern(path)).join(' or ')}.`);
  return one.path;
}

function toPattern(path: string): string {
  return path.replaceAll('/items', '').replaceAll('/properties/', '/').slice(1);
}

/**
 * Returns the paths of a field's parents, and then its own path: `'/properties/a/items/properties/b'` →
 * `['/properties/a', '/properties/a/items/properties/b']`
 */
export function chainTo(schema: SchemaNode, path: string): string[] {
  return visitNodes(schema)
    .map((one) => one.path)
    .filter((one) => one && !one.endsWith('/items') && (path === one || path.startsWith(`${one}/`)));
}

export function nodeAt(schema: SchemaNode, path: string): SchemaNode {
  return visitNodes(schema).find((one) => one.path === path)?.node ?? {};
}

export function uiAt(ui: Record<string, unknown>, path: string): Record<string, unknown> {
  const parts = uiPath(path).split('/').slice(1);
  return parts.reduce<Record<string, unknown>>((at, part) => (isRecord(at[part]) ? at[part] : {}), ui);
}

/** `'/properties/a/items/properties/b'` → `'/a/items/b'` */
export function uiPath(path: string): string {
  return path.replaceAll('/properties/', '/');
}

/** `'/properties/a'` → `'a'` */
export function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `{ type: 'string', maxLength: 5 }` → `string, maxLength 5` */
export function describeType({ type, oneOf, ...node }: SchemaNode): string {
  const limits = [
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    ...Object.keys(node).filter((key) => /^x-(?!config|conditions|pii|document)/.test(key)),
  ];
  const rules = limits.filter((key) => key in node).map((key) => `${key} ${JSON.stringify(node[key])}`);
  const options = oneOf
    ? [
        `one of ${oneOf
          .map((option) => option.title)
          .slice(0, 6)
          .join(' | ')}${oneOf.length > 6 ? ' | …' : ''}`,
      ]
    : [];
  return [type ?? 'any', ...options, ...rules].join(', ');
}

/** `{ properties: { a: { const: 1 } } }` → `a is 1` */
export function describeTest(test: Condition['if']): string {
  const both = (tests: unknown, word: string) =>
    Array.isArray(tests) ? [`(${tests.map((one) => describeTest(one)).join(` ${word} `)})`] : [];
  const fields = isRecord(test.properties) ? Object.entries(test.properties) : [];
  const parts = [
    ...fields.map(([name, rule]) => describeRule(name, rule)),
    ...both(test.allOf, 'and'),
    ...both(test.anyOf, 'or'),
    ...(isRecord(test.not) ? [`not (${describeTest(test.not)})`] : []),
    ...(isRecord(test['x-chosen'])
      ? [`the chosen ${String(test['x-chosen'].field)} has ${JSON.stringify(test['x-chosen'])}`]
      : []),
  ];
  return parts.join(' and ') || JSON.stringify(test);
}

function describeRule(name: string, rule: unknown): string {
  if (!isRecord(rule)) return name;
  if ('const' in rule) return `${name} is ${JSON.stringify(rule.const)}`;
  if (Array.isArray(rule.enum)) return `${name} is one of ${JSON.stringify(rule.enum)}`;
  if (rule.properties) return `in ${name}: ${describeTest(rule)}`;
  return `${name} meets ${JSON.stringify(rule)}`;
}
