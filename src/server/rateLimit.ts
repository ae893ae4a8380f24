import type pg from 'pg';
import type { Clock } from './deps';
import { refuse } from './errors';

interface Limit {
  seconds: number;
  /** Tries per account (or application), from wherever they come. */
  account?: number;
  /** Tries per address, whomever they aim at. */
  address?: number;
}

/** How often each thing may be tried (security page); the address of several people may try more than one of them. */
const limits = {
  login: { seconds: 60, account: 5, address: 30 },
  forgot: { seconds: 3600, account: 5, address: 30 },
  reset: { seconds: 3600, address: 10 },
  register: { seconds: 1200, address: 20 },
  payment: { seconds: 3600, account: 5, address: 30 },
  ssn: { seconds: 3600, account: 10, address: 60 },
  invitation: { seconds: 60, address: 20 },
  refresh: { seconds: 60, address: 300 },
  // Two questions a second, which is more than one who types asks.
  suggest: { seconds: 60, address: 120 },
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

export interface Limits {
  /** Counts one try. Throws `tooMany` when the account or the address has had its share. */
  take(name: LimitName, who: { account?: string; address?: string }): Promise<void>;
  sweep(): Promise<void>;
}

/** Limits counted in the database, so that all processes share them and a restart forgets none. */
export function createLimits(db: pg.Pool, clock: Clock, factor: number): Limits {
  async function takeFrom(bucket: string, most: number, seconds: number): Promise<void> {
    const now = clock();
    const { hits, resets_at } = await count(db, bucket, now, new Date(now.getTime() + seconds * 1000));
    if (hits > most * factor)
      throw refuse('tooMany', { retryAfter: Math.max(1, Math.ceil((resets_at.getTime() - now.getTime()) / 1000)) });
  }
  return {
    async take(name, who) {
      const limit: Limit = limits[name];
      if (limit.address && who.address) await takeFrom(`${name}:at:${who.address}`, limit.address, limit.seconds);
      if (limit.account && who.account)
        await takeFrom(`${name}:of:${who.account.toLowerCase()}`, limit.account, limit.seconds);
    },
    async sweep() {
      await db.query('delete from rate_limit where resets_at < $1', [clock()]);
    },
  };
}

async function count(db: pg.Pool, bucket: string, now: Date, end: Date): Promise<{ hits: number; resets_at: Date }> {
  const { rows } = await db.query<{ hits: number; resets_at: Date }>(
    `insert into rate_limit (bucket, hits, resets_at) values ($1, 1, $3)
     on conflict (bucket) do update set
       hits = case when rate_limit.resets_at <= $2 then 1 else rate_limit.hits + 1 end,
       resets_at = case when rate_limit.resets_at <= $2 then $3 else rate_limit.resets_at end
     returning hits, resets_at`,
    [bucket, now, end],
  );
  const [row] = rows;
  if (!row) throw new Error(`rate_limit gave no row for '${bucket}'`);
  return row;
}
