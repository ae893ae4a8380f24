import { isRecord } from '../../../model/paths';
import type { Condition, SchemaNode } from '../../../model/types';

/** `{ type: 'string', maxLength: 5 }` → `string, maxLength 5`. */
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
  const said = limits.filter((key) => key in node).map((key) => `${key} ${JSON.stringify(node[key])}`);
  const options = oneOf
    ? [
        `one of ${oneOf
          .map((option) => option.title)
          .slice(0, 6)
          .join(' | ')}${oneOf.length > 6 ? ' | …' : ''}`,
      ]
    : [];
  return [type ?? 'any', ...options, ...said].join(', ');
}

/** `{ properties: { a: { const: 1 } } }` → `a is 1`. */
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
