import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueApiKey } from '../../../../src/server/platform/sessions/apiKeyRepository';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { registerApplicant } from '../../../support/serverApplicants';
import { engines } from '../../../support/serverFixture';

const readPdf = async (bytes: Buffer) => (await extractText(new Uint8Array(bytes), { mergePages: true })).text;

describe.each(engines)('the desk of an office on $name', async (engine) => {
  const server = await openServer(engine);
  let number: string;
  let owner: OfficeTester;
  let reviewer: OfficeTester;
  let stranger: OfficeTester;

  beforeAll(async () => {
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(
      await post(server, robin, '/api/payment', await paymentBody(server, robin), { 'idempotency-key': 'payment-1' }),
    );
    await server.drain();
    number = String(expectRecords(await get(server, robin, '/api/users/applicationdetail')).application_number);
    owner = await joinOffice(server, 'owner');
    reviewer = await joinOffice(server, 'reviewer');
    await server.deps.db.query(
      `insert into subscriber (id, name, support_phone, support_email, fee_cents, instructions, terms)
       values ('oak', 'Oak', '1', 'o@oak.example', 1, '', '')`,
    );
    stranger = await joinOffice(server, 'owner', { subscriberId: 'oak' });
  });

  const ask = (who: OfficeTester, url: string, body?: object) => askOffice(server, who, url, body);
  const records = async (who: OfficeTester, url: string, body?: object) => (await ask(who, url, body)).json().records;

  describe('saved views', () => {
    const view = { name: 'To review', query: { status: 'submitted,inReview', sort: 'ratio', order: 'asc' } };

    it('belong to one person, and a name is used once', async () => {
      const { views } = await records(reviewer, '/views', view);
      expect(views).toEqual([{ id: expect.any(Number), ...view }]);
      const renamed = { name: 'TO REVIEW', query: { status: 'submitted' } };
      expect(await records(reviewer, '/views', renamed)).toEqual({ views: [{ id: views[0].id, ...renamed }] });
      for (const other of [owner, stranger]) {
        expect(await records(other, '/views')).toEqual({ views: [] });
        expect((await ask(other, '/views/remove', { id: views[0].id })).statusCode).toBe(404);
      }
      expect(await records(reviewer, '/views/remove', { id: views[0].id })).toEqual({ views: [] });
    });

    it('can contain every filter of the list', async () => {
      const filters = { property: 'Harbor View', checks: 'failed', complete: 'no', assigned: 'me', messages: 'unread' };
      const { views } = await records(reviewer, '/views', { ...view, query: { ...view.query, ...filters } });
      expect(views[0].query).toEqual({ ...view.query, ...filters });
      await records(reviewer, '/views/remove', { id: views[0].id });
    });

    it("need a name, can't contain a search, and are limited in number", async () => {
      expect((await ask(owner, '/views', { ...view, name: ' ' })).statusCode).toBe(422);
      expect((await ask(owner, '/views', { ...view, query: { search: 'hale' } })).statusCode).toBe(422);
      for (let n = 0; n < 30; n += 1) await ask(owner, '/views', { ...view, name: `View ${n}` });
      expect((await ask(owner, '/views', view)).json().errors).toMatchObject([{ path: '/name' }]);
      expect((await ask(owner, '/views', { ...view, name: 'View 7' })).statusCode).toBe(200);
    });

    it("aren't available to API keys", async () => {
      const key = await issueApiKey(server.deps.db, {
        subscriber: 'demo',
        name: 'CRM',
        scopes: ['read'],
        now: new Date(),
      });
      const headers = { authorization: `Bearer ${key}` };
      expect((await server.app.inject({ url: '/api/office/views', headers })).statusCode).toBe(403);
    });
  });

  it('counts submitted and decided applications, and missing documents, by period and property', async () => {
    const before = await records(reviewer, '/figures');
    expect(before).toMatchObject({ submitted: 1, decided: 0, days_to_decision: null, unit: 'week' });
    expect(before.properties).toMatchObject([{ name: expect.any(String), submitted: 1 }]);
    expect(before.missing).toBe(1);
    const { revision } = await records(reviewer, `/applications/${number}`);
    expectRecords(await ask(reviewer, `/applications/${number}/acts`, { act: 'approve', revision, bases: ['income'] }));
    const after = await records(reviewer, '/figures');
    expect(after).toMatchObject({ submitted: 1, decided: 1, days_to_decision: expect.any(Number) });
    const sum = (name: string) =>
      after.periods.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0);
    expect([sum('submitted'), sum('decided')]).toEqual([1, 1]);
    expect(await records(reviewer, '/figures?from=2020-01-01&to=2020-01-31')).toMatchObject({
      submitted: 0,
      unit: 'day',
    });
    expect(await records(reviewer, '/figures?property=nowhere')).toMatchObject({ submitted: 0, properties: [] });
    expect(await records(stranger, '/figures')).toMatchObject({ submitted: 0, properties: [] });
    expect(await records(reviewer, '/properties')).toEqual({
      properties: [{ code: 'harbor-view', name: 'Harbor View Apartments' }],
    });
    for (const wrong of ['from=2026-02-31', 'from=2026-05-01&to=2026-04-01', 'from=2020-01-01&to=2026-01-01'])
      expect([wrong, (await ask(reviewer, `/figures?${wrong}`)).statusCode]).toEqual([wrong, 400]);
  });

  it('gives owners the audit log as CSV, without sealed facts', async () => {
    expectRecords(
      await ask(owner, `/applications/${number}/reveal`, { kinds: ['ssn'], why: '=1+1 for the background check' }),
    );
    expect((await ask(reviewer, '/audit.csv')).statusCode).toBe(403);
    const csv = (await ask(owner, '/audit.csv')).body;
    const lines = csv.split('\r\n');
    expect(lines[0]).toBe('\uFEFFseq,at,kind,kind_label,application,by,details,previous,hash');
    const reveal = lines.find((line) => line.includes(',reveal,'));
    expect(reveal).toContain(`Hidden details shown,${number},`);
    expect(reveal).toMatch(/;' ?=1\+1/);
    expect(csv).toContain('Application submitted');
    expect(csv).not.toContain('219-09-9999');
    expect((await ask(stranger, '/audit.csv')).body).not.toContain(number);
    expect((await ask(owner, '/audit.csv?from=2020-01-01&to=2020-02-01')).body.trim().split('\r\n')).toHaveLength(1);
  });

  it("creates a review PDF without hidden details, in the page's language", async () => {
    await ask(owner, `/applications/${number}/reveal`, { kinds: ['ssn', 'dob', 'bank'], why: 'a check' });
    const pdf = await ask(owner, `/applications/${number}/review.pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const text = await readPdf(pdf.rawPayload);
    for (const shown of [
      `Review of application ${number}`,
      'Robin Hale',
      'Needs your attention',
      'Timeline',
      'Approved',
    ])
      expect(text).toContain(shown);
    expect(text).toMatch(/\*\*\*-\*\*-\d{4}/);
    const spanish = await readPdf((await ask(reviewer, `/applications/${number}/review.pdf?lang=es`)).rawPayload);
    expect(spanish).toContain(`Revisión de la solicitud ${number}`);
    expect((await ask(stranger, `/applications/${number}/review.pdf`)).statusCode).toBe(404);
  });
});
