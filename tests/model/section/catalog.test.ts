// cspell:ignore sinc
import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../../src/model/section/catalog';
import { CatalogError } from '../../../src/model/section/catalogError';
import type { SchemaFiles } from '../../../src/model/types';

/** Files as they may be on disk, valid or not. */
const filesOf = (files: Record<string, unknown>): SchemaFiles => JSON.parse(JSON.stringify(files));

function problemsOf(files: SchemaFiles): string[] {
  try {
    createCatalog(files, ['Text', 'Select']);
  } catch (error) {
    if (error instanceof CatalogError)
      return error.problems.map(({ code, file, path, fix }) => `${code} ${file}${path} ${fix}`);
    throw error;
  }
  return [];
}

const schema = (properties: unknown, rest = {}) => ({ 'a.schema.json': { type: 'object', properties, ...rest } });

describe('createCatalog', () => {
  test.each([
    [
      'an unknown keyword',
      schema({ n: { patern: 'x' } }),
      "unknown-keyword a.schema.json/properties/n/patern 'patern' isn't known here. Did you mean 'pattern'?",
    ],
    [
      'a required name that is no property',
      schema({ name: {} }, { required: ['nam'] }),
      "dangling-path a.schema.json/required 'nam' isn't known here. Did you mean 'name'?",
    ],
    [
      'a condition that shows an unknown field',
      schema({ name: {} }, { 'x-conditions': [{ if: {}, show: ['nme'] }] }),
      "dangling-path a.schema.json/x-conditions/0 'nme' isn't known here. Did you mean 'name'?",
    ],
    [
      'a condition that reads an unknown field',
      schema({ name: {} }, { 'x-conditions': [{ if: { required: ['nme'] } }] }),
      "dangling-path a.schema.json/x-conditions/0/if 'nme' isn't known here. Did you mean 'name'?",
    ],
    [
      'a sibling that is not there',
      schema({ a: { 'x-after': 'start' } }),
      "dangling-path a.schema.json/properties/a/x-after 'start' isn't known here. Use one of: a.",
    ],
    [
      'an option that branches',
      schema({ a: { oneOf: [{ properties: {} }] } }),
      "branching-option a.schema.json/properties/a/oneOf/0 Give each option 'const' and 'title'. Put rules under x-conditions.",
    ],
    [
      'an unknown widget',
      { ...schema({ n: {} }), 'a.ui.json': { n: { 'ui:widget': 'Txt' } } },
      "unknown-widget a.ui.json/n/ui:widget 'Txt' isn't known here. Did you mean 'Text'?",
    ],
    [
      'a ui path that is not in the schema',
      { ...schema({ name: {} }), 'a.ui.json': { nmae: {} } },
      "ui-path a.ui.json/nmae 'nmae' isn't known here. Did you mean 'name'?",
    ],
    [
      'an answer for a sibling that is not there',
      { ...schema({ name: {} }), 'a.ui.json': { name: { 'ui:options': { answers: { nmae: 'Yes' } } } } },
      "ui-path a.ui.json/name/ui:options 'nmae' isn't known here. Did you mean 'name'?",
    ],
    [
      'a list that covers years by an unknown field',
      {
        ...schema({ rows: { type: 'array', items: { type: 'object', properties: { since: {} } } } }),
        'a.ui.json': { rows: { 'ui:list': { covers: { years: 2, since: 'sinc' } } } },
      },
      "ui-path a.ui.json/rows/ui:list 'sinc' isn't known here. Did you mean 'since'?",
    ],
    [
      'a ui order with an unknown field',
      { ...schema({ name: {} }), 'a.ui.json': { 'ui:order': ['nmae'] } },
      "ui-path a.ui.json 'nmae' isn't known here. Did you mean 'name'?",
    ],
    [
      'a ui file without a schema',
      { 'b.ui.json': {} },
      'ui-without-schema b.ui.json Add b.schema.json or delete this file.',
    ],
    [
      'a reference to nothing',
      schema({ n: { $ref: 'definitions/none.json' } }),
      "dangling-ref a.schema.json/properties/n There's no schemas/definitions/none.json. Use a file in schemas/.",
    ],
    [
      'a flow with an unknown section',
      { ...schema({}), 'flows/f.json': { steps: [{ id: 's', sections: [{ section: 'b' }] }] } },
      "unknown-section flows/f.json/steps/0/sections/0 'b' isn't known here. Did you mean 'a'?",
    ],
    [
      'a kept answer that has no source',
      {
        ...schema({}),
        'flows/f.json': { steps: [{ id: 's', sections: [{ section: 'a', from: { rent: 'rent' }, keeps: ['rnt'] }] }] },
      },
      "dangling-path flows/f.json/steps/0/sections/0/keeps 'rnt' isn't known here. Did you mean 'rent'?",
    ],
  ])('refuses %s with the file, the path and the fix', (_, files: Record<string, unknown>, problem) => {
    expect(problemsOf(filesOf(files))).toEqual([problem]);
  });

  test('merges the keys beside a reference into it', () => {
    const files = {
      ...schema({ n: { $ref: 'definitions/d.json', title: 'N', errorMessage: { required: 'say it' } } }),
      'definitions/d.json': { type: 'string', title: 'D', errorMessage: { pattern: 'bad' } },
    };
    expect(createCatalog(files, []).section('a').schema.properties?.n).toEqual({
      type: 'string',
      title: 'N',
      errorMessage: { pattern: 'bad', required: 'say it' },
    });
  });
});
