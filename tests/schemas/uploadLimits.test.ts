import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import texts from '../../schemas/texts/server-application.json';
import {
  defaultLimits,
  documentType,
  documentTypes,
  documentId as numberOf,
} from '../../src/model/section/documentTypes';

// Lint checks that each file field states its type's limit (`upload-limit`).
const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);

test("the server's messages name its own limits", () => {
  expect(texts.refusals.fileTooBig).toBe(`File is larger than ${megabytes(defaultLimits().maxBytes)}MB`);
  expect(texts.refusals.proofTooBig).toBe(
    `File is larger than ${megabytes(documentType(numberOf('supplemental'))?.maxBytes ?? 0)}MB`,
  );
});

test('each document type with rows has a section whose list has the number of that type', () => {
  for (const { id, rows } of documentTypes().filter((type) => type.rows)) {
    const ui: unknown = JSON.parse(readFileSync(`schemas/${rows?.section}.ui.json`, 'utf8'));
    expect(ui).toMatchObject({ 'ui:entries': { source: id, list: rows?.list } });
  }
});
