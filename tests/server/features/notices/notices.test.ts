import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import es from '../../../../schemas/translations/es.json';
import type { ShownNotice } from '../../../../src/contract/notices';
import {
  answersOf,
  bodyOf,
  completeSteps,
  confirmNotices,
  expectRecords,
  findPdfCode,
  get,
  paymentBody,
  post,
  postStep,
} from '../../../support/fillSteps';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

const FILES = { files: false };

describe.each(engines)('notices, on $name', async (engine) => {
  const server = await openServer(engine, { limits: noLimits });
  const { db } = server.deps;

  const liveIn = async (state: string, city: string) => {
    await db.query("update property set state = $1, city = $2, zip = '' where code = 'harbor-view'", [state, city]);
    server.advance(6);
  };
  const listNotices = async (applicant: TestApplicant, language = 'en') =>
    expectRecords(await get(server, applicant, `/api/notices/${applicant.trn}?lang=${language}`))
      .notices as ShownNotice[];
  const confirm = (applicant: TestApplicant, { id: notice, digest }: ShownNotice, code?: string) =>
    post(server, applicant, '/api/notices/confirm', { notice, digest, code });
  const pay = async (applicant: TestApplicant, change: object = {}) =>
    post(server, applicant, '/api/payment', { ...(await paymentBody(server, applicant)), ...change });

  it('are the electronic records and the permission for reports where no state adds one', async () => {
    await liveIn('TX', 'Austin');
    const robin = await registerApplicant(server);
    const [records, permission, ...more] = await listNotices(robin);
    expect(more).toEqual([]);
    expect(records).toMatchObject({ id: 'electronic-records', proof: 'pdf', confirmed_at: null });
    expect(records?.points.join(' ')).toMatch(/on paper.*withdraw.*app that opens PDFs/);
    expect(permission?.points).toEqual([
      'A credit report, to see how you pay your bills',
      'An eviction report, to see court cases about past rentals',
      'A criminal background report, as far as the law allows',
    ]);
  });

  it('say which ones the instruction page showed when the applicant agreed to the terms', async () => {
    await liveIn('TX', 'Austin');
    const robin = await registerApplicant(server);
    const compared = async () => (await listNotices(robin)).map(({ since_start }) => since_start);
    expect(await compared()).toEqual(['new', 'new']);
    expectRecords(await post(server, robin, '/api/users/updateTandC', { trn_id: robin.trn }));
    expect(await compared()).toEqual(['same', 'new']);
    await db.query(
      `update application set agreed_terms = jsonb_set(agreed_terms, '{notices,electronic-records}', '"x"')`,
    );
    expect(await compared()).toEqual(['changed', 'new']);
  });

  it('name only the reports that the landlord orders', async () => {
    const robin = await registerApplicant(server);
    await db.query("update subscriber set ordered_reports = '{eviction}' where id = 'demo'");
    expect((await listNotices(robin))[1]?.points).toEqual([
      'An eviction report, to see court cases about past rentals',
    ]);
    await db.query("update subscriber set ordered_reports = '{}' where id = 'demo'");
    expect((await listNotices(robin)).map(({ id }) => id)).toEqual(['electronic-records']);
    await db.query("update subscriber set ordered_reports = null where id = 'demo'");
  });

  it('say in Spanish that a criminal report waits for a conditional offer in New Jersey', async () => {
    await liveIn('NJ', 'Newark');
    const robin = await registerApplicant(server);
    const permission = (await listNotices(robin, 'es')).find(({ proof }) => proof === 'signature');
    expect(permission?.points.at(-1)).toBe(
      es.texts['A criminal background report, but only after you get a conditional offer'],
    );
    await liveIn('TX', 'Austin');
  });

  it('accept only the code in the PDF', async () => {
    const robin = await registerApplicant(server);
    const [records] = await listNotices(robin);
    if (!records) throw new Error('There is no notice');
    const code = await findPdfCode(server, robin);
    const wrong = await confirm(robin, records, code === '0000' ? '0001' : '0000');
    expect([wrong.statusCode, wrong.json().errors[0].path]).toEqual([422, '/code']);
    expect((await confirm(robin, records)).statusCode).toBe(422);
    expect((await confirm(robin, { ...records, digest: 'other' }, code)).json().code).toBe('noticeChanged');
    const [now] = expectRecords(await confirm(robin, records, ` ${code} `)).notices as ShownNotice[];
    expect(now?.confirmed_at).toMatch(/^20/);
    server.advance(60);
    const [again] = expectRecords(await confirm(robin, records, code)).notices as ShownNotice[];
    expect(again?.confirmed_at).toBe(now?.confirmed_at);
    const other = await registerApplicant(server);
    expect((await confirm(other, records, code)).statusCode).toBe(422);
  });

  it('come before the signature: nothing is charged without them', async () => {
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', FILES);
    const body = await paymentBody(server, robin);
    await db.query('delete from acknowledgment where trn = $1', [robin.trn]);
    const refused = await post(server, robin, '/api/payment', body);
    expect([refused.statusCode, refused.json().code, refused.json().records]).toEqual([
      409,
      'noticesMissing',
      ['electronic-records'],
    ]);
    expect((await db.query('select 1 from payment where trn = $1', [robin.trn])).rowCount).toBe(0);
    expect((await post(server, robin, '/api/payment/intent', { ...body, token: undefined })).json().code).toBe(
      'noticesMissing',
    );
  });

  it('refuse a signature for a permission other than the one shown', async () => {
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', FILES);
    expect((await pay(robin, { permission: 'a'.repeat(64) })).json().code).toBe('noticeChanged');
  });

  it('are in the signed record in the wording that was shown, with the time', async () => {
    await liveIn('NJ', 'Newark');
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'identification', FILES);
    const answers = await answersOf(server, robin, 'applicant-details');
    const { convicted_for_crime: _, ...others } = answers['other-details'] ?? {};
    const details = bodyOf(server, robin, 'applicant-details', { ...answers, 'other-details': others });
    expectRecords(await postStep(server, robin, 'applicant-details', details));
    await completeSteps(server, robin, 'income', { ...FILES, from: 'income' });
    expectRecords(await pay(robin));
    await server.drain();
    const { notices } = expectRecords(await get(server, robin, `/api/payment/consent/${robin.trn}`)) as {
      notices: { title: string; at: string }[];
    };
    expect(notices.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Electronic records',
        'Permission for reports',
        'Your rights under the Fair Chance in Housing Act',
      ]),
    );
    const record = expectRecords(await get(server, robin, `/api/record/${robin.trn}`)) as {
      state: string;
      parts: { part: string }[];
      document: string;
    };
    expect(record.state).toBe('whole');
    expect(record.parts.map(({ part }) => part)).toContain('notices');
    const pdf = (await server.app.inject({ url: record.document })).rawPayload;
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
    expect(text.replace(/\s+/g, ' ')).toContain('only after you get a conditional offer');
    expect(text).toContain('Your rights under the Fair Chance in Housing Act');
    await db.query("update acknowledgment set at = at - interval '1 day' where trn = $1", [robin.trn]);
    expect(expectRecords(await get(server, robin, `/api/record/${robin.trn}`)).state).toBe('broken');
    await liveIn('TX', 'Austin');
  });

  it('can be downloaded with the answers and terms before signing, in the order of the page', async () => {
    await db.query("update subscriber set terms = '<h2>Rules</h2><p>Water &amp; heat</p>' where id = 'demo'");
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', FILES);
    const response = await get(server, robin, `/api/notices/preview/${robin.trn}`);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toBe('attachment; filename="not-signed-yet.pdf"');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(response.rawPayload)), {
      mergePages: true,
    });
    expect(text.replace(/\s+/g, ' ')).toMatch(
      /What your signature will cover.*haven't signed this.*Date of birth Apr 12, 1990.*Social Security Number \*\*\*-\*\*-\d{4}.*Terms and Conditions of Demo Homes.*Rules.*Water & heat.*Electronic records.*Permission for reports.*Instructions/,
    );
    const other = await registerApplicant(server);
    expect((await get(server, other, `/api/notices/preview/${robin.trn}`)).statusCode).toBe(403);
  });

  it('come before any answer in Washington, with the criteria of the landlord, on the first page too', async () => {
    await liveIn('WA', 'Seattle');
    await db.query("update subscriber set screening_criteria = 'We ask for three months of rent.' where id = 'demo'");
    const headers = { url: 'open', entry: '/Property/demo/harbor-view/open' };
    const first = expectRecords(await server.app.inject({ url: '/api/users/registrationpage', headers }));
    expect(JSON.stringify(first.notices)).toContain('We ask for three months of rent.');
    const robin = await registerApplicant(server);
    const detail = async () => expectRecords(await get(server, robin, '/api/users/applicationdetail')).has_notices;
    expect(await detail()).toBe(true);
    const answers = await answersOf(server, robin, 'identification');
    const body = bodyOf(server, robin, 'identification', answers);
    expect((await postStep(server, robin, 'identification', body)).json().code).toBe('noticesMissing');
    await confirmNotices(server, robin);
    expect(await detail()).toBe(false);
    expectRecords(await postStep(server, robin, 'identification', body));
    await db.query("update subscriber set screening_criteria = 'We ask for four months of rent.' where id = 'demo'");
    expect(await detail()).toBe(true);
    await db.query("update subscriber set screening_criteria = '' where id = 'demo'");
    await liveIn('TX', 'Austin');
  });
});
