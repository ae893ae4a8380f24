import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SchemaNode } from '../../../src/model/types';
import type { RejectedForms } from '../../../src/server/forms/schemaFiles';
import { measureImpact } from '../../../src/tools/schemas/measureImpact';
import { changeFiles, sectionMoves } from '../../edits/changeFiles';
import { editByHand, inSpanish } from '../../edits/editByHand';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../support/fillSteps';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

type Records = Record<string, unknown>;

describe.each(engines)('a section moved to another step, on $name', async (engine) => {
  let robin: TestApplicant;
  let paid: TestApplicant;
  const server = await openServerOnDatabaseCopy({}, engine);
  beforeAll(async () => {
    await mkdir(path.join(server.folder, 'migrations'));
    [robin, paid] = [await registerApplicant(server), await registerApplicant(server)];
    for (const one of [robin, paid]) await completeSteps(server, one, 'income', { files: false });
    expectRecords(await post(server, paid, '/api/payment', await paymentBody(server, paid)));
  });

  const reload = () => server.deps.forms.reload();
  const readBlockers = async () =>
    ((await reload().catch((error: unknown) => error)) as RejectedForms | undefined)?.blockers ?? [];
  const read = async (url: string, who = robin) => expectRecords(await get(server, who, `/api/${url}`));
  const status = (who = robin) => read(`users/sectionstatus/${who.trn}`, who);
  const migrate = async (name: string, changes: object[], rest: object = {}) => {
    const whole = { $schema: '../meta/migration.schema.json', title: name, ...rest, changes };
    await writeFile(path.join(server.folder, `migrations/${name}.json`), JSON.stringify(whole));
    return () => rm(path.join(server.folder, `migrations/${name}.json`));
  };
  const ssnOf = (records: Records) => (records.ssn_data as Records | undefined)?.SSNNumber;
  const done = { identification_details_status: true, applicant_details_status: true, income_banking_status: true };
  const move = { move: 'ssn', from: 'identification', to: 'income' };

  it('is rejected until a migration moves its answers', async () => {
    const takeBack = await changeFiles(server.folder, sectionMoves('ssn', 'identification', 'income'));
    expect(await readBlockers()).toMatchObject([
      { code: 'breaking', file: 'flows/application.json', accept: { section: 'ssn', line: move } },
    ]);
    await takeBack();
    expect(await readBlockers()).toEqual([]);
  });

  it('impact reports no lost answers with the migration, and fails without it', async () => {
    const takeBack = await changeFiles(server.folder, sectionMoves('ssn', 'identification', 'income'));
    const { readSchemaFiles } = await import('../../../src/server/forms/readSchemas');
    const { db, stores, keyring } = server.deps;
    const measure = async () =>
      measureImpact({
        db,
        forms: stores.forms,
        keyring,
        files: await readSchemaFiles(server.folder),
        today: '2026-11-25',
      });
    expect(await measure()).toMatchObject({
      lost: {},
      sentBack: {},
      breaking: [{ section: 'ssn', change: 'section-moved' }],
    });
    const removeIt = await migrate('001-moved', [move]);
    expect(await measure()).toMatchObject({ lost: {}, sentBack: {}, breaking: [] });
    await removeIt();
    await takeBack();
  });

  it('a moved section keeps its answers, draft and status, and is signed in its new step', async () => {
    const url = `/api/drafts/${robin.trn}/ssn`;
    const answers = { isUS_citizen: 'Yes', SSNNumber: '***-**-9999', no_doc_reason: 'other' };
    expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } }));
    const takeBack = await changeFiles(server.folder, sectionMoves('ssn', 'identification', 'income'));
    const removeIt = await migrate('001-moved', [move]);
    expect(await readBlockers()).toEqual([]);
    expect(await read(`income/getdetails/${robin.trn}`)).toMatchObject({
      complete: true,
      ssn_data: { isUS_citizen: 'Yes', SSNNumber: '***-**-9999' },
    });
    expect(await read(`applicant/getidentification/${robin.trn}`)).not.toHaveProperty('ssn_data');
    expect(await status()).toMatchObject(done);
    expect(await read(`drafts/${robin.trn}/ssn`)).toMatchObject({ answers });
    expect(await read('open/application/income')).toMatchObject({
      steps: { income: { ssn_data: { isUS_citizen: 'Yes' } } },
    });
    await takeBack();
    await removeIt();
    expect(await readBlockers()).toEqual([]);
    expect(ssnOf(await read(`applicant/getidentification/${robin.trn}`))).toBe('***-**-9999');
  });

  it('a section saved after the move keeps its answers when the move is undone', async () => {
    const takeBack = await changeFiles(server.folder, sectionMoves('ssn', 'identification', 'income'));
    const removeIt = await migrate('001-moved', [move]);
    await reload();
    const {
      version,
      documents: _d,
      complete: _c,
      checks: _k,
      figures: _f,
      sources: _s,
      validation_messages: _v,
      ...body
    } = await read(`income/getdetails/${robin.trn}`);
    expectRecords(await post(server, robin, '/api/income/savedetails', { ...body, trn_id: robin.trn, version }));
    const { rows } = await server.deps.db.query<{ step: string }>(
      "select step from step_answer where trn = $1 and data ? 'ssn'",
      [robin.trn],
    );
    expect(rows).toEqual([{ step: 'income' }]);
    await takeBack();
    await removeIt();
    await reload();
    expect(ssnOf(await read(`applicant/getidentification/${robin.trn}`))).toBe('***-**-9999');
    expect(await status()).toMatchObject(done);
  });

  it('a submitted application keeps and shows the section as it was signed', async () => {
    const takeBack = await changeFiles(server.folder, sectionMoves('ssn', 'identification', 'income'));
    const removeIt = await migrate('001-moved', [move]);
    await reload();
    expect(ssnOf(await read(`income/getdetails/${paid.trn}`, paid))).toBe('***-**-9999');
    const { parts } = (await read(`record/${paid.trn}`, paid)) as { parts: { part: string; whole: boolean }[] };
    expect(parts.filter(({ whole }) => !whole)).toEqual([]);
    await takeBack();
    await removeIt();
    await reload();
  });

  it('a new unanswered question reopens its step and blocks payment', async () => {
    const citizen = ({ properties = {}, required = [] }: SchemaNode) => ({
      properties: {
        country: { title: 'Where are you from?', type: 'string', 'x-pii': 'none', maxLength: 40 },
        ...properties,
      },
      required: [...required, 'country'],
    });
    const body = await paymentBody(server, robin);
    const takeBack = await changeFiles(server.folder, {
      'ssn.schema.json': (schema: SchemaNode) => ({ ...schema, ...citizen(schema) }),
      'ssn.ui.json': (ui: object) => ({ ...ui, country: { 'ui:autocomplete': 'off' } }),
    });
    const forget = await editByHand(server.folder, [inSpanish('Where are you from?')]);
    const removeIt = await migrate('002-country', [{ accept: 'country' }], { section: 'ssn' });
    expect((await readBlockers()).map(({ code, fix }) => `${code} ${fix}`)).toEqual([]);
    const refused = await post(server, robin, '/api/payment', body);
    expect([refused.statusCode, refused.json().records]).toEqual([
      409,
      { step: 'identification', route: '/identification' },
    ]);
    expect(await status()).toMatchObject({ ...done, identification_details_status: false });
    expect(await read('open/application/payment')).toMatchObject({ status: { identification_details_status: false } });
    expect((await status(paid)).identification_details_status).toBe(true);
    await takeBack();
    await forget();
    await removeIt();
    await reload();
    // The edit is undone, so no one has to repeat the step.
    expect(await status()).toMatchObject(done);
    expect(await read('open/application/payment')).toMatchObject({ status: done });
  });
});

