import type pg from 'pg';

/** Seconds by which clocks may differ. */
const SKEW = 60;

/** Counts a call. Ignores windows that started while the clock was ahead. */
export async function countCall(
  db: pg.Pool,
  { bucket, owner }: Key,
  now: Date,
  seconds: number,
): Promise<{ hits: number; resets_at: Date }> {
  const after = (more: number) => new Date(now.getTime() + more * 1000);
  const { rows } = await db.query<{ hits: number; resets_at: Date }>(
    `insert into rate_limit (bucket, account, hits, resets_at) values ($1, $5, 1, $3)
     on conflict (bucket) do update set
       hits = case when rate_limit.resets_at between $2 and $4 then rate_limit.hits + 1 else 1 end,
       resets_at = case when rate_limit.resets_at between $2 and $4 then least(rate_limit.resets_at, $3) else $3 end
     returning hits, resets_at`,
    [bucket, now, after(seconds), after(seconds + SKEW), owner],
  );
  const [row] = rows;
  if (!row) throw new Error(`rate_limit returned no row for ${bucket}`);
  return row;
}

export async function isCounted(db: pg.Pool, { bucket }: Key, now: Date): Promise<boolean> {
  const found = await db.query('select from rate_limit where bucket = $1 and resets_at > $2', [bucket, now]);
  return found.rowCount === 1;
}

export async function extend(db: pg.Pool, { bucket, owner }: Key, until: Date): Promise<void> {
  await db.query(
    `insert into rate_limit (bucket, account, hits, resets_at) values ($1, $2, 0, $3)
     on conflict (bucket) do update set resets_at = excluded.resets_at`,
    [bucket, owner, until],
  );
}

export async function deleteEnded(db: pg.Pool, now: Date): Promise<void> {
  await db.query('delete from rate_limit where resets_at < $1', [now]);
}

export interface Key {
  bucket: string;
  /** Null for limits per address. */
  owner: string | null;
}
