import type pg from 'pg';
import type { RecordEvent } from '../domainEvents';
import { appendEntry } from '../record/auditRepository';
import { findHousehold, touchHousehold } from './householdRepository';
import { householdProgress } from './memberState';

export type HouseholdChange =
  | 'created'
  | 'listed'
  | 'invited'
  | 'revoked'
  | 'joined'
  | 'declined'
  | 'removed'
  | 'replaced'
  | 'left'
  | 'lead'
  | 'submitted'
  | 'withdrawn';

export interface ChangeRecord {
  id: string;
  /** Of whoever made the change, or whose application changed. */
  trn: string;
  change: HouseholdChange;
  /** Whom it's about. */
  member?: string;
  now: Date;
}

/**
 * Counts a change of a household in its transaction: revision, audit log, and the events that landlords' systems get. Names nobody
 * but by id. Returns the new revision.
 */
export async function recordHouseholdChange(
  client: pg.PoolClient,
  recordEvent: RecordEvent,
  { id, trn, change, member, now }: ChangeRecord,
): Promise<number> {
  const household = await findHousehold(client, id);
  if (!household) return 0;
  const { people, submitted, isComplete } = householdProgress(household);
  const revision = await touchHousehold(client, id, isComplete ? (household.completed_at ?? now) : null);
  const body = { household: id, change, member: member ?? null, revision };
  await appendEntry(client, { at: now, kind: 'household', trn, body });
  const told = household.members.find(({ submitted_at }) => submitted_at !== null)?.trn;
  if (!told) return revision;
  const data = { household: id, revision, people, submitted, complete: isComplete };
  await recordEvent(client, { type: 'household.updated', applicationId: told, now, data });
  if (isComplete && !household.completed_at)
    await recordEvent(client, { type: 'household.completed', applicationId: told, now, data });
  return revision;
}
