import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import texts from '../../schemas/texts/server-application.json';
import { documentType, documentTypes, documentId as numberOf, usualLimits } from '../../src/model/documents';
import { isRecord } from '../../src/model/paths';

interface Upload {
  name: string;
  documentId: number;
  minBytes: number;
  maxBytes: number;
  accept: string[];
  count: number;
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
            accept: options.accept as string[],
            count: node.type === 'array' ? Number(node.maxItems) : 1,
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

describe.each(uploads)('$name', ({ documentId, minBytes, maxBytes, accept, count, help }) => {
  test('has the limits, the media types and the count of its document type', () => {
    const { files, ...type } = documentType(documentId) ?? { files: [] };
    expect(type).toMatchObject({ minBytes, maxBytes, count });
    expect([...accept].sort()).toEqual([...files].sort());
  });

  test('says in its help no other limit than its own', () => {
    const said = [...help.matchAll(/(\d+) MB/g)].map(([, size]) => Number(size));
    expect(said.filter((size) => size !== megabytes(maxBytes))).toEqual([]);
  });
});

test('the server refuses in the words of its own limits', () => {
  expect(texts.refusals.fileTooBig).toBe(`File is larger than ${megabytes(usualLimits.maxBytes)}MB`);
  expect(texts.refusals.proofTooBig).toBe(
    `File is larger than ${megabytes(documentType(numberOf('supplemental'))?.maxBytes ?? 0)}MB`,
  );
});

test('no two document types bear one number, and each name in the table leads somewhere', () => {
  const table = read('definitions/documents.json') as typeof import('../../schemas/definitions/documents.json');
  const types: { files: string; back?: string }[] = Object.values(table.types);
  expect(new Set(documentTypes.map(({ id }) => id)).size).toBe(documentTypes.length);
  expect(types.filter(({ files }) => !(files in table.files))).toEqual([]);
  expect(types.filter(({ back }) => back !== undefined && !(back in table.types))).toEqual([]);
});

test('the rows of a source are a list of its section that bears its number', () => {
  for (const { id, rows } of documentTypes.filter((type) => type.rows)) {
    const ui = read(`${rows?.section}.ui.json`);
    expect(ui).toMatchObject({ 'ui:entries': { source: id, list: rows?.list } });
  }
});
