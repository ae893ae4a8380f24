import { describe, expect, it } from 'vitest';
import { carryAnswers } from '../../src/engine/carryAnswers';
import type { SchemaNode } from '../../src/model/types';

const text: SchemaNode = { type: 'string' };
const object = (properties: Record<string, SchemaNode>): SchemaNode => ({ type: 'object', properties });
const rows = (properties: Record<string, SchemaNode>): SchemaNode => ({ type: 'array', items: object(properties) });

describe('carryAnswers', () => {
  it.each([
    {
      fact: 'keeps what both versions ask, though the server has an older text',
      before: object({ city: { ...text, title: 'City' } }),
      after: object({ city: { ...text, title: 'Town' } }),
      typed: { city: 'Austin' },
      stored: { city: 'Aus' },
      carried: { city: 'Austin' },
    },
    {
      fact: 'takes a renamed answer from the server, in each row',
      before: object({ home: rows({ flat: text, city: text }) }),
      after: object({ home: rows({ unit: text, city: text }) }),
      typed: { home: [{ flat: '4B', city: 'Austin' }, { city: 'Waco' }] },
      stored: { home: [{ unit: '4B', city: 'Aus' }, {}] },
      carried: { home: [{ city: 'Austin', unit: '4B' }, { city: 'Waco' }] },
    },
    {
      fact: 'leaves out what is no longer asked, in groups too',
      before: object({ name: object({ first: text, nick: text }), pet: text }),
      after: object({ name: object({ first: text }) }),
      typed: { name: { first: 'Lu', nick: 'L' }, pet: 'Rex' },
      stored: {},
      carried: { name: { first: 'Lu' } },
    },
    {
      fact: 'keeps a choice that is still offered, else takes the migrated one',
      before: object({ pet: { ...text, enum: ['cat', 'hound'] }, car: { ...text, enum: ['ford', 'vw'] } }),
      after: object({ pet: { ...text, enum: ['cat', 'dog'] }, car: { ...text, enum: ['vw', 'bmw'] } }),
      typed: { pet: 'hound', car: 'vw' },
      stored: { pet: 'dog', car: 'bmw' },
      carried: { pet: 'dog', car: 'vw' },
    },
    {
      fact: 'keeps the id of a row, which no question asks for',
      before: object({ job: rows({ title: text }) }),
      after: object({ job: rows({ title: text, since: text }) }),
      typed: { job: [{ id: 3, title: 'Cook' }] },
      stored: { job: [{ id: 3, title: 'Coo', since: '2020' }] },
      carried: { job: [{ id: 3, title: 'Cook', since: '2020' }] },
    },
  ])('$fact', ({ before, after, typed, stored, carried }) => {
    expect(carryAnswers(before, after, typed, stored)).toEqual(carried);
  });
});
