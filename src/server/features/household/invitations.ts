import type pg from 'pg';
import type { LoginRecords } from '../../../contract/account';
import { findApplicant } from '../../applications/applicantRepository';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { claimApplication } from '../../applications/applicationRepository';
import {
  findHouseholdByTrn,
  type Household,
  lockHousehold,
  lockHouseholdByTrn,
  type MemberRow,
} from '../../applications/household/householdRepository';
import { attachApplication, closeInvitation, isForSameHome } from '../../applications/household/invitationRepository';
import { removeFromHousehold } from '../../applications/household/leaveHousehold';
import { memberState } from '../../applications/household/memberState';
import { joinHousehold, recordHouseholdChange } from '../../applications/household/recordChange';
import { transaction } from '../../platform/db/transaction';
import type { Applicant } from '../../platform/sessions/sessions';
import { invalidateTokens, readToken } from '../../platform/sessions/tokenRepository';
import { refuse } from './householdErrors';

type InvitationDeps = Pick<ApplicationDeps, 'db' | 'clock' | 'recordEvent' | 'sessions'>;

/**
 * Joins a household and returns a new session. If possible, the applicant's own application joins. Otherwise, the
 * invitation's application joins. Throws `invitationExpired`, `ownInvitation`, or `notPossible` for another landlord's
 * household.
 */
export async function joinByInvitation(
  deps: InvitationDeps,
  applicant: Applicant,
  token: string,
  device: string | undefined,
): Promise<LoginRecords> {
  const invited = await findInvitation(deps, token);
  const now = deps.clock();
  const trn = await transaction(deps.db, async (client) => {
    const own = await findHouseholdByTrn(client, applicant.trn);
    const { household, member } = await lockInvitation(client, invited, own);
    if (household.subscriber_id !== applicant.subscriberId) throw refuse('notPossible');
    if (own === household.id) throw refuse('ownInvitation');
    await invalidateTokens(client, 'invitation', { trn: invited }, now);
    const joined = (await canAttachApplication(client, applicant.trn, invited))
      ? await attachOwnApplication(client, household, member, {
          own: applicant.trn,
          now,
          recordEvent: deps.recordEvent,
        })
      : await claim(client, applicant, invited);
    await joinHousehold(client, deps.recordEvent, { id: household.id, trn: joined, now });
    return joined;
  });
  const tokens = await deps.sessions.start(applicant.accountId, trn, device);
  const { link, applicationType, email } = await findApplicant(deps.db, trn);
  return { ...tokens, url: link, trn_id: trn, email, application_type: applicationType };
}

export async function declineInvitation(deps: InvitationDeps, token: string): Promise<void> {
  const invited = await findInvitation(deps, token);
  const now = deps.clock();
  await transaction(deps.db, async (client) => {
    const { household, member } = await lockInvitation(client, invited);
    const lead = household.members.find(({ is_lead }) => is_lead);
    await closeInvitation(client, member, now);
    const about = { id: household.id, trn: lead?.trn ?? '', change: 'declined', member: member.id, now } as const;
    await recordHouseholdChange(client, deps.recordEvent, about);
  });
}

async function findInvitation({ db, clock }: Pick<InvitationDeps, 'db' | 'clock'>, token: string): Promise<string> {
  const owner = await readToken(db, 'invitation', token, clock());
  if (!owner?.trn) throw refuse('invitationExpired');
  return owner.trn;
}

/** Locks households in a fixed order to avoid deadlocks. Throws `invitationExpired` if the invitation isn't open. */
async function lockInvitation(
  client: pg.PoolClient,
  invited: string,
  own?: string,
): Promise<{ household: Household; member: MemberRow }> {
  const id = await findHouseholdByTrn(client, invited);
  for (const one of [id, own].filter((known) => known !== undefined).sort()) await lockHousehold(client, one);
  const household = id ? await lockHousehold(client, id) : undefined;
  const member = household?.members.find((one) => one.trn === invited);
  if (!household || !member || memberState(member) !== 'invited') throw refuse('invitationExpired');
  return { household, member };
}

/** True if `own` is for the same property and isn't withdrawn, and nobody else has joined its household. */
async function canAttachApplication(client: pg.PoolClient, own: string, invited: string): Promise<boolean> {
  if (!(await isForSameHome(client, own, invited))) return false;
  const household = await lockHouseholdByTrn(client, own);
  return !household?.members.some(({ trn, joined_at }) => trn !== own && joined_at !== null);
}

async function attachOwnApplication(
  client: pg.PoolClient,
  household: Household,
  member: MemberRow,
  { own, now, recordEvent }: { own: string; now: Date; recordEvent: InvitationDeps['recordEvent'] },
): Promise<string> {
  const before = await lockHouseholdByTrn(client, own);
  const me = before?.members.find(({ trn }) => trn === own);
  if (before && me) await removeFromHousehold(client, before, { ...me, listed_as: null }, now);
  await attachApplication(client, member, household.id, own);
  if (before && me)
    await recordHouseholdChange(client, recordEvent, { id: before.id, trn: own, change: 'left', member: me.id, now });
  return own;
}

async function claim(client: pg.PoolClient, applicant: Applicant, trn: string): Promise<string> {
  const { accountId, firstName, lastName, email } = applicant;
  const isClaimed = await claimApplication(client, { trn, accountId, firstName, lastName, email, answers: {} });
  if (!isClaimed) throw refuse('invitationExpired');
  return trn;
}
