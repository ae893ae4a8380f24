import { describe, expect, it } from 'vitest';
import { inventHolder, licensePayload } from '../../../e2e/support/scan/licensePayload';
import { createRandom } from '../../../e2e/support/scan/random';
import type { StoredDocument } from '../../../src/model/formContext';
import { saveBarcode } from '../../../src/server/applications/documents/barcodes';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../support/fillSteps';
import { openServer } from '../../support/openServer';
import { registerApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

type Records = Record<string, unknown>;

const PATHS = {
  identification: 'applicant/getidentification',
  'applicant-details': 'contextual/getdetails',
  income: 'income/getdetails',
} as const;

type StepName = keyof typeof PATHS;

describe.each(engines)('GET /api/open on $name', async (engine) => {
  const server = await openServer(engine);
  const robin = await registerApplicant(server);
  const stranger = await registerApplicant(server);

  const ask = async (path: string) => expectRecords(await get(server, robin, `/api/${path}`)) as unknown;
  const open = async (page: string) => (await ask(`open/${page}`)) as Records;
  const draft = (section: string, answers: Records) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${robin.trn}/${section}`,
      headers: robin.headers,
      payload: { answers },
    });

  /** What every step page shows, from separate calls. */
  const shell = async () => ({
    detail: await ask('users/applicationdetail'),
    status: await ask(`users/sectionstatus/${robin.trn}`),
    settings: await ask(`applicant/configuration/${robin.trn}`),
  });
  const form = async (step: string) =>
    (await ask(`forms/application/${step}`)) as { sections: unknown; step: unknown; context: unknown };
  const draftsOf = async (sections: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(sections.map(async (one) => [one, await ask(`drafts/${robin.trn}/${one}`)] as const)),
    );

  async function singleCalls(step: StepName): Promise<Records> {
    const path = PATHS[step];
    const drafts = server.deps.forms.findStep('application', step).sections.map(({ section }) => section);
    const { sections, step: place, context } = await form(step);
    return {
      ...(await shell()),
      context,
      flow: { [step]: place },
      forms: { [step]: sections },
      steps: { [step]: await ask(`${path}/${robin.trn}`) },
      drafts: await draftsOf(drafts),
    };
  }

  it.each(Object.keys(PATHS) as StepName[])(
    '%s: has what the single calls return before anything is saved',
    async (step) => {
      expect(await open(`application/${step}`)).toEqual(await singleCalls(step));
    },
  );

  it('has what the single calls return when steps, files, a license and drafts are stored', {
    timeout: 120_000,
  }, async () => {
    await completeSteps(server, robin);
    const files = expectRecords(await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`));
    const back = Object.values(files as unknown as StoredDocument[]).find((one) => one.document_id === 13);
    const holder = { ...inventHolder(createRandom(7)), first: 'ROBERTA', last: 'HALE' };
    await saveBarcode(server.deps, robin.trn, Number(back?.id), licensePayload(holder));
    await draft('address', { address: [{ street_address: '1 Elm St' }] });
    await draft('contacts', { emergency_contact: {} });
    await draft('banking', { has_bank: 'Yes' });
    for (const step of Object.keys(PATHS) as StepName[]) {
      const all = await open(`application/${step}`);
      expect(all).toEqual(await singleCalls(step));
      expect(all.steps).toMatchObject({ [step]: { version: 1, complete: true } });
    }
    expect((await open('application/identification')).drafts).toMatchObject({
      address: { answers: { address: [{ street_address: '1 Elm St' }] } },
      ssn: null,
    });
    expect((await open('application/applicant-details')).steps).toMatchObject({
      'applicant-details': { licence_match: { differences: [{ part: 'name' }, { part: 'DOB' }] } },
    });
  });

  it('payment: has what is signed, the terms and the fee', async () => {
    const forms = await Promise.all(['identification', 'applicant-details', 'income', 'payment'].map(form));
    const [identification, questions, income, payment] = forms.map(({ sections }) => sections);
    const places = forms.map(({ step }) => [(step as { id: string }).id, step]);
    expect(await open('application/payment')).toEqual({
      ...(await shell()),
      context: forms[0]?.context,
      flow: Object.fromEntries(places),
      forms: { identification, 'applicant-details': questions, income, payment },
      steps: Object.fromEntries(
        await Promise.all(
          Object.entries(PATHS).map(async ([step, path]) => [step, await ask(`${path}/${robin.trn}`)] as const),
        ),
      ),
      drafts: await draftsOf(['consent', 'payment', 'signature']),
      terms: await ask(`users/getTandCpageforregistration/${robin.trn}`),
      fees: await ask(`payment/fees/${robin.trn}`),
      unsaved: await ask(`payment/unsaved/${robin.trn}`),
      notices: await ask(`notices/${robin.trn}`),
    });
  });

  it('success: has the summary', async () => {
    // The drafts above differ from the saved answers.
    await server.deps.db.query('delete from draft where trn = $1', [robin.trn]);
    expectRecords(
      await post(server, robin, '/api/payment', await paymentBody(server, robin), { 'idempotency-key': 'pay-once' }),
    );
    expect(await open('success/summary')).toEqual({
      ...(await shell()),
      drafts: {},
      steps: {},
      summary: await ask(`application/summary/${robin.trn}`),
    });
  });

  it('returns 304 if unchanged, and new data after a change', async () => {
    const url = '/api/open/application/identification';
    const tag = String((await get(server, stranger, url)).headers.etag);
    const again = () => server.app.inject({ url, headers: { ...stranger.headers, 'if-none-match': tag } });
    const same = await again();
    expect([same.statusCode, same.body]).toEqual([304, '']);
    await server.app.inject({
      method: 'PUT',
      url: `/api/drafts/${stranger.trn}/ssn`,
      headers: stranger.headers,
      payload: { answers: {} },
    });
    expect((await again()).statusCode).toBe(200);
  });

  it('responds in the requested language', async () => {
    const headers = { ...robin.headers, 'accept-language': 'es' };
    const of = async (url: string) =>
      expectRecords(await server.app.inject({ url: `/api/${url}`, headers })) as Records;
    const { forms } = await of('open/application/income');
    expect(forms).toEqual({ income: (await of('forms/application/income')).sections });
    expect(forms).not.toEqual((await open('application/income')).forms);
  });

  it("uses the subscriber's settings", async () => {
    await server.deps.db.query(`update subscriber set settings = '{"fields": {"alias": "Hide"}}'`);
    server.advance(2);
    expect(await open('application/identification')).toEqual(await singleCalls('identification'));
  });

  it('returns 404 for an unknown page', async () => {
    for (const page of ['application/moon', 'entry/login', 'success/identification', 'application/__proto__'])
      expect((await get(server, robin, `/api/open/${page}`)).statusCode).toBe(404);
  });
});
