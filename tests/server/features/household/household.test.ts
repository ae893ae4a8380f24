import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/server/platform/mail/mail';
import { bodyOf, expectRecords, get, post, postStep } from '../../../support/fillSteps';
import {
  beginHousehold,
  change,
  changeMember,
  HOUSEHOLD,
  joinAs,
  linkIn,
  namingPeople,
  postInvited,
  readHousehold,
  submitAs,
} from '../../../support/households';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { createTestServer, engines, noLimits, type TestServer } from '../../../support/serverFixture';

const { co, occupant, guarantor } = HOUSEHOLD;

describe.each(engines)('a household on $name', (engine) => {
  let server: TestServer;
  let lead: TestApplicant;
  const sent: Message[] = [];

  beforeAll(async () => {
    const mail = { send: async (message: Message) => void sent.push(message) };
    server = await createTestServer(engine, { mail, limits: noLimits });
    lead = await beginHousehold(server);
  });
  afterAll(() => server.close());

  const states = async (who = lead) =>
    Object.fromEntries((await readHousehold(server, who)).members.map((one) => [one.first_name, one.state]));

  it('has the people of step 2, in their roles, and no one is invited yet', async () => {
    const { members, people, submitted, is_complete } = await readHousehold(server, lead);
    expect(members.map(({ first_name, role, state, is_lead }) => [first_name, role, state, is_lead])).toEqual([
      ['Robin', 'applicant', 'started', true],
      ['Jonas', 'coApplicant', 'listed', false],
      ['Tam', 'occupant', 'listed', false],
      ['Priya', 'guarantor', 'listed', false],
      ['Juniper', 'child', 'data', false],
    ]);
    expect({ people, submitted, is_complete }).toEqual({ people: 4, submitted: 0, is_complete: false });
    await server.drain();
    expect(sent.filter(({ text }) => text.includes('?t='))).toEqual([]);
  });

  it('is updated when step 2 is saved again', async () => {
    const saveWith = async (adults: object[], version: number) => {
      const answers = await namingPeople(server, lead, adults as never, [guarantor]);
      const body = bodyOf(server, lead, 'applicant-details', answers, version);
      return expectRecords(await postStep(server, lead, 'applicant-details', body));
    };
    await saveWith([{ ...co, first_name: 'Jon' }], 1);
    expect(await states()).toEqual({ Robin: 'started', Jon: 'listed', Priya: 'listed', Juniper: 'data' });
    await saveWith([co, occupant], 2);
    expect(Object.keys(await states()).sort()).toEqual(['Jonas', 'Juniper', 'Priya', 'Robin', 'Tam']);
  });

  it('invites a member by a personal link, and an earlier link stops working', async () => {
    expectRecords(await changeMember(server, lead, 'invite', 'Jonas'));
    await server.drain();
    const first = linkIn(sent, co.email);
    expect(first.path).toMatch(/^\/Property\/demo\/harbor-view\/open\/\w{16}$/);
    expectRecords(await changeMember(server, lead, 'invite', 'Jonas'));
    expect((await postInvited(server, first, co)).json().code).toBe('invitationExpired');
    await server.drain();
    expect(linkIn(sent, co.email).token).not.toBe(first.token);
    // The link's path alone isn't an invitation.
    expect((await postInvited(server, { ...first, token: '' }, co)).json().code).toBe('invitationExpired');
  });

  it("doesn't name anyone in an invitation", async () => {
    const mails = sent.filter(({ to }) => to === co.email);
    expect(mails.length).toBeGreaterThan(0);
    for (const { subject, text } of mails) {
      expect(`${subject} ${text}`).not.toMatch(/Robin|Hale|Jonas|Lindqvist|[{}]|undefined/);
      expect(text).toContain('a co-applicant');
    }
  });

  it("has the landlord's logo and color in each email", () => {
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter(({ landlord }) => !landlord).map(({ subject }) => subject)).toEqual([]);
  });

  it('corrects the address of an invitation, and sends it in the chosen language', async () => {
    const corrected = 'tam.okafor@household.example';
    expectRecords(await changeMember(server, lead, 'invite', 'Tam', { email_address: 'wrong@household.example' }));
    await server.drain();
    const wrong = linkIn(sent, 'wrong@household.example');
    expectRecords(await changeMember(server, lead, 'invite', 'Tam', { email_address: corrected, language: 'es' }));
    await server.drain();
    expect(sent.findLast(({ to }) => to === corrected)?.text).toMatch(/^Hola:/);
    expect((await postInvited(server, wrong, occupant)).json().code).toBe('invitationExpired');
    const tam = (await readHousehold(server, lead)).members.find(({ first_name }) => first_name === 'Tam');
    expect(tam?.typed).toMatchObject({ email: corrected, last_name: 'Okafor' });
    const taken = await changeMember(server, lead, 'invite', 'Tam', { email_address: co.email });
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'alreadyListed']);
    const invalid = await changeMember(server, lead, 'invite', 'Tam', { email_address: 'not an address' });
    expect(invalid.statusCode).toBe(422);
  });

  it('ends an invitation that is revoked', async () => {
    const link = linkIn(sent, 'tam.okafor@household.example');
    expectRecords(await changeMember(server, lead, 'revoke', 'Tam'));
    expect(await states()).toMatchObject({ Tam: 'listed' });
    expect((await postInvited(server, link, occupant)).statusCode).toBe(406);
    expect((await changeMember(server, lead, 'revoke', 'Tam')).json().code).toBe('notPossible');
  });

  it('shows a declined invitation to the lead, who can invite again', async () => {
    expectRecords(await changeMember(server, lead, 'invite', 'Tam', { email_address: occupant.email }));
    await server.drain();
    const { token } = linkIn(sent, occupant.email);
    const decline = () => server.app.inject({ method: 'POST', url: '/api/household/decline', payload: { token } });
    expect((await decline()).statusCode).toBe(200);
    expect(await states()).toMatchObject({ Tam: 'declined' });
    expect((await decline()).json().code).toBe('invitationExpired');
    expectRecords(await changeMember(server, lead, 'invite', 'Tam'));
    expect(await states()).toMatchObject({ Tam: 'invited' });
  });

  it('ends an invitation after 14 days', async () => {
    await server.drain();
    const link = linkIn(sent, occupant.email);
    server.advance(14 * 86_400 + 1);
    expect((await postInvited(server, link, occupant)).json().code).toBe('invitationExpired');
    server.advance(-(14 * 86_400 + 1));
  });

  it('registers a member for the same home, with the role and without questions about the home', async () => {
    const jonas = await joinAs(server, sent, lead, co);
    expect(await states()).toMatchObject({ Jonas: 'started' });
    const detail = expectRecords(await get(server, jonas, '/api/users/applicationdetail'));
    expect(detail).toMatchObject({ household_role: 'coApplicant', skipped_steps: [] });
    const form = expectRecords(await get(server, jonas, '/api/forms/application/applicant-details'));
    expect((form.sections as { name: string }[]).map(({ name }) => name)).toEqual([
      'contacts',
      'financial-details',
      'other-details',
    ]);
    // A link works once.
    expect((await postInvited(server, linkIn(sent, co.email), co)).json().code).toBe('alreadyRegistered');
    const { rows } = await server.deps.db.query(
      'select count(distinct property_id)::int as homes, count(*)::int as n from application where trn = any($1)',
      [[lead.trn, jonas.trn]],
    );
    expect(rows[0]).toEqual({ homes: 1, n: 2 });
  });

  it('keeps the row of a member who joined, at any position in the list', async () => {
    const saveWith = async (adults: object[]) => {
      const { version } = expectRecords(
        await get(server, lead, `/api/contextual/getdetails/${lead.trn}?RoleName=Applicant`),
      );
      const answers = await namingPeople(server, lead, adults as never, [guarantor]);
      return postStep(
        server,
        lead,
        'applicant-details',
        bodyOf(server, lead, 'applicant-details', answers, Number(version)),
      );
    };
    const fixed = { ...co, is_fixed: true };
    expectRecords(await saveWith([occupant, fixed]));
    expect((await saveWith([occupant])).json().errors[0].message).toBeTruthy();
    expectRecords(await saveWith([fixed, occupant]));
    expectRecords(await saveWith([occupant, fixed]));
    expect(await states()).toMatchObject({ Jonas: 'started', Tam: 'invited' });
  });

  it('refuses the second of two simultaneous changes, with the current state', async () => {
    const { revision, members } = await readHousehold(server, lead);
    const member = members.find(({ first_name }) => first_name === 'Tam')?.id;
    const answers = await Promise.all(
      ['revoke', 'remove'].map((action) => change(server, lead, action, { member, revision })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused.code).toBe('staleHousehold');
    expect(refused.records.revision).toBeGreaterThan(revision);
    expect(refused.records.members.length).toBeGreaterThan(3);
  });

  it('can be changed only by the lead', async () => {
    const priya = await joinAs(server, sent, lead, guarantor);
    const { revision, members } = await readHousehold(server, priya);
    const jonas = members.find(({ first_name }) => first_name === 'Jonas')?.id;
    for (const action of ['invite', 'revoke', 'remind', 'remove', 'lead'])
      expect([action, (await change(server, priya, action, { member: jonas, revision })).json().code]).toEqual([
        action,
        'notLead',
      ]);
    expect(members.every(({ typed, may }) => typed === null && (may as unknown[]).length === 0)).toBe(true);
  });

  it('asks a co-signer nothing about the household, and charges them nothing', async () => {
    const priya = await findSession('guarantor');
    const detail = expectRecords(await get(server, priya, '/api/users/applicationdetail'));
    expect(detail).toMatchObject({ household_role: 'guarantor', skipped_steps: ['applicant-details'] });
    expect((await get(server, priya, `/api/contextual/getdetails/${priya.trn}?RoleName=Applicant`)).statusCode).toBe(
      404,
    );
    const fees = expectRecords(await get(server, priya, `/api/payment/fees/${priya.trn}`));
    expect(fees.recordset).toEqual([{ ApplicationFee: 0, SubscriberFee: 0 }]);
    await submitAs(server, priya, 'guarantor');
    expect(await states()).toMatchObject({ Priya: 'submitted' });
    expect(sent.filter(({ to, text }) => to === guarantor.email && text.includes('$'))).toEqual([]);
    expect(expectRecords(await get(server, priya, `/api/open/success/summary`)).summary).toMatchObject({ paid: null });
  });

  it('reminds a member once a day', async () => {
    await server.drain();
    sent.length = 0;
    expectRecords(await changeMember(server, lead, 'remind', 'Jonas'));
    await server.drain();
    expect(sent.map(({ to }) => to)).toEqual([co.email]);
    expect((await changeMember(server, lead, 'remind', 'Jonas')).json().code).toBe('remindedToday');
    expect((await changeMember(server, lead, 'remind', 'Priya')).json().code).toBe('notPossible');
  });

  it('emails the lead when the last member has submitted, once', async () => {
    const jonas = await findSession('coApplicant');
    await changeMember(server, lead, 'remove', 'Tam');
    await submitAs(server, jonas, 'co');
    expect((await readHousehold(server, lead)).is_complete).toBe(false);
    sent.length = 0;
    await submitAs(server, lead, 'lead');
    expect((await readHousehold(server, lead)).is_complete).toBe(true);
    expect(
      sent.filter(({ subject }) => subject === "We have all of your household's applications").map(({ to }) => to),
    ).toEqual([lead.email]);
  });

  it('marks the row of a member as fixed after they join, and as submitted after they submit', async () => {
    const { groups } = expectRecords(
      await get(server, lead, `/api/contextual/getdetails/${lead.trn}?RoleName=Applicant`),
    );
    const adults = (groups as { name: string; fields: Record<string, unknown>[] }[]).find(
      ({ name }) => name === 'anyone_over_18',
    );
    const flags = (row: Record<string, unknown>) => [row.first_name, row.is_fixed ?? false, row.is_submitted ?? false];
    // Tam was removed before joining.
    expect(adults?.fields.map(flags)).toEqual([
      ['Tam', false, false],
      ['Jonas', true, true],
    ]);
  });

  it('changes after submission: a member is replaced, and the household waits for the new one', async () => {
    const answer = await changeMember(server, lead, 'replace', 'Jonas', {
      first_name: 'Maya',
      last_name: 'Berg',
      email_address: 'maya@household.example',
    });
    expect(expectRecords(answer)).toMatchObject({ is_complete: false, people: 3, submitted: 2 });
    const maya = await joinInvited('maya@household.example', { first_name: 'Maya', last_name: 'Berg' });
    expect(await states()).toEqual({
      Robin: 'submitted',
      Maya: 'started',
      Priya: 'submitted',
      Juniper: 'data',
    });
    const jonas = await findSession('coApplicant', co.email);
    expect(await readHousehold(server, jonas)).toMatchObject({ members: [], revision: 0 });
    expect(expectRecords(await get(server, jonas, `/api/application/summary/${jonas.trn}`)).review).toBeTruthy();
    await submitAs(server, maya, 'co');
    expect(await readHousehold(server, lead)).toMatchObject({ is_complete: true, submitted: 3 });
  });

  it("keeps the others' applications when a member withdraws", async () => {
    const priya = await findSession('guarantor', guarantor.email);
    expectRecords(await post(server, priya, '/api/application/withdraw', {}));
    await server.drain();
    expect(await states()).toMatchObject({ Robin: 'submitted', Maya: 'submitted', Priya: 'withdrawn' });
    expect(await readHousehold(server, lead)).toMatchObject({ is_complete: true, people: 2, submitted: 2 });
  });

  it('can get a new lead, and the former lead can leave', async () => {
    const maya = await findSession('coApplicant', 'maya@household.example');
    expectRecords(await changeMember(server, lead, 'lead', 'Maya'));
    expect((await readHousehold(server, lead)).may_add).toEqual([]);
    const household = await readHousehold(server, maya);
    expect(household.may_add).toEqual(['coApplicant', 'occupant', 'guarantor']);
    expectRecords(await change(server, lead, 'leave', { revision: household.revision }));
    expect((await readHousehold(server, maya)).members.map(({ first_name }) => first_name)).not.toContain('Robin');
    const { rows } = await server.deps.db.query(
      "select body::jsonb ->> 'change' as change from audit_entry where kind = 'household'",
    );
    const changes = rows.map((row) => row.change);
    for (const one of [
      'listed',
      'invited',
      'revoked',
      'declined',
      'joined',
      'submitted',
      'replaced',
      'withdrawn',
      'lead',
      'left',
    ])
      expect(changes).toContain(one);
  });

  it('can be started on the page by someone who applied alone', async () => {
    const alone = await registerApplicant(server);
    expect((await readHousehold(server, alone)).members).toEqual([]);
    const person = { first_name: 'Ola', last_name: 'Berg', email_address: 'ola@household.example' };
    const added = expectRecords(await change(server, alone, 'add', { revision: 0, role: 'coApplicant', ...person }));
    expect(added).toMatchObject({ people: 2, revision: expect.any(Number) });
    const child = await change(server, alone, 'add', { revision: added.revision, role: 'child', ...person });
    expect(child.statusCode).toBe(422);
  });

  it('can be joined by someone with an account and an application for the same home', async () => {
    const other = await registerApplicant(server);
    const person = { first_name: 'Uma', last_name: 'Rao', email_address: 'uma@household.example' };
    const leading = await registerApplicant(server);
    expectRecords(await change(server, leading, 'add', { revision: 0, role: 'coApplicant', ...person }));
    await server.drain();
    const { token } = linkIn(sent, person.email_address);
    const joined = expectRecords(await change(server, other, 'join', { token }));
    expect(joined.trn_id).toBe(other.trn);
    expect((await readHousehold(server, leading)).members.map(({ state }) => state)).toEqual(['started', 'started']);
    expect((await change(server, other, 'join', { token })).json().code).toBe('invitationExpired');
  });

  it('is left intact when a member is erased', async () => {
    const { eraseApplicant } = await import('../../../../src/server/features/erasure/erasureRepository');
    const leading = await beginHousehold(server);
    const jonas = await joinAs(server, sent, leading, { ...co, email: 'jonas.2@household.example' });
    await eraseApplicant(server.deps, leading.trn);
    const household = await readHousehold(server, jonas);
    expect(household.members.find(({ is_lead }) => is_lead)?.first_name).toBe('Jonas');
    expect(household.members.map(({ first_name }) => first_name)).not.toContain('Robin');
    await eraseApplicant(server.deps, jonas.trn);
    const { rows } = await server.deps.db.query(
      "select count(*)::int as n from household_member where email = 'jonas.2@household.example'",
    );
    expect(rows[0].n).toBe(0);
  });

  async function findSession(role: string, email?: string): Promise<TestApplicant> {
    const { rows } = await server.deps.db.query<{ trn: string; account_id: string; email: string }>(
      `select a.trn, a.account_id, a.email from application a join household_member m on m.trn = a.trn
       where m.household_id = (select household_id from application where trn = $1) and m.role = $2
       union all select trn, account_id, email from application where email = $3 limit 1`,
      [lead.trn, role, email ?? null],
    );
    const found = email ? await findByEmail(email) : rows[0];
    if (!found) throw new Error(`Nobody is ${role}`);
    const { token, refreshToken } = await server.deps.sessions.start(found.account_id, found.trn);
    const headers = { email: found.email, authorization: token, trn_id: found.trn };
    return { trn: found.trn, email: found.email, token, refreshToken, headers };
  }

  async function findByEmail(email: string) {
    const { rows } = await server.deps.db.query<{ trn: string; account_id: string; email: string }>(
      'select trn, account_id, email from application where email = $1 and account_id is not null limit 1',
      [email],
    );
    return rows[0];
  }

  async function joinInvited(email: string, name: { first_name: string; last_name: string }): Promise<TestApplicant> {
    await server.drain();
    const { trnid, token, refreshToken } = expectRecords(
      await postInvited(server, linkIn(sent, email), { ...name, email }),
    );
    const headers = { email, authorization: String(token), trn_id: String(trnid) };
    return { trn: String(trnid), email, token: String(token), refreshToken: String(refreshToken), headers };
  }
});
