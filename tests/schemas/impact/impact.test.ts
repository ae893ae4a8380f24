import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Migration } from '../../../src/model/answers/migrations';
import { migrateAnswers, migrationsBetween, migrationsUpTo } from '../../../src/model/answers/migrations';
import type { SchemaFiles } from '../../../src/model/types';
import { impactLines, isBreaking } from '../../../src/tools/portal/schemaCommands';
import { type Impact, measureImpact } from '../../../src/tools/schemas/measureImpact';
import { completeSteps, get } from '../../support/fillSteps';
import { openServer } from '../../support/openServer';
import { readSchemaFiles } from '../../support/schemaFiles';
import { registerApplicant } from '../../support/serverApplicants';

const server = await openServer();
const applicant = await registerApplicant(server);
beforeAll(async () => {
  await completeSteps(server, applicant, 'identification');
  const draft = { answers: { address: [{ appartment: '9', reason: 'Too small' }] } };
  const response = await server.app.inject({
    method: 'PUT',
    url: `/api/drafts/${applicant.trn}/address`,
    headers: applicant.headers,
    payload: draft,
  });
  expect(response.statusCode).toBe(200);
});

afterEach(() => vi.restoreAllMocks());

/** Returns the real files with a text replaced in a file and its ui file, and optionally a migration. */
function changed(file: string, from: string, to: string, migration?: object): SchemaFiles {
  const files = readSchemaFiles();
  const text = JSON.stringify(files[file]);
  expect(text).toContain(from);
  files[file] = JSON.parse(text.replaceAll(from, to));
  const ui = file.replace('.schema.', '.ui.');
  if (ui !== file) files[ui] = JSON.parse(JSON.stringify(files[ui]).replaceAll(from, to));
  if (migration) files['migrations/001-test.json'] = { title: 'Test', section: 'address', ...migration };
  return files;
}

function measure(files: SchemaFiles): Promise<Impact> {
  return measureImpact({
    db: server.deps.db,
    forms: server.deps.stores.forms,
    keyring: server.deps.keyring,
    files,
    today: '2026-11-21',
  });
}

const nothing = {
  compared: 0,
  unknown: 0,
  subscribers: {},
  stops: {},
  lost: {},
  unreadable: {},
  sentBack: {},
  breaking: [],
};

describe('npm run schemas -- impact', () => {
  it("reports nothing while the files haven't changed", async () => {
    expect(await measure(readSchemaFiles())).toEqual(nothing);
  });

  it('counts the applications that a shorter retention removes, and the newly affected ones', async () => {
    const files = readSchemaFiles();
    const shorter = { ...files, 'retention.json': { warnAfterDays: 23, removeAfterDays: 30 } };
    await server.deps.db.query("update application set active_at = now() - interval '40 days'");
    const found = await measure(shorter);
    await server.deps.db.query('update application set active_at = now()');
    expect(found.retention).toEqual({ removeAfterDays: 30, all: 1, newly: 1 });
    expect(impactLines(found).join()).toContain('Already idle that long: 1. Newly affected by this change: 1.');
    expect((await measure(files)).retention).toBeUndefined();
  });

  it("counts a renamed field's lost answers in drafts and saved steps, and fails", async () => {
    const files = changed('address.schema.json', '"appartment"', '"unit"');
    const found = await measure(files);
    expect(found.lost).toEqual({ 'address: address/[]/appartment': 2 });
    expect(found.subscribers.demo).toMatchObject({ lost: 2, newlyRequired: 0 });
    expect(found.subscribers.demo?.kept).toBeGreaterThan(10);
    expect(found.breaking).toEqual([{ section: 'address', field: 'address/[]/appartment', change: 'removed' }]);
    expect(isBreaking(found)).toBe(true);
  });

  it('passes with a migration that moves the answer', async () => {
    const files = changed('address.schema.json', '"appartment"', '"unit"', {
      changes: [{ rename: 'address/[]/appartment', to: 'unit' }],
    });
    const found = await measure(files);
    expect(found).toMatchObject({ lost: {}, stops: {}, sentBack: {}, breaking: [] });
    expect(isBreaking(found)).toBe(false);
  });

  it('counts the steps reopened by a newly required field', async () => {
    const files = changed(
      'address.schema.json',
      '"required":["street_address"',
      '"required":["appartment","street_address"',
    );
    const found = await measure(files);
    expect(found.stops).toEqual({ 'address: address/[]/appartment required': 1 });
    expect(found.sentBack).toEqual({ identification: 1 });
    expect(found.breaking).toEqual([{ section: 'address', field: 'address/[]/appartment', change: 'newly-required' }]);
  });

  it('passes if a migration accepts that applicants are asked again', async () => {
    const files = changed(
      'address.schema.json',
      '"required":["street_address"',
      '"required":["appartment","street_address"',
      { changes: [{ accept: 'address/[]/appartment' }] },
    );
    const found = await measure(files);
    expect(found.sentBack).toEqual({ identification: 1 });
    expect(isBreaking(found)).toBe(false);
  });

  it.each([
    ['no break for a changed wording', '"title":"Rent"', '"title":"We rent it"', []],
    ['a changed type', '"type":"boolean"', '"type":"string"', ['type']],
    ['a removed option', '{"const":3,"title":"Other"}', '{"const":4,"title":"Other"}', ['option-removed']],
  ])('reports %s', async (_, from, to, changes) => {
    const { breaking } = await measure(changed('address.schema.json', from, to));
    expect(breaking.map(({ change }) => change)).toEqual(changes);
  });

  it('reports a tightened definition in every section that uses it', async () => {
    const { breaking } = await measure(changed('definitions/phone.json', '"maxLength":32', '"maxLength":12'));
    expect(new Set(breaking.map(({ change }) => change))).toEqual(new Set(['tightened']));
    expect(breaking.length).toBeGreaterThan(3);
  });

  it('compares sealed answers too', async () => {
    const { lost } = await measure(changed('ssn.schema.json', '"SSNNumber"', '"ssn_number"'));
    expect(lost).toEqual({ 'ssn: SSNNumber': 1 });
  });

  it("counts answers that can't be decrypted as missing, and continues", async () => {
    const draft = (data: string) =>
      server.deps.db.query(`update draft set data = ${data} where trn = $1`, [applicant.trn]);
    await draft(`jsonb_set(data, '{address,0,landlord_name}', '{"$sealed":"AQ=="}')`);
    const found = await measure(changed('address.schema.json', '"appartment"', '"unit"'));
    await draft("data #- '{address,0,landlord_name}'");
    expect(found.unreadable).toEqual({ 'address: address/0/landlord_name': 1 });
    expect(impactLines(found)).toContain('  1 × address: address/0/landlord_name');
    expect(found.compared).toBeGreaterThan(1);
  });

  it('prints counts and fields, never an answer or a name', async () => {
    const text = impactLines(await measure(changed('address.schema.json', '"appartment"', '"unit"'))).join('\n');
    expect(text).toContain('2 × address: address/[]/appartment');
    expect(text).not.toMatch(/Robin|Hale|Barton|4B|@example/);
    expect(text).not.toContain(applicant.trn);
  });
});

