import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { readSchemaFiles } from '../support/schemaFiles';

const files = readSchemaFiles();
const META = [
  ['section', /^[a-z0-9-]+\.schema\.json$/],
  ['ui', /^[a-z0-9-]+\.ui\.json$/],
  ['flow', /^flows\/.*\.json$/],
  ['config', /^configs\/.*\.json$/],
  ['persona', /^personas\/.*\.json$/],
] as const;

function metaSchema(name: string): ValidateFunction {
  return new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
    files[`meta/${name}.schema.json`] as object,
  );
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

  it('names the same widgets for editors and for the program', () => {
    const ui = files['meta/ui.schema.json'] as {
      definitions: { node: { properties: Record<string, { enum: string[] }> } };
    };
    expect(ui.definitions.node.properties['ui:widget']?.enum).toEqual(files['meta/widgets.json']);
  });

  it('lists every keyword of ours that a section may use', () => {
    const section = files['meta/section.schema.json'] as { definitions: { node: { properties: object } } };
    const own = Object.keys(section.definitions.node.properties).filter((key) => key.startsWith('x-'));
    expect([...own, 'x-chosen'].sort()).toEqual(files['meta/keywords.json']);
  });

  it('is described in docs/schemas.md keyword by keyword', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../docs/schemas.md'), 'utf8');
    expect((files['meta/keywords.json'] as string[]).filter((keyword) => !page.includes(keyword))).toEqual([]);
  });
});