describe('a renamed section and step', async () => {
  let robin: TestApplicant;
  let paid: TestApplicant;
  const server = await openServerOnDatabaseCopy();
  beforeAll(async () => {
    await mkdir(path.join(server.folder, 'migrations'));
    [robin, paid] = [await registerApplicant(server), await registerApplicant(server)];
    for (const one of [robin, paid]) await completeSteps(server, one, 'income', { files: false });
    expectRecords(await post(server, paid, '/api/payment', await paymentBody(server, paid)));
    const url = `/api/drafts/${robin.trn}/ssn`;
    const answers = { isUS_citizen: 'Yes', SSNNumber: '***-**-9999', no_doc_reason: 'none' };
    expectRecords(await server.app.inject({ method: 'PUT', url, headers: robin.headers, payload: { answers } }));
    for (const kind of ['schema', 'ui'])
      await rename(
        path.join(server.folder, `ssn.${kind}.json`),
        path.join(server.folder, `social-security.${kind}.json`),
      );
    const text = (name: string) => readFile(path.join(server.folder, name), 'utf8');
    for (const name of ['flows/application.json', ...PERSONAS.map((one) => `personas/${one}.json`)])
      await writeFile(path.join(server.folder, name), renamed(await text(name)));
  });

  const PERSONAS = ['robin-hale', 'mae-li', 'sam-ortega', 'refused'];
  /** Renames the step `identification` to `identity`, and its section `ssn` to `social-security`. */
  const renamed = (text: string) =>
    text
      .replaceAll('"section": "ssn"', '"section": "social-security"')
      .replaceAll('        "ssn": {', '        "social-security": {')
      .replaceAll('"id": "identification"', '"id": "identity"')
      .replaceAll('      "identification": {', '      "identity": {');
  const sections = ['personal-details', 'proof-of-identity', 'address', 'ssn'];
  const moves = sections.map((move) => ({ move, from: 'identification', to: 'identity' }));
  const read = async (url: string, who = robin) => expectRecords(await get(server, who, `/api/${url}`)) as Records;

  /** A page opened before the edit sends the section's old name. */
  const type = async (answers: object) => {
    const headers = { ...robin.headers, 'forms-version': 'a-page-opened-before' };
    const url = `/api/drafts/${robin.trn}/ssn`;
    expectRecords(await server.app.inject({ method: 'PUT', url, headers, payload: { answers } }));
  };

  it('are rejected until a migration lists each change', async () => {
    const rejected = (await server.deps.forms.reload().catch((error: unknown) => error)) as RejectedForms;
    expect(rejected.blockers.map(({ code }) => code)).toEqual(rejected.blockers.map(() => 'breaking'));
    const changes = [...moves, { renameSection: 'ssn', to: 'social-security' }];
    const whole = { $schema: '../meta/migration.schema.json', title: 'Names', changes };
    await writeFile(path.join(server.folder, 'migrations/001-names.json'), JSON.stringify(whole));
    await server.deps.forms.reload();
  });

  it('keep answers, drafts and status', async () => {
    const { version, ssn_data, ...saved } = await read(`applicant/getidentification/${robin.trn}`);
    expect(ssn_data).toMatchObject({ SSNNumber: '***-**-9999' });
    expect(saved.complete).toBe(true);
    const draft = { answers: { no_doc_reason: 'none', SSNNumber: '***-**-9999' } };
    expect(await read(`drafts/${robin.trn}/social-security`)).toMatchObject(draft);
    expect(await read(`users/sectionstatus/${robin.trn}`)).toMatchObject({ identification_details_status: true });
    expect(await read(`applicant/getidentification/${paid.trn}`, paid)).toMatchObject({ complete: true, ssn_data });
  });

  it('accept a save from an open page that uses the former name', async () => {
    await type({ isUS_citizen: 'No', no_doc_reason: 'none' });
    expect(await read(`drafts/${robin.trn}/social-security`)).toMatchObject({ answers: { isUS_citizen: 'No' } });
  });

  it('are signed under their new names', async () => {
    const body = await paymentBody(server, robin);
    const unsaved = await post(server, robin, '/api/payment', body);
    expect(unsaved.json()).toMatchObject({
      code: 'unsavedChanges',
      records: [{ step: 'identity', section: 'social-security' }],
    });
    await server.deps.db.query('delete from draft where trn = $1', [robin.trn]);
    expectRecords(await post(server, robin, '/api/payment', body));
    const { rows } = await server.deps.db.query<{ step: string }>(
      "select step from step_answer where trn = $1 and data ? 'social-security'",
      [robin.trn],
    );
    expect(rows).toEqual([{ step: 'identity' }]);
    const { sections: shown } = (await read(`payment/consent/${robin.trn}`)) as {
      sections: { section: string; lines: object[] }[];
    };
    expect(shown.find(({ section }) => section === 'social-security')?.lines).toContainEqual(
      expect.objectContaining({ text: '***-**-9999' }),
    );
    const { parts } = (await read(`record/${robin.trn}`)) as { parts: { whole: boolean }[] };
    expect(parts.every(({ whole }) => whole)).toBe(true);
  });
});
