import type pg from 'pg';
import type { Clock } from '../deps';

export interface Slot {
  scope: string;
  route: string;
  key: string;
  bodyHash: string;
}

interface Kept {
  body_hash: string;
  /** Null while the first call is still running. */
  answer: string | null;
}

export interface IdempotencyStore {
  /** Undefined when the slot is ours now, else what stands in it. */
  claim(slot: Slot): Promise<Kept | undefined>;
  keep(slot: Slot, answer: string): Promise<void>;
  release(slot: Slot): Promise<void>;
  sweep(): Promise<void>;
}

/** A call that has not answered for this long died with its process. */
const leaseSeconds = 60;
const keptHours = 48;

export function createIdempotencyStore(db: pg.Pool, clock: Clock): IdempotencyStore {
  return {
    async claim({ scope, route, key, bodyHash }) {
      const now = clock();
      const { rows } = await db.query<Kept & { ours: boolean }>(
        `with claimed as (
           insert into idempotency (scope, route, key, body_hash, at) values ($1, $2, $3, $4, $5)
           on conflict (scope, route, key) do update set body_hash = $4, at = $5
             where idempotency.answer is null and idempotency.at < $6
           returning true as ours)
         select body_hash, answer, coalesce((select ours from claimed), false) as ours
         from idempotency where (scope, route, key) = ($1, $2, $3)
         union all select '', null, true from claimed limit 1`,
        [scope, route, key, bodyHash, now, new Date(now.getTime() - leaseSeconds * 1000)],
      );
      const [row] = rows;
      return row?.ours ? undefined : row;
    },
    async keep({ scope, route, key }, sealed) {
      await db.query('update idempotency set answer = $4 where (scope, route, key) = ($1, $2, $3)', [
        scope,
        route,
        key,
        sealed,
      ]);
    },
    async release({ scope, route, key }) {
      await db.query('delete from idempotency where (scope, route, key) = ($1, $2, $3) and answer is null', [
        scope,
        route,
        key,
      ]);
    },
    async sweep() {
      await db.query('delete from idempotency where at < $1', [new Date(clock().getTime() - keptHours * 3_600_000)]);
    },
  };
}
