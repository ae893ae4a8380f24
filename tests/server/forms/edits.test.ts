import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nameRules } from '../../../src/model/section/flow';
import type { ServedForm } from '../../../src/model/types';
import { isCleanup, lintSchemas } from '../../../src/schema-tools/lint/lintSchemas';
import { readSchemaTexts } from '../../../src/server/forms/readSchemas';
import type { RejectedForms } from '../../../src/server/forms/schemaFiles';
import { readWidgetNames } from '../../../src/tools/schemas/widgetIndex';
import { editByHand, inSpanish } from '../../edits/editByHand';
import handEdits from '../../edits/hand-edits.json' with { type: 'json' };
import { expectRecords, get } from '../../support/fillSteps';
import { openServerOnDatabaseCopy } from '../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';

/** Edits made one after another. After each valid one, the applicant gets the text `shows`. Invalid ones are undone. */
const { right, wrong } = handEdits;

/**
 * Edits that staff make by hand on a running server, twelve valid and twelve invalid ones, while an applicant is in the
 * middle of the form: whether each goes live, what the tools report, and what the applicant sees.
 */
describe('an edit of schemas/ by hand', async () => {
  let robin: TestApplicant;

  const server = await openServerOnDatabaseCopy();
  const { folder } = server;
  beforeAll(async () => {
    await mkdir(path.join(folder, 'migrations'));
    robin = await registerApplicant(server);
    const typed = { address: [{ street_address: '12 Harbor Street', appartment: '4B', reason: 'Too small' }] };
    expectRecords(await put('address', typed));
    expectRecords(await put('ssn', { isUS_citizen: 'Yes', no_doc_reason: 'none' }));
  });

  const put = (section: string, answers: object) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/${section}`,
      headers: robin.headers,
      payload: { answers },
    });
  const getForm = async () =>
    expectRecords(await get(server, robin, '/api/forms/application/identification')) as unknown as ServedForm;
  /** Texts and flows of the applicant's page. */
  const getMessages = async () => expectRecords(await get(server, robin, '/api/forms/words'));
  /** Returns the issues of `npm run schemas -- lint`. */
  const lint = async () => {
    const [texts, widgets] = await Promise.all([readSchemaTexts(folder), readWidgetNames()]);
    return lintSchemas({ texts, widgets, today: new Date().toISOString().slice(0, 10) });
  };
  /** Saves the empty step. Returns the body of the refusal. */
  async function getRefusal() {
    const rules = nameRules((await getForm()).sections.map((section) => section.validator));
    const headers = { ...robin.headers, 'form-rules': rules };
    const payload = { trn_id: robin.trn, version: 0 };
    const { body } = await server.app.inject({ method: 'POST', url: '/api/applicant/saveiddetail', headers, payload });
    return body;
  }
  /** Saves the draft again from the open page. Returns the status and the forms version of the response. */
  async function saveAgain() {
    const { reason: _was, ...row } = (await getDraft()).answers.address[0] as Record<string, string>;
    const { statusCode, headers } = await put('address', { address: [{ ...row, reason: 'Too small' }] });
    return { statusCode, formsVersion: headers['forms-version'] };
  }
  const getDraft = async () =>
    expectRecords(await get(server, robin, `/api/drafts/${robin.trn}/address`)) as { answers: { address: object[] } };
  const ready = async () => (await server.app.inject('/readyz')).json();

  it.each(right)('becomes active: $what', async ({ edits, spanish, shows }) => {
    const { formsVersion: before } = await saveAgain();
    await editByHand(folder, [...edits, ...(spanish.length ? [inSpanish(...spanish)] : [])]);
    await server.deps.forms.reload();
    const { statusCode, formsVersion } = await saveAgain();
    expect([statusCode, formsVersion === before]).toEqual([200, false]);
    expect(await ready()).toEqual({ status: 'ok' });
    expect((await lint()).filter((one) => !isCleanup(one))).toEqual([]);
    expect(JSON.stringify([await getForm(), await getMessages()]) + (await getRefusal())).toContain(shows);
    const [row] = (await getDraft()).answers.address;
    expect(row).toMatchObject({ street_address: '12 Harbor Street', reason: 'Too small' });
    expect(Object.values(row ?? {})).toContain('4B');
  });

  it.each(wrong)('is rejected: $what', async ({ edits, code, file, fix }) => {
    const open = await saveAgain();
    const [form, words, typed] = [await getForm(), await getMessages(), await getDraft()];
    const version = server.deps.forms.schemaVersion;
    const takeBack = await editByHand(folder, edits);
    try {
      const rejected = (await server.deps.forms.reload().catch((error: unknown) => error)) as RejectedForms;
      expect(rejected.blockers?.map((one) => [one.code, one.file])).toEqual([[code, file]]);
      expect(rejected.message).toContain(fix);
      expect(rejected.blockers[0]?.line).toBeGreaterThan(0);
      expect(await ready()).toEqual({ status: 'ok', schemas: { version, heldBack: rejected.blockers } });
      expect(await getForm()).toEqual(form);
      expect(await getMessages()).toEqual(words);
      expect(await saveAgain()).toEqual({ ...open, statusCode: 200 });
      expect((await getDraft()).answers).toEqual(typed.answers);
    } finally {
      await takeBack();
    }
  });

  it('moves answers that an open page sends under the old name', async () => {
    const typed = { address: [{ street_address: '12 Harbor Street', appartment: '9C', reason: 'Too small' }] };
    const headers = { ...robin.headers, 'forms-version': 'a-page-opened-before' };
    const url = `/api/drafts/${robin.trn}/address`;
    expectRecords(await server.app.inject({ method: 'PUT', url, headers, payload: { answers: typed } }));
    expect((await getDraft()).answers.address).toEqual([
      { street_address: '12 Harbor Street', flat: '9C', reason: 'Too small' },
    ]);
  });

  it('rejects a save from an older form with formChanged', async () => {
    const [{ validator = '' } = {}] = (await getForm()).sections;
    const save = (rules: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/applicant/saveiddetail',
        headers: { ...robin.headers, 'form-rules': rules },
        payload: { trn_id: robin.trn, version: 0 },
      });
    expect((await save(nameRules([validator]))).json()).toMatchObject({ status: 409, code: 'formChanged' });
    const now = nameRules((await getForm()).sections.map((section) => section.validator));
    expect((await save(now)).json()).toMatchObject({ status: 422 });
  });

  it('serves the new section order with the edited files', async () => {
    const { step } = await getForm();
    expect(step?.sections[0]).toMatchObject({ section: 'vehicles', title: 'Cars of yours' });
    const opened = expectRecords(await get(server, robin, '/api/open/application/identification'));
    expect(opened).toMatchObject({ flow: { identification: step } });
  });

  it('docs/studio.md lists each accepted and rejected edit', () => {
    const page = readFileSync('docs/studio.md', 'utf8');
    for (const { what } of [...right, ...wrong]) expect(page).toContain(`| ${what} |`);
    expect([right.length, wrong.length]).toEqual([12, 12]);
  });

  it('is active again once the problem is fixed', async () => {
    await server.deps.forms.reload();
    expect(await ready()).toEqual({ status: 'ok' });
  });
});
