import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import texts from '../../schemas/texts/server-application.json';
import { isRecord } from '../../src/model/paths';
import { limitsOf } from '../../src/server/documents/documentLimits';

interface Upload {
  name: string;
  documentId: number;
  minBytes: number;
  maxBytes: number;
  help: string;
}

const read = (file: string): unknown => JSON.parse(readFileSync(`schemas/${file}`, 'utf8'));
const uploads = readdirSync('schemas')
  .filter((file) => file.endsWith('.ui.json'))
  .flatMap((file) => uploadsIn(read(file), read(file.replace('.ui.', '.schema.')), file));
const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);

/** Every field that takes files: its document type from the schema, its limits and its help from the ui schema. */
function uploadsIn(ui: unknown, schema: unknown, name: string): Upload[] {
  if (!isRecord(ui)) return [];
  const node = isRecord(schema) ? schema : {};
  const options = isRecord(ui['ui:options']) ? ui['ui:options'] : {};
  const own =
    ui['ui:widget'] === 'Upload'
      ? [
          {
            name,
            documentId: Number(node['x-document']),
            minBytes: Number(options.minBytes ?? 1),
            maxBytes: Number(options.maxBytes),
            help: String(ui['ui:help'] ?? ''),
          },
        ]
      : [];
  const properties = isRecord(node.properties) ? node.properties : {};
  const inner = Object.keys(ui).filter((key) => !key.startsWith('ui:'));
  const schemaOf = (key: string) => (key === 'items' ? node.items : properties[key]);
  return [...own, ...inner.flatMap((key) => uploadsIn(ui[key], schemaOf(key), `${name}/${key}`))];
}

test('every field that takes files is looked at', () => {
  expect(uploads.length).toBeGreaterThan(8);
});

describe.each(uploads)('$name', ({ documentId, minBytes, maxBytes, help }) => {
  test('has the limits that the server holds', () => {
    expect(limitsOf(documentId)).toMatchObject({ least: minBytes, most: maxBytes });
  });

  test('says in its help no other limit than its own', () => {
    const said = [...help.matchAll(/(\d+) MB/g)].map(([, size]) => Number(size));
    expect(said.filter((size) => size !== megabytes(maxBytes))).toEqual([]);
  });
});

test('the server refuses in the words of its own limits', () => {
  expect(texts.refusals.fileTooBig).toBe(`File is larger than ${megabytes(limitsOf(5)?.most ?? 0)}MB`);
  expect(texts.refusals.proofTooBig).toBe(`File is larger than ${megabytes(limitsOf(15)?.most ?? 0)}MB`);
});
