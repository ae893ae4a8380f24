import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { completeSteps, expectRecords } from '../../../support/fillSteps';
import {
  addPerson,
  change,
  changeMember,
  changesOf,
  householdOf,
  joinAs,
  linkIn,
  postInvited,
  readHousehold,
  submitAs,
} from '../../../support/households';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

const PERSON = { first_name: 'Noor', last_name: 'Haddad', email_address: 'noor@conflicts.example' };
let people = 0;

describe.each(engines)('two changes of a household on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });

  async function add(lead: TestApplicant, firstName: string) {
    people += 1;
    const person = { first_name: firstName, last_name: 'Lindqvist', email: `${people}@conflicts.example` };
    await addPerson(server, lead, 'guarantor', person);
    return person;
  }
  const addAs = async (lead: TestApplicant, firstName: string) =>
    joinAs(server, sent, lead, await add(lead, firstName));
  async function begin() {
    const lead = await registerApplicant(server);
    await completeSteps(server, lead, 'applicant-details', { files: false });
    return { lead, priya: await addAs(lead, 'Priya') };
  }

  it('are both made if the first was only progress: the household became complete after the page was opened', async () => {
    const { lead, priya } = await begin();
    await submitAs(server, lead, 'lead');
    const opened = await readHousehold(server, lead);
    await submitAs(server, priya, 'guarantor');
    const now = await readHousehold(server, lead);
    expect(now.is_complete).toBe(true);
    // Landlords' systems and the audit log sort changes by revision.
    expect(now.revision).toBeGreaterThan(opened.revision);
    const member = opened.members.find(({ first_name }) => first_name === 'Priya')?.id;
    const replaced = await change(server, lead, 'replace', { member, revision: opened.revision, ...PERSON });
    expect([replaced.statusCode, replaced.json().records?.is_complete]).toEqual([200, false]);
    const revisions = (await changesOf(server.deps.db, await householdOf(server.deps.db, lead))).map(
      ({ revision }) => revision,
    );
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b));
  });

  it('conflict if someone joined after the page was opened', async () => {
    const { lead } = await begin();
    const wei = await add(lead, 'Wei');
    await server.drain();
    const opened = await readHousehold(server, lead);
    expectRecords(await postInvited(server, linkIn(sent, wei.email), wei));
    const member = opened.members.find(({ first_name }) => first_name === 'Wei')?.id;
    const removed = await change(server, lead, 'remove', { member, revision: opened.revision });
    expect([removed.statusCode, removed.json().code]).toEqual([409, 'staleHousehold']);
    expect(removed.json().records.members).toHaveLength(3);
  });

  it('conflict if another member was removed after the page was opened', async () => {
    const { lead, priya } = await begin();
    await addAs(lead, 'Wei');
    await submitAs(server, priya, 'guarantor');
    const opened = await readHousehold(server, lead);
    expectRecords(await changeMember(server, lead, 'remove', 'Wei'));
    const member = opened.members.find(({ first_name }) => first_name === 'Priya')?.id;
    const removed = await change(server, lead, 'remove', { member, revision: opened.revision });
    expect([removed.statusCode, removed.json().code]).toEqual([409, 'staleHousehold']);
  });

  it('conflict if two pages of someone who applied alone each add the first person', async () => {
    const alone = await registerApplicant(server);
    const first = { revision: 0, role: 'coApplicant', ...PERSON };
    const second = { ...first, first_name: 'Ola', email_address: 'ola@conflicts.example' };
    expectRecords(await change(server, alone, 'add', first));
    const refused = await change(server, alone, 'add', second);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'staleHousehold']);
    expect(refused.json().records.members).toHaveLength(2);
  });

  it("a new lead can't see what the former lead typed, but the former lead can after leading again", async () => {
    const { lead, priya } = await begin();
    const maya = { first_name: 'Maya', last_name: 'Berg', email: 'maya@conflicts.example' };
    await addPerson(server, lead, 'coApplicant', maya);
    const next = await joinAs(server, sent, lead, maya);
    expectRecords(await changeMember(server, lead, 'lead', 'Maya'));
    const before = JSON.stringify(await readHousehold(server, next));
    for (const { email } of [lead, priya]) expect(before).not.toContain(email);
    for (const name of ['Lindqvist', 'Hale']) expect(before).not.toContain(name);
    // Guessing an email address doesn't reveal whether it's registered.
    const { revision } = await readHousehold(server, next);
    const guess = { revision, role: 'guarantor', ...PERSON, email_address: lead.email };
    expect((await change(server, next, 'add', guess)).statusCode).toBe(200);
    expectRecords(await changeMember(server, next, 'lead', 'Robin'));
    expect(JSON.stringify(await readHousehold(server, lead))).toContain(maya.email);
  });
});
