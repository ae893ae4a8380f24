import { describe, expect, it } from 'vitest';
import { diffLines } from '../../src/model/studio/diffLines';
import { isCleanup } from '../../src/schema-tools/lint/lintSchemas';
import type { Verb } from '../../src/schema-tools/restructure/restructure';
import { rewriteText } from '../../src/schema-tools/restructure/rewriteText';
import { parseAll, readSchemaTexts } from '../../src/server/forms/readSchemas';
import { restructureByCommand } from '../../src/tools/schemas/restructure';
import { readWidgetNames } from '../../src/tools/schemas/widgetIndex';

const TODAY = '2026-11-21';
const texts = await readSchemaTexts();
const files = parseAll(texts);
const widgets = await readWidgetNames();

const run = (command: string) => {
  const [verb, ...args] = command.split(' ');
  return restructureByCommand(verb as Verb, args, { texts, files, widgets, today: TODAY });
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
  ])('%s leaves no file to correct, and writes the expected migration', (command, changes) => {
    const { changes: written, left } = run(command.replace('--before address/[]/', '--before '));
    expect(left.filter((one) => !isCleanup(one)).map(({ file, code, fix }) => `${file} ${code} ${fix}`)).toEqual([]);
    const migrations = Object.entries(written).filter(([file]) => file.startsWith('migrations/'));
    expect(migrations.flatMap(([, text]) => JSON.parse(text ?? '').changes)).toEqual(changes);
  });

  it('moves a field in its file', () => {
    const { changes } = run('move field address address/[]/reason --before city');
    const { items } = JSON.parse(changes['address.schema.json'] ?? '').properties.address;
    const names = Object.keys(items.properties);
    expect(names.indexOf('reason')).toBe(names.indexOf('city') - 1);
  });

  it.each([
    ['retire field ssn nickname', []],
    ['rename field ssn nickname short_name', []],
    ['retire field ssn no_doc_reason', [{ drop: 'no_doc_reason' }]],
  ])('%s migrates only what is live', (command, expected) => {
    const schema = JSON.parse(texts['ssn.schema.json'] ?? '');
    schema.properties.nickname = { type: 'string', title: 'First name', 'x-pii': 'none' };
    const drafted = { ...texts, 'ssn.schema.json': JSON.stringify(schema) };
    const [verb, ...args] = command.split(' ');
    const known = { texts: drafted, files: parseAll(drafted), live: files, widgets, today: TODAY };
    const { changes, touched } = restructureByCommand(verb as Verb, args, known);
    const migrations = Object.entries(changes).filter(([file]) => file.startsWith('migrations/'));
    expect(migrations.flatMap(([, text]) => JSON.parse(text ?? '').changes)).toEqual(expected);
    expect(touched).toHaveLength(expected.length);
  });

  it('retires a field that a draft has renamed', () => {
    const first = run('rename field ssn no_doc_reason reason_without');
    const drafted = { ...texts, ...(first.changes as Record<string, string>) };
    const known = { texts: drafted, files: parseAll(drafted), live: files, widgets, today: TODAY };
    const { changes, touched } = restructureByCommand('retire', ['field', 'ssn', 'reason_without'], known);
    expect(touched).toEqual([{ section: 'ssn', field: 'reason_without' }]);
    expect(Object.keys(changes).filter((file) => file.startsWith('migrations/'))).toHaveLength(1);
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
    ['move section pets income', "has a section 'pets'"],
    ['rename section ssn address', 'already exists'],
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
  ])('keeps the layout of %s', (text, next, expected) => {
    expect(rewriteText(text, next)).toBe(expected);
  });
});
