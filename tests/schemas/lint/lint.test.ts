import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LintIssue, lintSchemas } from '../../../src/schema-tools/lint/lintSchemas';
import { readSchemaTexts } from '../../../src/server/forms/readSchemas';
import { readWidgetNames } from '../../../src/tools/schemas/widgetIndex';
import { petsSection } from '../../edits/petsStep';
import { flowWithPets } from '../../support/schemaFolder';
import faults from './faults.json' with { type: 'json' };

const TODAY = '2026-11-21';
const texts = await readSchemaTexts();
const widgets = await readWidgetNames();

function lint(changes: Record<string, string> = {}, more: string[] = []): LintIssue[] {
  return lintSchemas({ texts: { ...texts, ...changes }, widgets: [...widgets, ...more], today: TODAY });
}

/** Returns a real file with one text replaced, to plant an error where it could occur. */
function changed(file: string, from: string, to: string): Record<string, string> {
  const text = texts[file] ?? '';
  if (!text.includes(from)) throw new Error(`schemas/${file} has no ${from}`);
  return { [file]: text.replace(from, to) };
}

/** A change of a real file, and the code of the issue at a path that ends with `at`. `only`: nothing else is found. */
interface Fault {
  code: string;
  file: string;
  from: string;
  to: string;
  at: string;
  only?: boolean;
}

describe('npm run schemas -- lint', () => {
  it('finds nothing in schemas/', () => {
    expect(lint()).toEqual([]);
  });

  it.each<Fault>(faults)('finds $code planted in $file by $to', ({ code, file, from, to, at, only }) => {
    const all = lint(changed(file, from, to));
    const issues = only ? all : all.filter((issue) => issue.code === code);
    expect([...new Set(issues.map((issue) => issue.code))]).toEqual([code]);
    expect(issues.some((issue) => issue.path === at || issue.path.endsWith(at))).toBe(true);
    for (const { line, fix } of issues) {
      expect(line).toBeGreaterThan(0);
      expect(fix.length).toBeGreaterThan(10);
    }
  });

  it.each([
    ['unreachable-section', { 'lonely.schema.json': '{ "title": "L", "type": "object", "properties": {} }' }],
    ['ui-without-schema', { 'lonely.ui.json': '{}' }],
    ['bad-migration', { 'migrations/001-x.json': '{ "title": "x", "changes": [{ "drop": "reason" }] }' }],
    ['dangling-ref', { 'definitions/lonely.json': '{ "$ref": "lonely.json" }' }],
    ['dangling-ref', { 'definitions/lonely.json': '{ "$ref": "missing.json" }' }],
    ['meta', { 'definitions/lonely.json': '{ "enum": [{ "city": "Austin" }] }' }],
    ['unused-definition', { 'definitions/lonely.json': '{ "type": "string" }' }],
    ['large-file', { 'checks/lonely.json': `{ "note": "${'a'.repeat(200_000)}" }` }],
    ['missing-translation', { 'translations/fr.json': '{ "language": "Français", "texts": {} }' }],
    ['unused-translation', changed('translations/es.json', '"texts": {', '"texts": { "Nobody says this": "x",')],
  ])('finds %s', (code, files) => {
    expect(lint(files).map((finding) => finding.code)).toContain(code);
  });

  it('reports an unknown ui key once, in plain words', () => {
    const found = lint(changed('contacts.ui.json', '"ui:widget"', '"ui:emptyValue": "", "ui:widget"'));
    expect(found).toEqual([expect.objectContaining({ code: 'meta', path: expect.stringMatching(/ui:emptyValue$/) })]);
    expect(found[0]?.fix).toBe("'ui:emptyValue' isn't known here. Delete it, or correct its name.");
  });

  it('requires only a translation for an additional step', () => {
    const files = Object.entries({ 'flows/application.json': flowWithPets(), ...petsSection });
    const found = lint(Object.fromEntries(files.map(([file, content]) => [file, JSON.stringify(content)])));
    expect([...new Set(found.map(({ code }) => code))]).toEqual(['missing-translation']);
  });

  it('finds a widget that no schema uses', () => {
    expect(lint({}, ['Slider']).map((finding) => finding.code)).toEqual(
      expect.arrayContaining(['unused-widget', 'stale-list']),
    );
  });

  it('reports the line of a problem in the file that has it', () => {
    const file = 'definitions/zip.json';
    const text = (texts[file] ?? '').replace('"pattern"', '"patern"');
    const [finding] = lint({ [file]: text }).filter(({ code }) => code === 'unknown-keyword');
    expect(finding).toMatchObject({
      file,
      path: '/patern',
      line: text.slice(0, text.indexOf('"patern"')).split('\n').length,
    });
  });

  it('reports codes that docs/schemas.md names', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/schemas.md'), 'utf8');
    const codes = [
      ...faults.map(({ code }) => code),
      'unreachable-section',
      'unused-definition',
      'missing-translation',
      'unused-widget',
    ];
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
});
