import type pg from 'pg';
import { roleRule } from '../../../model/household';
import { enqueue } from '../../platform/jobs/jobRepository';
import {
  deleteHousehold,
  deleteMember,
  type Household,
  lockHouseholdByTrn,
  type MemberRow,
  markRemoved,
  setLead,
} from './householdRepository';
import { nextLead } from './memberState';
import { isPayer, setPayer } from './payerRepository';

/**
 * Removes a member from a locked household. Deletes the household and returns false if the lead leaves and nobody else
 * has joined.
 */
export async function removeFromHousehold(
  client: pg.PoolClient,
  household: Household,
  member: MemberRow,
  now: Date,
): Promise<boolean> {
  const next = nextLead(household, member.id);
  if (member.is_lead && !next) {
    await deleteHousehold(client, household.id);
    return false;
  }
  if (member.is_lead) await setLead(client, household.id, null);
  await transferFee(client, household, member);
  if (member.listed_as) await markRemoved(client, member, now);
  else await deleteMember(client, member);
  if (member.is_lead && next) await setLead(client, household.id, next.id);
  return true;
}

/** Passes the shared fee to another member, or to the next person who joins. */
async function transferFee(client: pg.PoolClient, { id, members }: Household, leaving: MemberRow): Promise<void> {
  if (!leaving.trn || leaving.submitted_at || !(await isPayer(client, leaving.trn))) return;
  const others = members.filter((one) => one.id !== leaving.id && one.joined_at && !one.submitted_at);
  const payer = others.find(({ role }) => roleRule(role).mayLead) ?? others[0];
  await setPayer(client, id, payer?.trn ?? null);
}

/** Removes an application from its household before erasure. If the household remains, a job records the change. */
export async function leaveBeforeErasure(client: pg.PoolClient, trn: string, now: Date): Promise<void> {
  const household = await lockHouseholdByTrn(client, trn);
  const member = household?.members.find((one) => one.trn === trn);
  if (!household || !member) return;
  const householdRemains = await removeFromHousehold(client, household, { ...member, listed_as: null }, now);
  if (householdRemains) await enqueue(client, 'household-erased', { household: household.id });
}
