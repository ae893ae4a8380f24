import type pg from 'pg';

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
  /** Says that the call is still running; who says nothing for some seconds has died. */
  hold(slot: Slot): Promise<void>;
  keep(slot: Slot, answer: string): Promise<void>;
  release(slot: Slot): Promise<void>;
  sweep(): Promise<void>;
}

/** A call of which nothing was heard for this long died with its process; so did one that was heard of by a clock that was ahead. */
const leaseSeconds = 5;
/** In milliseconds: twice within the lease, so that one late turn does no harm. */
export const holdEvery = 2000;
const keptHours = 48;

/** Ends the leases of a process that died. Only for who knows that no other process is at work. */
export async function releaseClaims(db: pg.Pool): Promise<void> {
  await db.query('update idempotency set at = now() - make_interval(secs => $1) where answer is null', [
    leaseSeconds + 1,
  ]);
}

/** By the database's clock: those of several machines differ by more than a lease. */
export function createIdempotencyStore(db: pg.Pool): IdempotencyStore {
  return {
    async claim({ scope, route, key, bodyHash }) {
      const { rows } = await db.query<Kept & { ours: boolean }>(
        `with claimed as (
           insert into idempotency (scope, route, key, body_hash, at) values ($1, $2, $3, $4, now())
           on conflict (scope, route, key) do update set at = now()
             where idempotency.answer is null and idempotency.body_hash = $4
               and idempotency.at not between now() - make_interval(secs => $5) and now() + make_interval(secs => $5)
           returning true as ours)
         select body_hash, answer, coalesce((select ours from claimed), false) as ours
         from idempotency where (scope, route, key) = ($1, $2, $3)
         union all select '', null, true from claimed limit 1`,
        [scope, route, key, bodyHash, leaseSeconds],
      );
      const [row] = rows;
      return row?.ours ? undefined : row;
    },
    async hold({ scope, route, key }) {
      await db.query('update idempotency set at = now() where (scope, route, key) = ($1, $2, $3) and answer is null', [
        scope,
        route,
        key,
      ]);
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
      await db.query('delete from idempotency where at < now() - make_interval(hours => $1)', [keptHours]);
    },
  };
}
