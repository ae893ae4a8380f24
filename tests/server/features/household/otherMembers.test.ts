import { describe, expect, it } from 'vitest';
import { checkChains } from '../../../../src/server/applications/record/checkRecord';
import { disposeDecided } from '../../../../src/server/features/erasure/disposeDecided';
import { eraseApplicant } from '../../../../src/server/features/erasure/erasureRepository';
import { removeAbandonedApplications } from '../../../../src/server/features/erasure/removeAbandonedApplications';
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
import { askOffice, joinOffice } from '../../../support/officePeople';
import { openServer } from '../../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { engines, noLimits } from '../../../support/serverFixture';

const DAY = 86_400;
let people = 0;

/** Retention and erasure of a member leave the others unchanged, and each change is in the audit log. */
describe.each(engines)('the others of a household on $name', async (engine) => {
  const sent: Message[] = [];
  const mail = { send: async (message: Message) => void sent.push(message) };
  const server = await openServer(engine, { mail, limits: noLimits });
  const { db } = server.deps;

  const named = (first_name: string) => {
    people += 1;
    return { first_name, last_name: 'Lindqvist', email: `${first_name.toLowerCase()}.${people}@others.example` };
  };
  async function add(lead: TestApplicant, role: string, firstName: string) {
    const person = named(firstName);
    await addPerson(server, lead, role, person);
    await server.drain();
    return person;
  }
  async function addAs(lead: TestApplicant, role: string, firstName: string): Promise<TestApplicant> {
    return joinAs(server, sent, lead, await add(lead, role, firstName));
  }
  /** Creates a lead and a guarantor who have both submitted. */
  async function begin(): Promise<{ lead: TestApplicant; priya: TestApplicant }> {
    const lead = await registerApplicant(server);
    await completeSteps(server, lead, 'applicant-details', { files: false });
    const priya = await addAs(lead, 'guarantor', 'Priya');
    await submitAs(server, priya, 'guarantor');
    await submitAs(server, lead, 'lead');
    return { lead, priya };
  }
  /** Returns an application's rows in five tables. */
  async function stored({ trn }: TestApplicant): Promise<object> {
    const all = ['step_answer', 'document', 'payment', 'consent', 'applicant_key'].map(async (table) => {
      const { rows } = await db.query(`select to_jsonb(t)::text as row from ${table} t where trn = $1`, [trn]);
      return [table, rows.map(({ row }) => row).sort()];
    });
    return Object.fromEntries(await Promise.all(all));
  }
  const isThere = async ({ trn }: TestApplicant) =>
    (await db.query('select from application where trn = $1', [trn])).rowCount === 1;
  const described = async (household: string) => {
    const { rows } = await db.query(
      `select m.first_name, m.is_lead, h.completed_at is not null as complete from household h
       join household_member m on m.household_id = h.id where h.id = $1 order by m.is_lead desc, m.place`,
      [household],
    );
    return { names: rows.map((row) => row.first_name), complete: rows[0]?.complete };
  };

  it('stay unchanged when an abandoned application is removed, and the household is complete', async () => {
    await removeAbandonedApplications(server.deps);
    const { lead, priya } = await begin();
    const idle = await addAs(lead, 'coApplicant', 'Jonas');
    await completeSteps(server, idle, 'identification', { files: false });
    const household = await householdOf(db, lead);
    expect(await described(household)).toEqual({ names: ['Robin', 'Priya', 'Jonas'], complete: false });
    await server.drain();
    const before = [await stored(lead), await stored(priya)];
    server.advance(47 * DAY);
    expect(await removeAbandonedApplications(server.deps)).toEqual({ warned: 1, removed: 0 });
    server.advance(15 * DAY);
    sent.length = 0;
    expect(await removeAbandonedApplications(server.deps)).toEqual({ warned: 0, removed: 1 });
    await server.drain();
    expect([await isThere(idle), await isThere(lead), await isThere(priya)]).toEqual([false, true, true]);
    expect([await stored(lead), await stored(priya)]).toEqual(before);
    expect(await described(household)).toEqual({ names: ['Robin', 'Priya'], complete: true });
    expect((await changesOf(db, household)).at(-1)?.change).toBe('erased');
    // The lead wasn't waiting for anyone else.
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [lead.email, "We have all of your household's applications"],
    ]);
    server.advance(-62 * DAY);
  });

  it('stay unchanged when one application is erased after a decision', async () => {
    const { lead, priya } = await begin();
    const household = await householdOf(db, lead);
    const owner = await joinOffice(server, 'owner');
    const { rows } = await db.query('select application_number as number from application where trn = $1', [priya.trn]);
    const url = `/applications/${rows[0].number}`;
    const { revision } = (await askOffice(server, owner, url)).json().records;
    expectRecords(
      await askOffice(server, owner, `${url}/acts`, {
        revision,
        act: 'decline',
        bases: ['income'],
        reasons: ['income'],
      }),
    );
    await server.drain();
    const before = await stored(lead);
    const rules = { decided: [{ status: 'declined' as const, removeAfterDays: 100, warnDaysBefore: 20 }] };
    server.advance(81 * DAY);
    expect(await disposeDecided(server.deps, rules)).toMatchObject({ warned: 1, disposed: 0 });
    server.advance(21 * DAY);
    expect(await disposeDecided(server.deps, rules)).toMatchObject({ disposed: 1 });
    await server.drain();
    expect([await isThere(priya), await isThere(lead)]).toEqual([false, true]);
    expect(await stored(lead)).toEqual(before);
    expect(await described(household)).toEqual({ names: ['Robin'], complete: true });
    server.advance(-102 * DAY);
  });

  it('stay unchanged when the lead is erased: another adult leads, and invitations still work', async () => {
    const lead = await registerApplicant(server);
    const jonas = await addAs(lead, 'coApplicant', 'Jonas');
    const maya = await add(lead, 'coApplicant', 'Maya');
    const household = await householdOf(db, lead);
    const before = await stored(jonas);
    await eraseApplicant(server.deps, lead.trn);
    await server.drain();
    expect(await stored(jonas)).toEqual(before);
    expect(await described(household)).toEqual({ names: ['Jonas', 'Maya'], complete: false });
    expectRecords(await postInvited(server, linkIn(sent, maya.email), maya));
    expect((await readHousehold(server, jonas)).members.map(({ state }) => state)).toEqual(['started', 'started']);
  });

  it('have every change in the audit log once, in order and without names', async () => {
    const lead = await registerApplicant(server);
    const jonas = await addAs(lead, 'coApplicant', 'Jonas');
    const household = await householdOf(db, lead);
    await add(lead, 'guarantor', 'Priya');
    expectRecords(await changeMember(server, lead, 'remind', 'Priya'));
    expectRecords(await changeMember(server, lead, 'revoke', 'Priya'));
    expectRecords(await changeMember(server, lead, 'invite', 'Priya'));
    await server.drain();
    const { token } = linkIn(sent, `priya.${people}@others.example`);
    expectRecords(await server.app.inject({ method: 'POST', url: '/api/household/decline', payload: { token } }));
    const { email, ...tam } = named('Tam');
    expectRecords(await changeMember(server, lead, 'replace', 'Priya', { ...tam, email_address: email }));
    expectRecords(await changeMember(server, lead, 'remove', 'Tam'));
    expectRecords(await changeMember(server, lead, 'lead', 'Jonas'));
    expectRecords(await change(server, lead, 'leave', { revision: (await readHousehold(server, lead)).revision }));
    const changes = await changesOf(db, household);
    expect(changes.map(({ change: kind }) => kind)).toEqual([
      ...['invited', 'invited', 'joined', 'invited', 'reminded', 'revoked', 'invited', 'declined'],
      ...['replaced', 'removed', 'lead', 'left'],
    ]);
    // Each change increments the revision by one.
    const revisions = changes.map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.map((_one, index) => (revisions[0] ?? 0) + index));
    expect((await readHousehold(server, jonas)).revision).toBe(revisions.at(-1));
    const { rows } = await db.query<{ body: string }>("select body from audit_entry where kind = 'household'");
    for (const { body } of rows) expect(body).not.toMatch(/Robin|Jonas|Priya|Tam|Lindqvist|@/);
  });

  it('have a log entry that a household ended because its last member joined another one', async () => {
    const lead = await registerApplicant(server);
    const other = await registerApplicant(server);
    await add(other, 'guarantor', 'Wei');
    const own = await householdOf(db, other);
    const { email } = await add(lead, 'coApplicant', 'Uma');
    expectRecords(await change(server, other, 'join', { token: linkIn(sent, email).token }));
    expect((await changesOf(db, own)).map(({ change: kind }) => kind)).toEqual(['invited', 'ended']);
    expect(await householdOf(db, other)).toBe(await householdOf(db, lead));
  });

  it('have an unbroken audit log', async () => {
    const { count, brokenAt } = await checkChains(server.deps.stores.audit);
    expect(brokenAt).toBeUndefined();
    expect(count).toBeGreaterThan(20);
  });
});
