import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../../src/model/section/catalog';
import type { UiNode } from '../../../src/model/types';
import { matchPattern } from '../../../src/schema-tools/prove/matchPattern';
import { pairwise, proveSchemas } from '../../../src/schema-tools/prove/proveSchemas';
import { readSampleSettings } from '../../../src/tools/schemas/checkCommands';

import { MESSAGES } from '../../support/sampleSection';
import { readSchemaFiles, realCatalog } from '../../support/schemaFiles';

const TODAY = '2026-11-21';

/** Returns a catalog with only this section. */
function catalogOf(schema: object, ui: UiNode = {}) {
  const steps = [
    {
      id: 'a',
      route: '/a',
      title: 'A',
      heading: 'A',
      sections: [{ section: 'sample', anchor: 'a', tab: 'A', title: 'A', body: '.' }],
    },
  ];
  const files = {
    'sample.schema.json': { title: 'Sample', type: 'object', ...schema },
    'sample.ui.json': ui,
    'definitions/messages.json': MESSAGES,
    'flows/application.json': { steps },
    'flows/entry.json': { steps: [] },
    'flows/success.json': { steps: [] },
  };
  return createCatalog(files, ['Text', 'Select']);
}

function impossibleIn(schema: object, ui: UiNode = {}) {
  return proveSchemas(catalogOf(schema, ui), {}, TODAY).impossible.map(({ settings, stuck, option }) => ({
    settings,
    at: stuck?.path.join('/'),
    ...(option && { option: option.value }),
  }));
}

const isKind = (kind: string) => ({ properties: { kind: { const: kind } }, required: ['kind'] });

describe('npm run schemas -- prove', () => {
  it('completes every section under every sample and pairwise over all settings', { timeout: 120_000 }, () => {
    const { completed, impossible } = proveSchemas(realCatalog(), readSampleSettings(readSchemaFiles()), TODAY);
    expect(impossible).toEqual([]);
    expect(completed).toBeGreaterThan(100);
  });

  it('names the two settings that are impossible together', () => {
    const schema = {
      required: ['kind'],
      properties: {
        other: { type: 'string', 'x-config': 'C' },
        kind: {
          type: 'string',
          oneOf: [
            { const: 'a', title: 'A' },
            { const: 'b', title: 'B', 'x-config': 'B' },
          ],
        },
        proof: { type: 'string', readOnly: true },
      },
      'x-conditions': [{ if: isKind('a'), require: ['proof'], 'x-config': 'A' }],
    };
    const found = impossibleIn(schema).filter(({ option }) => option === undefined);
    expect(found).toContainEqual({ settings: { A: 'Required', B: 'Hide' }, at: 'proof' });
  });

  it("doesn't ask a question whose options are all hidden", () => {
    const options = [
      { const: 'a', title: 'A', 'x-config': 'A' },
      { const: 'b', title: 'B', 'x-config': 'B' },
    ];
    expect(impossibleIn({ required: ['kind'], properties: { kind: { type: 'string', oneOf: options } } })).toEqual([]);
  });

  it('reports the setting that requires an impossible field', () => {
    const schema = {
      properties: { id: { type: 'integer', 'x-config': 'A' }, name: { type: 'string', 'x-config': 'B' } },
    };
    expect(impossibleIn(schema, { id: { 'ui:widget': 'hidden' } })).toEqual([
      { settings: { A: 'Required' }, at: 'id' },
    ]);
  });

  it("reports no setting if the section can't be completed at all", () => {
    const schema = {
      required: ['a'],
      properties: { a: { type: 'string', minLength: 3, maxLength: 2 }, b: { type: 'string', 'x-config': 'A' } },
    };
    expect(impossibleIn(schema)).toEqual([{ settings: {}, at: 'a' }]);
  });

  it('names the impossible option', () => {
    const holds = { properties: { answer: { const: 'No' } }, required: ['answer'] };
    const schema = {
      required: ['answer'],
      properties: {
        answer: {
          type: 'string',
          oneOf: [
            { const: 'Yes', title: 'Yes' },
            { const: 'No', title: 'No' },
          ],
        },
        proof: { type: 'string', readOnly: true },
      },
      'x-conditions': [{ if: holds, show: ['proof'], require: ['proof'] }],
    };
    expect(impossibleIn(schema)).toEqual([{ settings: {}, at: 'proof', option: 'No' }]);
  });

  it("tries another option if the first can't be completed", () => {
    const holds = { properties: { answer: { const: 'a' } }, required: ['answer'] };
    const schema = {
      required: ['answer'],
      properties: { answer: { type: 'string', enum: ['a', 'b'] }, proof: { type: 'string', readOnly: true } },
      'x-conditions': [{ if: holds, require: ['proof'] }],
    };
    const { completed } = proveSchemas(catalogOf(schema), {}, TODAY);
    expect(completed).toBe(0);
    expect(impossibleIn(schema)).toEqual([{ settings: {}, at: 'proof', option: 'a' }]);
  });
});

describe('pairwise', () => {
  it.each([1, 2, 4, 9, 15])('combines every two values of %i keys', (count) => {
    const keys = Array.from({ length: count }, (_, i) => `k${i}`);
    const rows = pairwise(keys, ['x', 'y', 'z']);
    for (const a of keys)
      for (const b of keys) {
        const met = new Set(rows.map((row) => `${row[a]}${row[b]}`));
        expect(met.size).toBe(a === b ? 3 : 9);
      }
    expect(rows.length).toBeLessThan(40);
  });
});

describe('matchPattern', () => {
  it.each([
    '^[0-9]{5}$',
    '^([0-9]{5}|[0-9]{9})$',
    '^[A-Z]{2}-\\d+(?: x)?$',
    '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$',
    '^\\S',
    '^(?:ab|cd){2}[^a]$',
  ])('makes a text for %s', (pattern) => {
    expect(matchPattern(pattern)).toMatch(new RegExp(pattern));
  });

  it('returns undefined for a pattern without a match', () => {
    expect(matchPattern('^(?=.*z)a$')).toBeUndefined();
  });
});
