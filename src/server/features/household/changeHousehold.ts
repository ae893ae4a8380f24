import type pg from 'pg';
import type { Household as Described, MemberAction } from '../../../contract/household';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import {
  ensureHousehold,
  findHousehold,
  findHouseholdByTrn,
  type Household,
  lockHousehold,
  type MemberRow,
} from '../../applications/household/householdRepository';
import { type HouseholdChange, recordHouseholdChange } from '../../applications/household/recordChange';
import { transaction } from '../../platform/db/transaction';
import type { Applicant } from '../../platform/sessions/sessions';
import { describeHousehold, findActions } from './describeHousehold';
import { refuse } from './householdErrors';

export interface HouseholdAt {
  client: pg.PoolClient;
  household: Household;
  me: MemberRow;
  now: Date;
}

interface Changed {
  change: HouseholdChange;
  member?: string;
}

/**
 * Locks and changes the applicant's household, or starts one. Throws `staleHousehold` if its members changed since
 * `revision`. Throws `notLead` if the applicant isn't the lead, unless `isForAll`.
 */
export async function changeHousehold(
  deps: Pick<ApplicationDeps, 'db' | 'clock' | 'recordEvent'>,
  { trn }: Pick<Applicant, 'trn'>,
  { revision, isForAll = false }: { revision: number; isForAll?: boolean },
  work: (at: HouseholdAt) => Promise<Changed>,
): Promise<Described> {
  const now = deps.clock();
  const current = await transaction(deps.db, async (client) => {
    const existing = await findHouseholdByTrn(client, trn);
    const id = existing ?? (await startHousehold(client, trn, revision, now));
    const household = await lockHousehold(client, id);
    const me = household?.members.find((member) => member.trn === trn);
    if (!household || !me) throw refuse('staleHousehold', { records: describeHousehold(undefined, trn) });
    if (!isForAll && !me.is_lead) throw refuse('notLead');
    if (existing && isStale(household, revision))
      throw refuse('staleHousehold', { records: describeHousehold(household, trn) });
    const changed = await work({ client, household, me, now });
    await recordHouseholdChange(client, deps.recordEvent, { id, trn, ...changed, now });
    const own = await findHouseholdByTrn(client, trn);
    return own ? findHousehold(client, own) : undefined;
  });
  return describeHousehold(current, trn);
}

/** True if the members changed after revision `seen`, or if `seen` doesn't exist. Progress is ignored. */
const isStale = ({ members_revision, revision }: Household, seen: number): boolean =>
  seen < members_revision || seen > revision;

/** Creates a household. Throws `staleHousehold` if the page still shows an earlier household. */
async function startHousehold(client: pg.PoolClient, trn: string, revision: number, now: Date): Promise<string> {
  if (revision !== 0) throw refuse('staleHousehold', { records: describeHousehold(undefined, trn) });
  return ensureHousehold(client, trn, now);
}

/** Returns another member. Throws `noSuchMember`, or `notPossible` if the action isn't allowed for this member. */
export function requireMember({ household, me }: HouseholdAt, id: string, action: MemberAction): MemberRow {
  const member = household.members.find((one) => one.id === id);
  if (!member || member === me) throw refuse('noSuchMember', { records: describeHousehold(household, me.trn ?? '') });
  if (!findActions(member).includes(action))
    throw refuse('notPossible', { records: describeHousehold(household, me.trn ?? '') });
  return member;
}
