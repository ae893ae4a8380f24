import type pg from 'pg';
import { hashToken } from '../sessions/tokenRepository';

export interface CallKey {
  scope: string;
  route: string;
  key: string;
  bodyHash: string;
}

interface StoredAnswer {
  body_hash: string;
  answer: string | null;
}

export interface IdempotencyRepository {
  /** Returns undefined if the call may run. Otherwise returns the existing row. */
  claim(slot: CallKey): Promise<StoredAnswer | undefined>;
  extendLease(slot: CallKey): Promise<void>;
  storeAnswer(slot: CallKey, answer: string): Promise<void>;
  release(slot: CallKey): Promise<void>;
  sweep(): Promise<void>;
}

/** Without `extendLease`, the process counts as dead after this time. */
const leaseSeconds = 5;
export const LEASE_INTERVAL = 2000;
const STORED_HOURS = 48;

/** Ends all leases. Call this only if no other process is running. */
export async function releaseClaims(db: pg.Pool): Promise<void> {
  await db.query('update idempotency set at = now() - make_interval(secs => $1) where answer is null', [
    leaseSeconds + 1,
  ]);
}

/** Uses the database's clock, because servers' clocks differ. */
export function createIdempotencyRepository(db: pg.Pool): IdempotencyRepository {
  async function claim(slot: CallKey): Promise<StoredAnswer | undefined> {
    const values = [...toValues(slot), slot.bodyHash, leaseSeconds];
    const [row] = (await db.query<StoredAnswer & { ours: boolean }>(CLAIM, values)).rows;
    // The statement can't see a row that was inserted at the same time.
    if (!row) return claim(slot);
    return row.ours ? undefined : row;
  }
  return {
    claim,
    async extendLease(slot) {
      await db.query(`update idempotency set at = now() where ${PLACE} and answer is null`, toValues(slot));
    },
    async storeAnswer(slot, sealed) {
      await db.query(`update idempotency set answer = $4 where ${PLACE}`, [...toValues(slot), sealed]);
    },
    async release(slot) {
      await db.query(`delete from idempotency where ${PLACE} and answer is null`, toValues(slot));
    },
    async sweep() {
      await db.query('delete from idempotency where at < now() - make_interval(hours => $1)', [STORED_HOURS]);
    },
  };
}

const PLACE = '(scope, route, key) = ($1, $2, $3)';

/** Hashes the key, so that someone who reads the database can't repeat a call. */
const toValues = ({ scope, route, key }: CallKey): string[] => [scope, route, hashToken(key)];

const CLAIM = `
  with claimed as (
    insert into idempotency (scope, route, key, body_hash, at) values ($1, $2, $3, $4, now())
    on conflict (scope, route, key) do update set at = now()
      where idempotency.answer is null and idempotency.body_hash = $4
        and idempotency.at not between now() - make_interval(secs => $5) and now() + make_interval(secs => $5)
    returning true as ours)
  select body_hash, answer, coalesce((select ours from claimed), false) as ours from idempotency where ${PLACE}
  union all select '', null, true from claimed limit 1`;
