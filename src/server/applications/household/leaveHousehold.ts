import type pg from 'pg';
import { roleRule } from '../../../model/household';
import {
  deleteHousehold,
  deleteMember,
  findHouseholdOf,
  type Household,
  lockHousehold,
  type MemberRow,
  markRemoved,
  setLead,
} from './householdRepository';
import { nextLead } from './memberState';
import { isPayer, setPayer } from './payerRepository';

/**
 * Takes a member out of a locked household. The lead and the fee for all pass to the next one. Returns false if the household ended
 * with its last member.
 */
export async function takeOut(
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
  await passFeeOn(client, household, member);
  if (member.listed_as) await markRemoved(client, member, now);
  else await deleteMember(client, member);
  if (member.is_lead && next) await setLead(client, household.id, next.id);
  return true;
}

/** Whoever paid for all has paid; whoever still owes it hands it on. */
async function passFeeOn(client: pg.PoolClient, { id, members }: Household, leaving: MemberRow): Promise<void> {
  if (!leaving.trn || leaving.submitted_at || !(await isPayer(client, leaving.trn))) return;
  const others = members.filter((one) => one.id !== leaving.id && one.joined_at && !one.submitted_at);
  const payer = others.find(({ role }) => roleRule(role).mayLead) ?? others[0];
  await setPayer(client, id, payer?.trn ?? null);
}

/** Before an application is erased. The others keep theirs. */
export async function leaveBeforeErasure(client: pg.PoolClient, trn: string, now: Date): Promise<void> {
  const id = await findHouseholdOf(client, trn);
  const household = id ? await lockHousehold(client, id) : undefined;
  const member = household?.members.find((one) => one.trn === trn);
  if (household && member) await takeOut(client, household, { ...member, listed_as: null }, now);
}
