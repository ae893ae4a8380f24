import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/model/section/catalog';
import { diffLines } from '../../src/model/studio/diffLines';
import type { SchemaFiles } from '../../src/model/types';
import { lintSchemas } from '../../src/schema-tools/lint/lintSchemas';
import { proveSchemas } from '../../src/schema-tools/prove/proveSchemas';
import { rewriteText } from '../../src/schema-tools/restructure/rewriteText';
import { newSection } from '../../src/tools/schemas/newSection';
import { readWidgetNames } from '../../src/tools/schemas/widgetIndex';
import { readSchemaFiles } from '../support/schemaFiles';

const TODAY = '2026-11-21';
const files = readSchemaFiles();
const widgets = await readWidgetNames();

/** Adds a Spanish translation of each text that the command lists. */
function translated(all: SchemaFiles, isList: boolean): SchemaFiles {
  const { untranslated } = newSection({ name: 'pets-and-horses', isList, step: 'identification', files });
  const added = untranslated['translations/es.json'] ?? [];
  const { texts = {}, ...rest } = all['translations/es.json'] ?? { language: 'Español' };
  const own = Object.fromEntries(added.map((text) => [text, `${text} (es)`]));
  return { ...all, 'translations/es.json': { ...rest, texts: { ...texts, ...own } } };
}

function made(name: string, isList: boolean): SchemaFiles {
  const all: SchemaFiles = { ...files };
  const written = newSection({ name, isList, step: 'identification', files }).files;
  for (const [file, content] of Object.entries(written)) all[file] = content;
  return all;
}

describe('npm run schemas -- new', () => {
  it.each([false, true])('writes a section that passes lint and prove once it is translated (a list: %s)', (isList) => {
    const all = translated(made('pets-and-horses', isList), isList);
    const texts = Object.fromEntries(Object.entries(all).map(([file, content]) => [file, JSON.stringify(content)]));
    expect(lintSchemas({ texts, widgets, today: TODAY })).toEqual([]);
    const scope = { sections: ['pets-and-horses'] };
    const { completed, impossible } = proveSchemas(createCatalog(all), {}, TODAY, scope);
    expect([completed > 0, impossible]).toEqual([true, []]);
  });

  it.each([false, true])('adds lines to existing files and changes at most one line of each (a list: %s)', (isList) => {
    const written = newSection({ name: 'pets-and-horses', isList, step: 'identification', files }).files;
    const known = Object.keys(written).filter((file) => file in files);
    expect(known.length).toBeGreaterThan(3);
    for (const file of known) {
      const text = readFileSync(path.join('schemas', file), 'utf8');
      const now = rewriteText(text, written[file]);
      expect(JSON.parse(now)).toEqual(written[file]);
      const left = diffLines(text, now).filter(({ sign }) => sign === '-');
      // The line above gets a comma, or a one-line list gets a member.
      expect(left.length, file).toBeLessThanOrEqual(1);
    }
  });

  it('adds answers to the personas, and lists the texts to translate without adding translations', () => {
    const all = made('pets-and-horses', true);
    expect(JSON.stringify(all['personas/robin-hale.json'])).toContain('"pets-and-horses":{"pets_and_horses":[{');
    expect(all['translations/es.json']).toEqual(files['translations/es.json']);
    const { untranslated } = newSection({ name: 'pets-and-horses', isList: true, step: 'identification', files });
    expect(untranslated['translations/es.json']).toContain('Add pets and horses');
  });

  it.each([
    ['ssn', 'already'],
    ['Pets', 'lowercase letters'],
  ])('refuses the name %s', (name, reason) => {
    expect(() => made(name, false)).toThrow(reason);
  });

  it('is part of the five steps of the README, which name the files that the command writes', () => {
    const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
    const steps = readme.split('## Add a section in five steps')[1]?.split('\n## ')[0] ?? '';
    expect(steps).toContain('npm run schemas -- new');
    const written = Object.keys(
      newSection({ name: 'a-section-of-theirs', isList: true, step: 'identification', files }).files,
    );
    const named = written
      .filter((file) => !file.startsWith('personas/'))
      .map((file) => file.replace(/^a-section-of-theirs\./, '<name>.'));
    for (const file of named) expect(steps).toContain(`schemas/${file.replace(/^translations\/.*/, 'translations/')}`);
    expect(steps).toContain('schemas/personas/');
  });
});
