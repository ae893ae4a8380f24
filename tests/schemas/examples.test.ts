import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/model/answers/paths';
import { createCatalog } from '../../src/model/section/catalog';
import { ownKeywords } from '../../src/model/section/knownKeywords';
import { resolveSection } from '../../src/model/section/resolveSection';
import { readWidgetList } from '../../src/model/section/widgetList';
import type { Answers, Context, SampleConfig, SchemaNode, SubscriberSettings } from '../../src/model/types';
import { lintSchemas } from '../../src/schema-tools/lint/lintSchemas';
import { compileForBoth } from '../../src/server/forms/compiledSections';
import { describedKeywords, keywordsPage } from '../../src/tools/schemas/keywordsPage';
import { readSchemaFiles } from '../support/schemaFiles';

/** `x-example` of a keyword in meta/section.schema.json. */
interface Example {
  section: SchemaNode;
  settings?: SubscriberSettings['settings'];
  lists?: Context['lists'];
  right: Answers;
  wrong?: Answers;
}

const page = readFileSync('docs/schemas.md', 'utf8');
const files = readSchemaFiles();
const examples = describedKeywords(files).map(({ key, 'x-example': example }): [string, Example] => [
  key,
  Object(example),
]);

function errorsOf({ section, settings = {}, lists }: Example, answers: Answers) {
  const all = {
    'example.schema.json': { type: 'object', ...section },
    'example.ui.json': {},
    'definitions/messages.json': files['definitions/messages.json'],
  };
  const catalog = createCatalog(all, ['Text', 'Select']);
  const plain = resolveSection(catalog.section('example'), { settings }, catalog.messages);
  const context = { today: '2026-11-21', applicant: { first_name: 'Robin', last_name: 'Hale' }, lists };
  return compileForBoth(plain).checker.check(answers, context as Context).errors;
}

describe('docs/keywords.md', () => {
  it('is generated from schemas/meta: run npm run schemas -- meta', () => {
    expect(readFileSync('docs/keywords.md', 'utf8')).toBe(keywordsPage(files));
  });

  it('has an example for each of our keywords, with that keyword in it', () => {
    expect(examples.map(([keyword]) => keyword).sort()).toEqual([...ownKeywords].sort());
    for (const [keyword, example] of examples)
      expect(JSON.stringify(example.section), keyword).toContain(`"${keyword}"`);
  });

  it.each(examples)('%s: a correct example is accepted', (_keyword, example) => {
    expect(errorsOf(example, example.right)).toEqual([]);
  });

  it.each(examples.filter(([, { wrong }]) => wrong))(
    '%s: a wrong example is rejected with a message',
    (keyword, example) => {
      const errors = errorsOf(example, example.wrong ?? {});
      expect(errors).toHaveLength(1);
      expect(errors[0]?.message.length).toBeGreaterThan(3);
      const asks = ['required', 'pattern'];
      expect([keyword, ...asks]).toContain(errors[0]?.keyword);
      // Without the keyword, the same answers are valid.
      const { [keyword]: _gone, ...without } = { ...example.section } as Record<string, unknown>;
      const bare = JSON.parse(JSON.stringify(without, (key, value) => (key === keyword ? undefined : value)));
      if (keyword !== 'x-chosen') expect(errorsOf({ ...example, section: bare }, example.wrong ?? {})).toEqual([]);
    },
  );
});

describe('docs/schemas.md', () => {
  const whole = [...page.matchAll(/```json\n(\{\n {2}"\$schema": "([^"]+)"[\s\S]*?)```/g)];
  it.each(whole.map(([, text = '', meta = '']): [string, string] => [meta, text]))(
    'the example of %s is valid by its meta-schema',
    (meta, text) => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      const schema: unknown = files[meta.replace(/^\.{1,2}\//, '')];
      expect(isRecord(schema) && ajv.validate(schema, JSON.parse(text)), JSON.stringify(ajv.errors)).toBe(true);
    },
  );

  it('shows custom messages that exist in every language', () => {
    const [, text = ''] = /## One subscriber's settings and wording[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? [];
    const own: SampleConfig = JSON.parse(text);
    const config = { ...files['configs/demo.json'], ...own };
    const texts = Object.fromEntries(
      Object.entries({ ...files, 'configs/own.json': config }).map(([file, content]) => [
        file,
        JSON.stringify(content),
      ]),
    );
    const findings = lintSchemas({ texts, widgets: readWidgetList(files), today: '2026-11-21' });
    expect(findings.filter(({ file }) => file === 'configs/own.json')).toEqual([]);
    const { translations: _none, ...untranslated } = config;
    const missing = lintSchemas({
      texts: { ...texts, 'configs/own.json': JSON.stringify(untranslated) },
      widgets: readWidgetList(files),
      today: '2026-11-21',
    });
    expect(missing.filter(({ code }) => code === 'missing-translation')).toHaveLength(4);
  });

  it('has no table row with more than 300 characters', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((row) => row.length > 300)).toEqual([]);
  });
});
