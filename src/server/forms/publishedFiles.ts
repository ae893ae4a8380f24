import type pg from 'pg';
import type { FileChanges } from '../../model/studio';

/** The files that live versions have put in the place of those in schemas/. */
export interface Published {
  files: FileChanges;
  /** The number of the newest live version; 0 before the first. */
  head: number;
  /** Of all schema files as they passed the gate when that version went live. */
  passed: string | null;
}

/** What is live by the Studio's versions (migration 140); a subscriber's own settings are no files. */
export async function findPublished(db: pg.Pool | pg.PoolClient): Promise<Published> {
  const { rows } = await db.query<Published>(
    `select
       (select coalesce(jsonb_object_agg(file, content), '{}') from (
          select distinct on (f.key) f.key as file, f.value as content
          from studio_version v, jsonb_each(v.files) f
          where v.state = 'live' and v.subscriber_id is null order by f.key, v.live_no desc) newest) as files,
       (select coalesce(max(live_no), 0) from studio_version) as head,
       (select texts_hash from studio_version where state = 'live' and subscriber_id is null order by live_no desc limit 1) as passed`,
  );
  return rows[0] ?? { files: {}, head: 0, passed: null };
}

/** Texts with changes laid over them; a null leaves a file as it is. */
export function layFiles(texts: Record<string, string>, changes: FileChanges): Record<string, string> {
  const laid = { ...texts };
  for (const [file, text] of Object.entries(changes)) if (text !== null) laid[file] = text;
  return laid;
}