describe('a row of answers', () => {
  it.each(['draft', 'step_answer'])('in %s has the schema version and a hash of the settings', async (table) => {
    const { rows } = await server.deps.db.query(
      `select distinct schema_version, config_hash from ${table} where trn = $1`,
      [applicant.trn],
    );
    expect(rows).toEqual([
      { schema_version: server.deps.forms.schemaVersion, config_hash: expect.stringMatching(/^[0-9a-f]{16}$/) },
    ]);
  });

  it('is read through the migrations that it lacks', async () => {
    const migrations: Migration[] = [
      {
        name: '001-reason',
        title: 'T',
        section: 'address',
        changes: [{ map: 'address/[]/reason', values: [{ from: 'Too small', to: 'Too little room' }] }],
      },
    ];
    vi.spyOn(server.deps.forms, 'migrations', 'get').mockReturnValue(migrations);
    const { records } = (await get(server, applicant, `/api/drafts/${applicant.trn}/address`)).json();
    expect(records.answers).toEqual({ address: [{ appartment: '9', reason: 'Too little room' }] });
  });
});

describe('migrateAnswers', () => {
  const migration = (changes: Migration['changes']): Migration[] => [
    { name: '001', title: 'T', section: 'address', changes },
  ];
  const answers = { address: [{ old: 'a', kind: 3 }, { kind: 1 }] };

  it.each<[string, Migration['changes'], unknown]>([
    ['renames a field', [{ rename: 'address/[]/old', to: 'new' }], { address: [{ new: 'a', kind: 3 }, { kind: 1 }] }],
    ['drops a field', [{ drop: 'address/[]/kind' }], { address: [{ old: 'a' }, {}] }],
    [
      'maps a value',
      [{ map: 'address/[]/kind', values: [{ from: 3, to: 2 }] }],
      { address: [{ old: 'a', kind: 2 }, { kind: 1 }] },
    ],
    ['leaves an accepted field unchanged', [{ accept: 'address/[]/kind' }], answers],
    ['ignores a field that is not there', [{ drop: 'nothing/[]/here' }], answers],
  ])('%s', (_, changes, expected) => {
    const before = structuredClone(answers);
    expect(migrateAnswers('address', answers, migration(changes))).toEqual(expected);
    expect(answers).toEqual(before);
  });

  it("doesn't change other sections", () => {
    expect(migrateAnswers('ssn', answers, migration([{ drop: 'address/[]/kind' }]))).toEqual(answers);
  });

  it.each([
    [null, 2],
    ['abc', 2],
    ['abc.001-a', 1],
    ['abc.002-b', 0],
  ])('from version %s runs %i of two migrations', (version, pending) => {
    const both = ['001-a', '002-b'].map((name) => ({ name, title: name, section: 's', changes: [] }));
    expect(migrationsBetween(migrationsUpTo(both, version), both)).toHaveLength(pending);
  });
});
