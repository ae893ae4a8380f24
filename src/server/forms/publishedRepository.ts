import type pg from 'pg';
import type { FileChanges } from '../../model/studio/roles';

export interface Published {
  files: FileChanges;
  /** 0 before the first version. */
  liveNumber: number;
  /** Hash of all files when the latest version was validated. */
  validatedHash: string | null;
}

/** Returns the number of the newest published version, or 0. */
export async function findLiveNumber(db: pg.Pool | pg.PoolClient): Promise<number> {
  const { rows } = await db.query<{ number: number }>('select coalesce(max(live_no), 0) as number from studio_version');
  return Number(rows[0]?.number ?? 0);
}

/** Returns the latest published version of each file. Subscribers' settings count only toward `liveNumber`. */
export async function findPublished(db: pg.Pool | pg.PoolClient): Promise<Published> {
  const { rows } = await db.query<Published>(
    `select
       (select coalesce(jsonb_object_agg(file, content), '{}') from (
          select distinct on (f.key) f.key as file, f.value as content
          from studio_version v, jsonb_each(v.files) f
          where v.state = 'live' and v.subscriber_id is null order by f.key, v.live_no desc) newest) as files,
       (select coalesce(max(live_no), 0) from studio_version) as "liveNumber",
       (select texts_hash from studio_version where state = 'live' and subscriber_id is null order by live_no desc limit 1) as "validatedHash"`,
  );
  return rows[0] ?? { files: {}, liveNumber: 0, validatedHash: null };
}
