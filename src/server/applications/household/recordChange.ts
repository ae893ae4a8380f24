import type pg from 'pg';
import type { RecordEvent } from '../domainEvents';
import { appendEntry } from '../record/auditRepository';
import {
  findHousehold,
  lockHousehold,
  lockHouseholdByTrn,
  markJoined,
  markRecorded,
  touchHousehold,
} from './householdRepository';
import { householdProgress, memberState } from './memberState';
import { takeOwedFee } from './payerRepository';

export type HouseholdChange =
  | 'listed'
  | 'invited'
  | 'reminded'
  | 'revoked'
  | 'joined'
  | 'declined'
  | 'removed'
  | 'replaced'
  | 'left'
  | 'lead'
  | 'submitted'
  | 'withdrawn'
  | 'erased'
  | 'ended';

/** After these changes, open pages can still save. */
const PROGRESS: readonly HouseholdChange[] = ['reminded', 'submitted', 'withdrawn'];

export interface ChangeRecord {
  id: string;
  trn: string;
  change: HouseholdChange;
  member?: string;
  now: Date;
}

/**
 * Increases the revision and adds an audit entry. If a member has submitted, also records events. Returns the new
 * revision, or 0 if the household was deleted.
 */
export async function recordHouseholdChange(
  client: pg.PoolClient,
  recordEvent: RecordEvent,
  { id, trn, change, member, now }: ChangeRecord,
): Promise<number> {
  const household = await findHousehold(client, id);
  if (!household) return recordEnd(client, { id, trn, now });
  const { people, submitted, isComplete } = householdProgress(household);
  const completedAt = isComplete ? (household.completed_at ?? now) : null;
  const revision = await touchHousehold(client, id, { completedAt, isProgress: PROGRESS.includes(change) });
  const body = { household: id, change, member: member ?? null, revision };
  await appendEntry(client, { at: now, kind: 'household', trn, body });
  const first = household.members.find(({ submitted_at }) => submitted_at !== null)?.trn;
  if (!first) return revision;
  const data = { household: id, revision, people, submitted, complete: isComplete };
  await recordEvent(client, { type: 'household.updated', applicationId: first, now, data });
  if (isComplete && people > 1 && !household.completed_at)
    await recordEvent(client, { type: 'household.completed', applicationId: first, now, data });
  return revision;
}

async function recordEnd(
  client: pg.PoolClient,
  { id, trn, now }: Pick<ChangeRecord, 'id' | 'trn' | 'now'>,
): Promise<number> {
  const body = { household: id, change: 'ended' satisfies HouseholdChange, member: null, revision: 0 };
  await appendEntry(client, { at: now, kind: 'household', trn, body });
  return 0;
}

export async function joinHousehold(
  client: pg.PoolClient,
  recordEvent: RecordEvent,
  { id, trn, now }: Pick<ChangeRecord, 'id' | 'trn' | 'now'>,
): Promise<void> {
  const member = await markJoined(client, trn, now);
  if (!member) return;
  await takeOwedFee(client, id, trn);
  await recordHouseholdChange(client, recordEvent, { id, trn, change: 'joined', member, now });
}

/** Records on the lead's application that a member's application was erased. */
export async function recordErased(
  client: pg.PoolClient,
  recordEvent: RecordEvent,
  { id, now }: Pick<ChangeRecord, 'id' | 'now'>,
): Promise<void> {
  const household = await lockHousehold(client, id);
  const trn = household?.members.find(({ is_lead }) => is_lead)?.trn;
  if (trn) await recordHouseholdChange(client, recordEvent, { id, trn, change: 'erased', now });
}

/** Records a submission or withdrawal once, even if a job runs twice. */
export async function recordProgress(
  client: pg.PoolClient,
  recordEvent: RecordEvent,
  { trn, now }: Pick<ChangeRecord, 'trn' | 'now'>,
): Promise<void> {
  const household = await lockHouseholdByTrn(client, trn);
  const member = household?.members.find((one) => one.trn === trn);
  if (!household || !member) return;
  const state = memberState(member);
  if (state !== 'submitted' && state !== 'withdrawn') return;
  if (await markRecorded(client, member.id, state))
    await recordHouseholdChange(client, recordEvent, { id: household.id, trn, change: state, member: member.id, now });
}
