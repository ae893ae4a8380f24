import type { Household as Described, InviteBody, NewPerson, ReplaceBody } from '../../../contract/household';
import { householdRules, personKey, roleRule } from '../../../model/household';
import type { HouseholdRole } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { deleteMember, findHousehold, insertMember, setLead } from '../../applications/household/householdRepository';
import { closeInvitation, markReminded, openInvitation } from '../../applications/household/invitationRepository';
import { removeFromHousehold } from '../../applications/household/leaveHousehold';
import { isFull } from '../../applications/household/memberState';
import { hasOpenPayment, isPayer, setPayer } from '../../applications/household/payerRepository';
import { enqueue } from '../../platform/jobs/jobRepository';
import type { Applicant } from '../../platform/sessions/sessions';
import { invalidateTokens } from '../../platform/sessions/tokenRepository';
import { changeHousehold, type HouseholdAt, requireMember } from './changeHousehold';
import { refuse } from './householdErrors';

type ChangeDeps = Pick<ApplicationDeps, 'db' | 'clock' | 'recordEvent'>;

interface MemberBody {
  member: string;
  revision: number;
}

interface Invited {
  email: string;
  language: string;
}

/** Adds and invites a person. Throws `householdFull`, `alreadyListed`, or `notPossible` if the role can't be added. */
export function addMember(deps: ChangeDeps, applicant: Applicant, body: NewPerson): Promise<Described> {
  return changeHousehold(deps, applicant, body, async (at) => {
    if (isFull(at.household)) throw refuse('householdFull');
    if (!roleRule(body.role).mayBeAdded) throw refuse('notPossible');
    const member = await addPerson(at, body.role, body, applicant.language);
    return { change: 'invited', member };
  });
}

/** Invites a listed member, or sends another invitation, possibly to another address. */
export function inviteMember(deps: ChangeDeps, applicant: Applicant, body: InviteBody): Promise<Described> {
  return changeHousehold(deps, applicant, body, async (at) => {
    const { id, email } = requireMember(at, body.member, 'invite');
    const address = body.email_address ?? email;
    if (address !== email) assertUnlisted(at, address, id);
    await sendInvitation(at, id, { email: address, language: body.language ?? applicant.language });
    return { change: 'invited', member: id };
  });
}

export function revokeInvitation(deps: ChangeDeps, applicant: Applicant, body: MemberBody): Promise<Described> {
  return changeHousehold(deps, applicant, body, async (at) => {
    const member = requireMember(at, body.member, 'revoke');
    await closeInvitation(at.client, member, null);
    return { change: 'revoked', member: member.id };
  });
}

/** Throws `remindedToday`, or `notPossible` if the invitation expired. */
export function remindMember(deps: ChangeDeps, applicant: Applicant, body: MemberBody): Promise<Described> {
  return changeHousehold(deps, applicant, body, async (at) => {
    const { id, trn, expires_at, joined_at } = requireMember(at, body.member, 'remind');
    if (!joined_at && expires_at && expires_at <= at.now) throw refuse('notPossible');
    const after = new Date(at.now.getTime() - householdRules().reminderHours * 3_600_000);
    if (!(await markReminded(at.client, id, at.now, after))) throw refuse('remindedToday');
    await enqueue(at.client, 'household-reminder', { trn });
    return { change: 'reminded', member: id };
  });
}

/** Invites a new person in the same role. The previous person keeps the application they started. */
export function replaceMember(deps: ChangeDeps, applicant: Applicant, body: ReplaceBody): Promise<Described> {
  return changeHousehold(deps, applicant, body, async (at) => {
    const before = requireMember(at, body.member, 'replace');
    await removeFromHousehold(at.client, at.household, before, at.now);
    const member = await addPerson(at, before.role, body, applicant.language);
    return { change: 'replaced', member };
  });
}

export function removeMember(deps: ChangeDeps, applicant: Applicant, body: MemberBody): Promise<Described> {
  return changeHousehold(deps, applicant, body, async (at) => {
    const member = requireMember(at, body.member, 'remove');
    await removeFromHousehold(at.client, at.household, member, at.now);
    return { change: 'removed', member: member.id };
  });
}

/**
 * Makes another member the lead. If the old lead owes the shared fee, it passes to the new lead, unless one of the two
 * has submitted. Throws `paymentOpen` if that fee is being paid.
 */
export function transferLead(deps: ChangeDeps, applicant: Applicant, body: MemberBody): Promise<Described> {
  return changeHousehold(deps, applicant, body, async (at) => {
    const { client, household, me } = at;
    const next = requireMember(at, body.member, 'lead');
    await setLead(client, household.id, next.id);
    if (me.trn && !me.submitted_at && !next.submitted_at && (await isPayer(client, me.trn))) {
      await setPayer(client, household.id, next.trn);
      if (await hasOpenPayment(client, me.trn)) throw refuse('paymentOpen');
    }
    return { change: 'lead', member: next.id };
  });
}

/**
 * Leaves a household. If the lead leaves, another member becomes the lead. Throws `notPossible` if nobody else is left
 * or can become the lead.
 */
export function leaveHousehold(deps: ChangeDeps, applicant: Applicant, body: { revision: number }): Promise<Described> {
  return changeHousehold(deps, applicant, { ...body, isForAll: true }, async ({ client, household, me, now }) => {
    const others = household.members.filter((one) => one !== me);
    if (others.length === 0 || (me.is_lead && !others.some(({ joined_at }) => joined_at))) throw refuse('notPossible');
    await removeFromHousehold(client, household, me, now);
    return { change: 'left', member: me.id };
  });
}

type Person = Pick<NewPerson, 'first_name' | 'last_name' | 'email_address' | 'language'>;

async function addPerson(at: HouseholdAt, role: HouseholdRole, person: Person, language: string): Promise<string> {
  const { first_name, last_name, email_address: email } = person;
  const { client, household, now } = at;
  assertUnlisted(at, email);
  const known = household.removed.find(
    ({ listed_as }) => listed_as === personKey(role, { first_name, last_name, email }),
  );
  if (known) await deleteMember(client, known);
  const listedAs = known?.listed_as ?? null;
  const id = await insertMember(client, household.id, { role, listedAs, first_name, last_name, email }, now);
  await sendInvitation(at, id, { email, language: person.language ?? language });
  return id;
}

/**
 * Throws `alreadyListed` for the lead's own email and for emails that the lead entered. Emails that other members
 * entered don't count, because the error would confirm a guess.
 */
function assertUnlisted({ household, me }: HouseholdAt, email: string, except?: string): void {
  const known = household.members.filter((one) => one === me || one.typed_by === me.id);
  const taken = known.filter(({ id, role }) => id !== except && roleRule(role).isInvited).map((one) => one.email);
  if (taken.some((one) => one.toLowerCase() === email.toLowerCase())) throw refuse('alreadyListed');
}

/** Opens an invitation. Earlier links stop working right away. */
async function sendInvitation(
  { client, household, me, now }: HouseholdAt,
  id: string,
  { email, language }: Invited,
): Promise<void> {
  const current = await findHousehold(client, household.id);
  const member = current?.members.find((one) => one.id === id);
  if (!member || !me.trn) throw new Error(`Household ${household.id} has no member ${id}`);
  const expiresAt = new Date(now.getTime() + householdRules().invitationDays * 86_400_000);
  const invitation = { householdId: household.id, leadTrn: me.trn, email, language, now, expiresAt };
  const trn = await openInvitation(client, member, invitation);
  await invalidateTokens(client, 'invitation', { trn }, now);
  await enqueue(client, 'household-invitation', { trn });
}
