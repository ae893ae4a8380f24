import { describe, expect, it } from 'vitest';
import { diffLines } from '../../src/model/studio/diffLines';
import { isTidying } from '../../src/schema-tools/lint/lintSchemas';
import { parseAll, readSchemaTexts } from '../../src/server/forms/readSchemas';
import { restructure, type Verb } from '../../src/tools/schemas/restructure/command';
import { rewriteText } from '../../src/tools/schemas/rewriteText';
import { readWidgetNames } from '../../src/tools/schemas/widgetIndex';

const TODAY = '2026-11-21';
const texts = await readSchemaTexts();
const files = parseAll(texts);
const widgets = await readWidgetNames();

const run = (command: string) => {
  const [verb, ...args] = command.split(' ');
  return restructure(verb as Verb, args, { texts, files, widgets, today: TODAY });
};

describe('npm run schemas -- move, rename and retire', () => {
  it.each<[string, unknown[]]>([
    ['move section ssn income', [{ move: 'ssn', from: 'identification', to: 'income' }]],
    ['move field address address/[]/reason --before address/[]/city', []],
    ['rename section ssn social-security', [{ renameSection: 'ssn', to: 'social-security' }]],
    ['rename section employers jobs', [{ renameSection: 'employers', to: 'jobs' }]],
    ['rename field address address/[]/appartment unit', [{ rename: 'address/[]/appartment', to: 'unit' }]],
    ['rename field address address/[]/property_type kind', [{ rename: 'address/[]/property_type', to: 'kind' }]],
    [
      'rename field employers employer/[]/employer_name company',
      [{ rename: 'employer/[]/employer_name', to: 'company' }],
    ],
    ['retire section other-details', [{ dropSection: 'other-details' }]],
    ['retire field address address/[]/reason', [{ drop: 'address/[]/reason' }]],
  ])('%s changes every file that names it', (command, changes) => {
    const { changes: written, left } = run(command.replace('--before address/[]/', '--before '));
    expect(left.filter((one) => !isTidying(one)).map(({ file, code, fix }) => `${file} ${code} ${fix}`)).toEqual([]);
    const migrations = Object.entries(written).filter(([file]) => file.startsWith('migrations/'));
    expect(migrations.flatMap(([, text]) => JSON.parse(text ?? '').changes)).toEqual(changes);
  });

  it('keeps the other lines of a file', () => {
    const { changes } = run('rename field address address/[]/appartment unit');
    for (const [file, text] of Object.entries(changes).filter(([name]) => name in texts)) {
      const different = diffLines(texts[file] ?? '', text ?? '').filter(({ sign }) => sign !== ' ');
      expect(different.length, file).toBeLessThanOrEqual(8);
    }
  });

  it('lists what it cannot decide', () => {
    const { left } = run('retire field address address/[]/property_type');
    expect(left.map(({ code, file }) => `${code} ${file}`)).toContain('dangling-path address.schema.json');
  });

  it.each([
    ['move section ssn nowhere', "no step 'nowhere'"],
    ['move section pets income', "asks a section 'pets'"],
    ['rename section ssn address', 'exists already'],
    ['rename section ssn SSN', "can't be a name"],
    ['rename field address city town', "no field 'city'"],
    ['move field address address', 'Usage'],
    ['retire everything', 'Usage'],
  ])('refuses %s', (command, reason) => {
    expect(() => run(command)).toThrow(reason);
  });
});

describe('rewriteText', () => {
  it.each([
    ['{ "a": 1, "b": [2] }', { c: 1, b: [2] }, '{ "c": 1, "b": [2] }'],
    ['{\n  "a": 1,\n  "b": 2\n}\n', { b: 2 }, '{\n  "b": 2\n}\n'],
    ['{\n  "a": 1\n}\n', { a: 1, b: { c: 2 } }, '{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}\n'],
    ['{ "a": [1, 2, 3] }', { a: [3, 1] }, '{ "a": [3, 1] }'],
    ['{ "a": {} }', { a: {} }, '{ "a": {} }'],
    ['{ "a": { "b": 1 } }', { a: {} }, '{ "a": {} }'],
  ])('%s', (text, next, expected) => {
    expect(rewriteText(text, next)).toBe(expected);
  });
});
