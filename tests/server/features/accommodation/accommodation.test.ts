import { beforeAll, describe, expect, it } from 'vitest';
import type { OwnRequests, ReceivedRequests } from '../../../../src/contract/accommodation';
import { exportApplication, OFFICE_MASKED } from '../../../../src/server/applications/exportApplication';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { completeSteps, expectRecords, get, paymentBody, post } from '../../../support/fillSteps';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

const CANARY = 'wheelchair-4711';

describe.each(engines)('an accommodation request, on $name,', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  const { db } = server.deps;
  let robin: TestApplicant;
  let number: string;
  let contact: OfficeTester;
  let owner: OfficeTester;

  const ask = (who: TestApplicant, text: string) =>
    post(server, who, '/api/accommodation', { text }, { 'idempotency-key': `${who.trn}-${text}` });
  const own = async (who: TestApplicant) =>
    (expectRecords(await get(server, who, `/api/accommodation/${who.trn}`)) as OwnRequests).requests;
  const received = async (who: OfficeTester) =>
    (expectRecords(await askOffice(server, who, '/accommodation')) as ReceivedRequests).requests;

  beforeAll(async () => {
    owner = await joinOffice(server, 'owner');
    robin = await registerApplicant(server);
  });

  it("sends an email to invite a contact if there is none, without the applicant's name or the text", async () => {
    expectRecords(await ask(robin, `A ramp, ${CANARY}`));
    await server.drain();
    const invitations = sent.filter(({ subject }) => subject === 'Invite an accommodation contact');
    expect(invitations.length).toBeGreaterThan(0);
    expect(JSON.stringify(invitations)).not.toMatch(new RegExp(`${CANARY}|${robin.email}|Robin`));
  });

  it('can be sent before and after submitting, and is stored once for a repeated call', async () => {
    await completeSteps(server, robin, 'income', { files: false });
    expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
    contact = await joinOffice(server, 'accommodation');
    expectRecords(await ask(robin, `A dog, ${CANARY}`));
    expectRecords(await ask(robin, `A dog, ${CANARY}`));
    await server.drain();
    expect((await own(robin)).map(({ text, state }) => [text, state])).toEqual([
      [`A dog, ${CANARY}`, 'sent'],
      [`A ramp, ${CANARY}`, 'sent'],
    ]);
    const invitations = sent.filter(({ subject }) => subject === 'New accommodation request');
    expect(invitations).toHaveLength(1);
    expect(JSON.stringify(invitations)).not.toContain(CANARY);
    number = String(expectRecords(await get(server, robin, `/api/application/summary/${robin.trn}`)).applicationID);
  });

  it("can be read and answered by the contact, who can't open applications or people", async () => {
    const [dog] = await received(contact);
    expect(dog).toMatchObject({ text: `A dog, ${CANARY}`, application: number, email: robin.email });
    expect((await own(robin)).map(({ state }) => state)).toEqual(['read', 'read']);
    expectRecords(await askOffice(server, contact, '/accommodation/answered', { id: dog?.id }));
    expect((await own(robin)).map(({ state }) => state)).toEqual(['answered', 'read']);
    for (const url of ['/applications', `/applications/${number}`, '/people', '/applications.csv'])
      expect((await askOffice(server, contact, url)).statusCode, url).toBe(403);
  });

  it('is in no page, list, export or webhook of the people who decide', async () => {
    for (const url of [
      `/applications/${number}`,
      '/applications',
      '/applications.csv',
      `/applications/${number}/ledger`,
    ]) {
      const { statusCode, body } = await askOffice(server, owner, url);
      expect([statusCode, body.toLowerCase().includes(CANARY)], url).toEqual([200, false]);
      expect(body.toLowerCase(), url).not.toContain('accommodation"');
    }
    expect((await askOffice(server, owner, '/accommodation')).statusCode).toBe(403);
    const files = await exportApplication(server.deps, robin.trn, { masked: OFFICE_MASKED });
    expect(files.map(({ name }) => name)).not.toContain('accommodation.json');
    for (const file of files.filter(({ name }) => name.endsWith('.json')))
      expect((await file.read()).toString(), file.name).not.toContain(CANARY);
    const stored = await db.query('select (select jsonb_agg(e) from office_event e)::text as events');
    expect(String(stored.rows[0].events)).not.toMatch(/accommodation|wheelchair/);
  });

  it('is sealed at rest, and the audit log says only that one was made', async () => {
    const { rows } = await db.query<{ text: string }>('select text from accommodation_request');
    expect(rows.length).toBeGreaterThan(1);
    for (const { text } of rows) expect(text).not.toContain(CANARY);
    const log = await db.query("select trn, body from audit_entry where kind = 'accommodation'");
    expect(log.rows[0]).toEqual({ trn: robin.trn, body: '{}' });
  });

  it("is in the applicant's own export, and another landlord's contact can't see or answer it", async () => {
    const files = await exportApplication(server.deps, robin.trn, { masked: [], isApplicants: true });
    const file = files.find(({ name }) => name === 'accommodation.json');
    expect((await file?.read())?.toString()).toContain(CANARY);
    await db.query(
      `insert into subscriber (id, name, support_phone, support_email, fee_cents, instructions, terms)
       values ('oak', 'Oak', '1', 'o@oak.example', 1, '', '')`,
    );
    const stranger = await joinOffice(server, 'accommodation', { subscriberId: 'oak' });
    expect(await received(stranger)).toEqual([]);
    const id = (await own(robin))[0]?.id;
    expect((await askOffice(server, stranger, '/accommodation/answered', { id })).statusCode).toBe(404);
  });

  it('is deleted with its application', async () => {
    await db.query('delete from application where trn = $1', [robin.trn]);
    expect((await db.query('select 1 from accommodation_request')).rowCount).toBe(0);
  });
});
