import { describe, expect, it } from 'vitest';
import { type Asked, readAsked, writeAsked } from '../../../src/model/studio/fieldCondition';
import type { Condition, SchemaNode } from '../../../src/model/types';

const properties = {
  rents: { type: 'boolean' },
  years: { type: 'integer' },
  kind: { type: 'string' },
  why: { type: 'string' },
} as Record<string, SchemaNode>;

const is = (field: string, test: object) => ({ properties: { [field]: test }, required: [field] });
const group = (...conditions: Condition[]): SchemaNode => ({ properties, 'x-conditions': conditions });
const shown = (rule: object): Condition => ({ if: rule as Condition['if'], show: ['why'] });

describe('the condition of a question', () => {
  const WAYS: [string, Asked, SchemaNode][] = [
    ['always', { mode: 'all', rows: [] }, { properties }],
    [
      'after one answer',
      { mode: 'all', rows: [{ field: 'rents', how: 'is', is: 'true' }] },
      group(shown(is('rents', { const: true }))),
    ],
    [
      'after any answer at all',
      { mode: 'all', rows: [{ field: 'kind', how: 'is' }] },
      group(shown({ required: ['kind'] })),
    ],
    [
      'after one of several answers of one question',
      { mode: 'all', rows: [{ field: 'years', how: 'is', is: '1\n2' }] },
      group(shown(is('years', { enum: [1, 2] }))),
    ],
    [
      'unless an answer was given',
      { mode: 'all', rows: [{ field: 'rents', how: 'isNot', is: 'true' }] },
      group(shown({ not: is('rents', { const: true }) })),
    ],
    [
      'after several answers and without others',
      {
        mode: 'all',
        rows: [
          { field: 'rents', how: 'is', is: 'true' },
          { field: 'years', how: 'is', is: '3' },
          { field: 'kind', how: 'isNot', is: 'house' },
          { field: 'kind', how: 'isNot', is: 'boat' },
        ],
      },
      group(
        shown({
          properties: { rents: { const: true }, years: { const: 3 } },
          required: ['rents', 'years'],
          allOf: [{ not: is('kind', { const: 'house' }) }, { not: is('kind', { const: 'boat' }) }],
        }),
      ),
    ],
    [
      'after any of several answers',
      {
        mode: 'any',
        rows: [
          { field: 'rents', how: 'is', is: 'true' },
          { field: 'kind', how: 'isNot', is: 'house' },
        ],
      },
      group(shown(is('rents', { const: true })), shown({ not: is('kind', { const: 'house' }) })),
    ],
  ];

  it.each(WAYS)('is written the same way it was read: %s', (_what, asked, node) => {
    expect(readAsked(node, 'why')).toEqual(asked);
    const written: SchemaNode = { properties };
    writeAsked(written, 'why', asked);
    expect(written).toEqual(node);
  });

  it.each([
    ['a limit', [shown(is('years', { minimum: 2 }))]],
    ['a list of the server', [shown({ 'x-chosen': { field: 'kind' } })]],
    ['an answer that may be absent', [shown({ properties: { rents: { const: true } } })]],
    ['a setting', [{ ...shown(is('rents', { const: true })), 'x-config': 'Pets' }]],
    [
      'one group of answers or another',
      [
        shown({ properties: { rents: { const: true }, years: { const: 1 } }, required: ['rents', 'years'] }),
        shown(is('kind', { const: 'x' })),
      ],
    ],
  ])('must be edited as JSON if it is %s', (_what, conditions) => {
    expect(readAsked(group(...conditions), 'why')).toBeUndefined();
  });

  it('keeps the other fields that it showed, and its required answer', () => {
    const node = group({ if: is('rents', { const: true }), show: ['why', 'kind'], require: ['why'] } as Condition);
    writeAsked(node, 'why', { mode: 'all', rows: [{ field: 'years', how: 'is', is: '4' }] });
    expect(node['x-conditions']).toEqual([
      { if: is('rents', { const: true }), show: ['kind'] },
      { if: is('years', { const: 4 }), show: ['why'], require: ['why'] },
    ]);
  });
});
