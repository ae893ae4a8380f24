import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../../src/model/types';
import {
  maskAnswers,
  openAnswers,
  sealAnswers,
  unmaskAnswers,
} from '../../../../src/server/applications/sealedAnswers';
import { seal, unseal } from '../../../../src/server/platform/crypto/seal';

const key = randomBytes(32);

describe('seal', () => {
  it('opens with the same key and row', () => {
    const sealed = seal(key, Buffer.from('Robin'), 'table/1');
    expect(unseal(key, sealed, 'table/1').toString()).toBe('Robin');
    expect(sealed.includes('Robin')).toBe(false);
  });

  it('never produces the same ciphertext twice', () => {
    expect(seal(key, Buffer.from('x'), 'a')).not.toEqual(seal(key, Buffer.from('x'), 'a'));
  });

  it('refuses another row, another key, changed bytes, another version and cut bytes', () => {
    const sealed = seal(key, Buffer.from('Robin'), 'table/1');
    const changed = Buffer.from(sealed);
    changed[sealed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const newer = Buffer.from(sealed);
    newer[0] = 2;
    expect(() => unseal(key, sealed, 'table/2')).toThrow();
    expect(() => unseal(randomBytes(32), sealed, 'table/1')).toThrow();
    for (const wrong of [changed, newer, sealed.subarray(0, 20), Buffer.alloc(0)])
      expect(() => unseal(key, wrong, 'table/1')).toThrow();
  });
});

describe('sealAnswers', () => {
  const schema: SchemaNode = {
    type: 'object',
    properties: {
      ssn: { type: 'string', 'x-pii': 'ssn' },
      dob: { type: 'string', 'x-pii': 'dob' },
      name: { type: 'string', 'x-pii': 'contact' },
      banks: { type: 'array', items: { type: 'object', properties: { balance: { type: 'number', 'x-pii': 'bank' } } } },
    },
  };
  const answers = { ssn: '219-09-9999', dob: '1990-04-12', name: 'Robin', banks: [{ balance: 12.5 }, {}] };

  it('encrypts numbers, dates and SSNs, stores last4 separately, and decrypts them unchanged', () => {
    const sealed = sealAnswers(schema, answers, key, 'row');
    expect(sealed).toMatchObject({ name: 'Robin', ssn: { last4: '9999' } });
    for (const secret of ['219-09-9999', '1990-04-12', '12.5']) expect(JSON.stringify(sealed)).not.toContain(secret);
    const lost: string[] = [];
    const open = (bound: string) => openAnswers(schema, sealed, key, bound, (path) => lost.push(path));
    expect(open('row')).toEqual(answers);
    expect(lost).toEqual([]);
    expect(open('other row')).toEqual({ name: 'Robin', banks: [{}, {}] });
    expect(lost).toEqual(['ssn', 'dob', 'banks/0/balance']);
  });

  it('decrypts only answers to current questions, and masks an SSN whose field is no longer an SSN field', () => {
    const sealed = sealAnswers(schema, answers, key, 'row');
    const open = (schema: SchemaNode) => openAnswers(schema, sealed, key, 'row', () => undefined);
    const { ssn: _gone, banks: _gone2, ...properties } = schema.properties ?? {};
    expect(open({ type: 'object', properties })).toMatchObject({ dob: '1990-04-12', name: 'Robin', banks: [{}, {}] });
    expect(JSON.stringify(open({ type: 'object', properties }))).not.toMatch(/9999|12\.5/);
    for (const kind of ['none', 'bank'] as const) {
      const lowered = { ...properties, ssn: { type: 'string', 'x-pii': kind } } satisfies SchemaNode['properties'];
      expect(open({ type: 'object', properties: lowered }).ssn).toBe('***-**-9999');
    }
  });

  it('removes values that are already sealed, at any depth and of any kind', () => {
    const foreign = { $sealed: 'AQ==' };
    const answers = {
      ssn: foreign,
      name: foreign,
      plain: foreign,
      banks: [{ balance: foreign }, foreign, { a: [foreign] }],
    };
    expect(sealAnswers(schema, answers, key, 'row')).toEqual({ banks: [{}, { a: [] }] });
  });

  it('masks complete SSNs, removes partial ones, and shows a number of only four digits', () => {
    expect(maskAnswers(schema, { ssn: '219-09-9999' })).toEqual({ ssn: '***-**-9999' });
    expect(maskAnswers(schema, { ssn: '219-09-' })).toEqual({});
    expect(maskAnswers(schema, { ssn: '9999' })).toEqual({ ssn: '9999' });
  });

  it('replaces a masked SSN with the stored one', () => {
    expect(unmaskAnswers(schema, { ssn: '***-**-9999' }, ['123-45-1111', '219-09-9999'])).toEqual({
      ssn: '219-09-9999',
    });
    expect(unmaskAnswers(schema, { ssn: '***-**-2222' }, ['219-09-9999'])).toEqual({ ssn: '000-00-0000' });
    expect(unmaskAnswers(schema, { ssn: 7 }, [])).toEqual({ ssn: 7 });
  });
});
