import path from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ownKeywords } from '../../src/model/section/knownKeywords';
import { describedKeywords } from '../../src/tools/schemas/keywordsPage';
import { readSchemaFiles } from '../support/schemaFiles';

const files = readSchemaFiles();
const META = [
  ['section', /^[a-z0-9-]+\.schema\.json$/],
  ['ui', /^[a-z0-9-]+\.ui\.json$/],
  ['flow', /^flows\/.*\.json$/],
  ['config', /^configs\/.*\.json$/],
  ['persona', /^personas\/.*\.json$/],
] as const;

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
for (const [file, content] of Object.entries(files))
  if (/^meta\/.*\.schema\.json$/.test(file)) ajv.addSchema(Object(content), file.slice('meta/'.length));

function metaSchema(name: string): ValidateFunction {
  const validate = ajv.getSchema(`${name}.schema.json`);
  if (!validate) throw new Error(`There is no schemas/meta/${name}.schema.json`);
  return validate;
}

describe.each(META)('schemas/meta/%s.schema.json', (name, pattern) => {
  const validate = metaSchema(name);
  const matching = Object.keys(files).filter((file) => pattern.test(file));

  it('applies to at least one file', () => {
    expect(matching).not.toEqual([]);
  });

  it.each(matching)('accepts %s', (file) => {
    validate(files[file]);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each(matching)('is named by $schema in %s', (file) => {
    const { $schema } = files[file] as { $schema?: string };
    expect(path.posix.join(path.posix.dirname(file), $schema ?? '')).toBe(`meta/${name}.schema.json`);
  });
});

describe('schemas/meta', () => {
  it.each([
    ['section', { title: 'A', type: 'object', properties: { a: { type: 'string', patern: 'x' } } }],
    ['section', { title: 'A', type: 'object', properties: { a: { oneOf: [{ type: 'string' }] } } }],
    ['ui', { a: { 'ui:widget': 'Texxt' } }],
    ['ui', { a: { 'ui:widgit': 'Text' } }],
    ['flow', { steps: [{ id: 'a', route: 'a', title: 'A', heading: 'A', sections: [] }] }],
    ['config', { title: 'A', documents: { Passport: 'hide' }, fields: {}, questions: {} }],
  ])('%s.schema.json refuses %j', (name, file) => {
    expect(metaSchema(name)(file)).toBe(false);
  });

  it('describes every keyword of ours with a title, a description and an example, for editors', () => {
    const ours = describedKeywords(files);
    expect(ours.map(({ key }) => key).sort()).toEqual([...ownKeywords].sort());
    const bare = ours.filter(({ title, description, examples }) => !title || !description || !examples?.length);
    expect(bare.map(({ key }) => key)).toEqual([]);
  });

  it('names one draft of JSON Schema', () => {
    const metaSchemas = Object.entries(files).filter(([file]) => /^meta\/.*\.schema\.json$/.test(file));
    const drafts = new Set(metaSchemas.map(([, content]) => Object(content).$schema));
    expect([...drafts]).toEqual(['https://json-schema.org/draft/2020-12/schema']);
  });

  it('is named by each file of schemas/', () => {
    const others = Object.entries(files).filter(([file]) => !/^meta\/.*\.schema\.json$/.test(file));
    const unnamed = others.filter(([file, content]) => {
      const meta = path.posix.join(path.posix.dirname(file), String(Object(content).$schema));
      return !(meta in files);
    });
    expect(unnamed.map(([file]) => file)).toEqual([]);
  });
});
