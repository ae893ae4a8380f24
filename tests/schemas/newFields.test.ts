import { expect, test } from 'vitest';
import { addField, fieldKinds } from '../../src/model/studio/fieldList';
import { lintSchemas } from '../../src/schema-tools/lint/lintSchemas';
import { readWidgetNames } from '../../src/tools/schemas/widgetIndex';
import { readSchemaFiles } from '../support/schemaFiles';

const files = readSchemaFiles();
const widgets = await readWidgetNames();
const texts = Object.fromEntries(Object.entries(files).map(([file, content]) => [file, JSON.stringify(content)]));

test.each(fieldKinds)('a new question (%s) only needs its translation', (kind) => {
  const [schema, ui] = [texts['address.schema.json'] ?? '', texts['address.ui.json'] ?? ''];
  const added = addField({ schema, ui }, { label: 'Something new', kind, after: ['address', '[]', 'city'] }, [
    'Yes',
    'No',
  ]);
  const issues = lintSchemas({
    texts: { ...texts, 'address.schema.json': added.schema, 'address.ui.json': added.ui },
    widgets,
    today: '2026-11-27',
  });
  expect(issues.map(({ code, fix }) => `${code} ${fix}`)).toEqual([
    'missing-translation Add "Something new" to translations/es.json.',
  ]);
});
