import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { documentTypes } from '../../src/model/section/documentTypes';
import { readSchemaFiles, realCatalog } from '../support/schemaFiles';

const files = readSchemaFiles();
const { sections, documents } = files['takeover.json'] as Record<'sections' | 'documents', Record<string, unknown>>;

it('schemas/takeover.json matches its schema', () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    files['meta/takeover.schema.json'] as object,
  );
  validate(files['takeover.json']);
  expect(validate.errors ?? []).toEqual([]);
});

it('schemas/takeover.json names sections of the application and types of documents', () => {
  const stepSections = realCatalog()
    .flow('application')
    .steps.flatMap((step) => step.sections.map(({ section }) => section));
  expect(stepSections).toEqual(expect.arrayContaining(Object.keys(sections)));
  const known = Object.keys((files['definitions/documents.json'] as { types: object }).types);
  expect(known).toEqual(expect.arrayContaining(Object.keys(documents)));
  expect(documentTypes()).toHaveLength(known.length);
});
