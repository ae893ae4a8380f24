import type pg from 'pg';
import robin from '../../schemas/personas/robin-hale.json';
import type { StepAnswers } from '../../src/model/answers/stepBody';
import type { Message } from '../../src/server/platform/mail/mail';
import type { AnyServer } from './anyServer';
import { answersOf, bodyOf, completeSteps, expectRecords, get, paymentBody, post, postStep } from './fillSteps';
import { postRegistration, registerApplicant, type TestApplicant } from './serverApplicants';

type Json = Record<string, unknown>;
type Queries = Pick<pg.Pool, 'query'>;

export interface Person {
  first_name: string;
  last_name: string;
  email: string;
  financially_responsible?: boolean;
}

/** The other members of a household: a co-applicant, an occupant who doesn't sign the lease, and a guarantor. */
export const HOUSEHOLD = {
  co: { first_name: 'Jonas', last_name: 'Lindqvist', email: 'jonas@household.example' },
  occupant: { first_name: 'Tam', last_name: 'Okafor', email: 'tam@household.example', financially_responsible: true },
  guarantor: { first_name: 'Priya', last_name: 'Nair', email: 'priya@household.example' },
} satisfies Record<string, Person>;

export type HouseholdPart = keyof typeof HOUSEHOLD;

/** Returns step 2's answers with these adults and co-signers. */
export async function namingPeople(
  server: AnyServer,
  lead: TestApplicant,
  adults: Person[],
  cosigners: Person[],
): Promise<StepAnswers> {
  const answers = await answersOf(server, lead, 'applicant-details');
  const named = (fields: Person[]) => (fields.length ? { response: 'Yes', fields } : { response: 'No' });
  const section = { ...answers['applicant-details'], anyone_over_18: named(adults), is_co_signer: named(cosigners) };
  return { ...answers, 'applicant-details': section };
}

/** Creates a lead who names all of HOUSEHOLD in step 2. */
export async function beginHousehold(server: AnyServer, changes: Json = {}): Promise<TestApplicant> {
  const lead = await registerApplicant(server, changes);
  await completeSteps(server, lead, 'identification', { files: false });
  const { co, occupant, guarantor } = HOUSEHOLD;
  const answers = await namingPeople(server, lead, [co, occupant], [guarantor]);
  expectRecords(await postStep(server, lead, 'applicant-details', bodyOf(server, lead, 'applicant-details', answers)));
  return lead;
}

export interface ReadHousehold {
  revision: number;
  people: number;
  submitted: number;
  is_complete: boolean;
  may_add: string[];
  may_leave: boolean;
  members: (Json & {
    id: string;
    first_name: string;
    role: string;
    state: string;
    is_lead: boolean;
    typed: Json | null;
  })[];
}

export async function readHousehold(server: AnyServer, who: TestApplicant): Promise<ReadHousehold> {
  return expectRecords(await get(server, who, `/api/household/${who.trn}`)) as unknown as ReadHousehold;
}

let keys = 0;

/** Makes a member's change with a new idempotency key. */
export function change(server: AnyServer, who: TestApplicant, action: string, body: Json) {
  keys += 1;
  return post(server, who, `/api/household/${action}`, body, { 'idempotency-key': `household-${keys}` });
}

/** Changes the member with this first name, at the current revision. */
export async function changeMember(
  server: AnyServer,
  who: TestApplicant,
  action: string,
  firstName: string,
  more: Json = {},
) {
  const { revision, members } = await readHousehold(server, who);
  const member = members.find(({ first_name }) => first_name === firstName)?.id;
  return change(server, who, action, { member, revision, ...more });
}

/** Adds a person in a role, which also invites them. */
export async function addPerson(server: AnyServer, lead: TestApplicant, role: string, person: Person): Promise<void> {
  const { email: email_address, ...named } = person;
  const { revision } = await readHousehold(server, lead);
  expectRecords(await change(server, lead, 'add', { revision, role, ...named, email_address }));
}

/** Returns the id of an application's household. */
export async function householdOf(db: Queries, { trn }: Pick<TestApplicant, 'trn'>): Promise<string> {
  return (await db.query('select household_id as id from application where trn = $1', [trn])).rows[0].id;
}

/** Returns a household's changes in the audit log. */
export async function changesOf(db: Queries, household: string): Promise<{ change: string; revision: number }[]> {
  const { rows } = await db.query(
    "select body from audit_entry where kind = 'household' and body::jsonb ->> 'household' = $1 order by seq",
    [household],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

/** Returns path and token of the latest link emailed to someone. */
export function linkIn(sent: readonly Message[], to: string): { path: string; token: string } {
  const mail = sent.findLast((one) => one.to === to && one.text.includes('?t='));
  const { pathname, searchParams } = new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none');
  return { path: pathname, token: searchParams.get('t') ?? '' };
}

/** Returns the registration body of an invited person. */
export function invitedBody({ path }: { path: string }, { first_name, last_name, email }: Person): Json {
  const { 'registration-personal': personal, 'registration-login': login } = robin.flows.entry.registration;
  const own = { fname: first_name, lname: last_name, email, reEmail: email };
  return { ...personal, ...login, ...own, url: 'open', trn_id: path.split('/').at(-1) };
}

export function postInvited(server: AnyServer, link: { path: string; token: string }, person: Person) {
  const headers = { entry: link.path, trn_id: link.path.split('/').at(-1) ?? '', authorization: link.token };
  return postRegistration(server, invitedBody(link, person), headers);
}

/** Invites a member and registers them with the link. */
export async function joinAs(
  server: AnyServer & { drain(): Promise<void> },
  sent: Message[],
  lead: TestApplicant,
  person: Person,
): Promise<TestApplicant> {
  expectRecords(await changeMember(server, lead, 'invite', person.first_name, { email_address: person.email }));
  await server.drain();
  const { trnid, token, refreshToken } = expectRecords(await postInvited(server, linkIn(sent, person.email), person));
  const headers = { email: person.email, authorization: String(token), trn_id: String(trnid) };
  return { trn: String(trnid), email: person.email, token: String(token), refreshToken: String(refreshToken), headers };
}

/** Saves the steps of a role, and submits. The lead has already saved the first two. */
export async function submitAs(
  server: AnyServer & { drain(): Promise<void>; advance(seconds: number): void },
  who: TestApplicant,
  part: HouseholdPart | 'lead',
): Promise<void> {
  if (part !== 'lead') await completeSteps(server, who, 'identification', { files: false });
  if (part === 'co' || part === 'occupant') {
    const { 'applicant-details': _household, ...answers } = await answersOf(server, who, 'applicant-details');
    expectRecords(await postStep(server, who, 'applicant-details', bodyOf(server, who, 'applicant-details', answers)));
  }
  if (part !== 'occupant') await completeSteps(server, who, 'income', { files: false, from: 'income' });
  // The name to sign with is cached for a few seconds.
  server.advance(6);
  expectRecords(await post(server, who, '/api/payment', await createPaymentBody(server, who)));
  await server.drain();
}

/** Returns the body of a payment, without a card if there's no fee. */
export async function createPaymentBody(server: AnyServer, who: TestApplicant): Promise<Json> {
  const { cname, city, state, ...rest } = (await paymentBody(server, who)) as Json & { payment?: Json };
  if (rest.amount !== 0) return { cname, city, state, ...rest };
  const { payment: _card, ...free } = rest;
  return { ...free, token: 'none' };
}
