import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { expectRecords, get } from '../../../support/fillSteps';
import { beginHousehold, HOUSEHOLD, joinAs, submitAs } from '../../../support/households';
import { askOffice, joinOffice, type OfficeTester } from '../../../support/officePeople';
import type { TestApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, noLimits, type TestServer } from '../../../support/serverFixture';
import { entriesOf } from '../../../support/zipEntries';

interface Person {
  name: string;
  role: string;
  state: string;
  id: string | null;
  status: string | null;
  revision: number | null;
  income: number | null;
}

describe.each(engines)('a household in the office on $name', (engine) => {
  let server: TestServer;
  let lead: TestApplicant;
  let members: Record<'co' | 'guarantor', TestApplicant>;
  let reviewer: OfficeTester;
  let id: string;
  const sent: Message[] = [];

  beforeAll(async () => {
    const mail = { send: async (message: Message) => void sent.push(message) };
    server = await createTestServer(engine, { mail, limits: noLimits });
    lead = await beginHousehold(server);
    const jonas = await joinAs(server, sent, lead, HOUSEHOLD.co);
    const priya = await joinAs(server, sent, lead, HOUSEHOLD.guarantor);
    members = { co: jonas, guarantor: priya };
    await submitAs(server, jonas, 'co');
    await submitAs(server, priya, 'guarantor');
    reviewer = await joinOffice(server, 'reviewer');
  }, 240_000);
  afterAll(() => server.close());

  const list = async (query: string) =>
    (await askOffice(server, reviewer, `/households${query}`)).json().records.households;
  const read = async () => (await askOffice(server, reviewer, `/households/${id}`)).json().records;

  it('is found by any member, with missing people and co-signers counted separately', async () => {
    for (const search of ['robin', 'hale', 'tam okafor', 'Okafor, Tam']) {
      const [found] = await list(`?search=${encodeURIComponent(search)}`);
      expect([search, found?.people.length]).toEqual([search, 5]);
      id = found.id;
    }
    expect(await list('?search=nobody')).toEqual([]);
    const household = await read();
    expect(household).toMatchObject({ expected: 4, submitted: 2, is_complete: false });
    expect(household.income).toBeGreaterThan(4000);
    expect(household.guarantor_income).toBe(household.income);
    expect((await list('?complete=no')).map((one: { id: string }) => one.id)).toEqual([id]);
    expect(await list('?complete=yes')).toEqual([]);
  });

  it('is listed with its applications, found by any member, and filtered by who is missing', async () => {
    const search = async (query: string) => (await askOffice(server, reviewer, `/applications${query}`)).json().records;
    // The lead named Tam, who hasn't submitted.
    for (const name of ['jonas', 'Nair, Priya', 'tam okafor']) {
      const { applications, households } = await search(`?search=${encodeURIComponent(name)}`);
      expect([name, applications.length, households.length]).toEqual([name, 2, 1]);
      expect(households[0]).toEqual(await read());
    }
    expect((await search('?complete=no')).applications).toHaveLength(2);
    expect(await search('?complete=yes')).toMatchObject({ applications: [], households: [] });
  });

  it('is found by a name without its accents, and with them', async () => {
    const { db } = server.deps;
    await db.query("update household_member set first_name = 'José', last_name = 'Müller' where first_name = 'Tam'");
    for (const search of ['jose', 'José Müller', 'MULLER, jo']) {
      expect([search, (await list(`?search=${encodeURIComponent(search)}`)).length]).toEqual([search, 1]);
      const listed = await askOffice(server, reviewer, `/applications?search=${encodeURIComponent(search)}`);
      expect([search, listed.json().records.applications.length]).toEqual([search, 2]);
    }
    await db.query("update household_member set first_name = 'Tam', last_name = 'Okafor' where first_name = 'José'");
  });

  it('is shown only to its own office', async () => {
    await server.deps.db.query(
      `insert into subscriber (id, name, support_phone, support_email, fee_cents, instructions, terms)
       values ('oak', 'Oak', '1', 'o@oak.example', 1, '', '')`,
    );
    const stranger = await joinOffice(server, 'owner', { subscriberId: 'oak' });
    expect((await askOffice(server, stranger, `/households/${id}`)).statusCode).toBe(404);
    expect((await askOffice(server, stranger, '/households')).json().records.households).toEqual([]);
    const { applications, households } = (await askOffice(server, stranger, '/applications')).json().records;
    expect([applications, households]).toEqual([[], []]);
  });

  it("can have a document request to one member that the others don't see", async () => {
    const [jonas, priya] = (await read()).people.filter((one: Person) => one.id);
    const documents = [{ document_id: 5, source_id: 0, text: 'The letter of your employer' }];
    const request = { act: 'askDocuments', revision: jonas.revision, documents };
    sent.length = 0;
    expectRecords(await askOffice(server, reviewer, `/applications/${jonas.id}/acts`, request));
    await server.drain();
    expect(sent.map(({ to }) => to)).toEqual([HOUSEHOLD.co.email]);
    const statuses = (await read()).people.map(({ id, status }: Person) => [id, status]);
    expect(statuses).toContainEqual([jonas.id, 'documentsNeeded']);
    expect(statuses).toContainEqual([priya.id, 'submitted']);
    expect(await requestsOf(members.co)).toEqual(['The letter of your employer']);
    expect([await requestsOf(members.guarantor), await requestsOf(lead)]).toEqual([[], []]);
  });

  async function requestsOf(who: TestApplicant): Promise<string[]> {
    const { review } = expectRecords(await get(server, who, `/api/application/summary/${who.trn}`)) as {
      review: { requests: { text: string }[] } | null;
    };
    return (review?.requests ?? []).map(({ text }) => text);
  }

  it('gets a decision for everyone or for no one', async () => {
    const people: Person[] = (await read()).people.filter((one: Person) => one.id);
    const body = (revision = 0) => ({
      act: 'decline',
      people: people.map((one, index) => ({
        id: one.id,
        revision: (one.revision ?? 0) + (index === 1 ? revision : 0),
        bases: ['income'],
        reasons: [index === 0 ? 'income' : 'incomeProof'],
      })),
    });
    const stale = await askOffice(server, reviewer, `/households/${id}/acts`, body(5));
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'staleAct']);
    const statuses = async () => (await read()).people.flatMap((one: Person) => one.status ?? []);
    expect(await statuses()).toEqual(['documentsNeeded', 'submitted']);
    sent.length = 0;
    const decided = await askOffice(server, reviewer, `/households/${id}/acts`, body());
    expect([decided.statusCode, decided.body]).toEqual([200, expect.any(String)]);
    expect(await statuses()).toEqual(['declined', 'declined']);
    await server.drain();
    const letters = sent.filter(({ text }) => text.includes('Notice of adverse action'));
    expect(letters).toHaveLength(2);
    // Each letter names only its recipient and their reasons.
    const reasonsIn = ({ text }: Message) => /for these reasons:\s+([\s\S]+?)\n\n/.exec(text)?.[1] ?? '';
    expect(new Set(letters.map(reasonsIn)).size).toBe(2);
  });

  it('is exported as one zip with every submitted application', async () => {
    const zip = await askOffice(server, reviewer, `/households/${id}/export`);
    expect(zip.headers['content-type']).toBe('application/zip');
    const manifests = entriesOf(zip.rawPayload).filter((entry) => entry.includes('"exported_at"'));
    expect(manifests).toHaveLength(2);
  });
});
