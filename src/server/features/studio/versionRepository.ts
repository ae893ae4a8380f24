import type pg from 'pg';
import type { ListedVersion } from '../../../contract/studio';
import type { FileChanges, VersionState } from '../../../model/studio/roles';
import type { Blocker } from '../../forms/blockers';

type Db = pg.Pool | pg.PoolClient;

export interface VersionRow {
  id: string;
  subscriber_id: string | null;
  state: VersionState;
  files: FileChanges;
  replaced: FileChanges | null;
  note: string;
  author: string;
  saved_at: Date;
  base_no: number;
  due_at: Date | null;
  live_at: Date | null;
  live_no: number | null;
  undoes: string | null;
  findings: Blocker[] | null;
}

const MAX_SHOWN = 200;

export async function listVersions(db: Db): Promise<VersionRow[]> {
  const { rows } = await db.query<VersionRow>(
    'select * from studio_version order by coalesce(live_at, saved_at) desc, id desc limit $1',
    [MAX_SHOWN],
  );
  return rows;
}

export async function findVersion(db: Db, id: string): Promise<VersionRow | undefined> {
  const { rows } = await db.query<VersionRow>('select * from studio_version where id::text = $1', [id]);
  return rows[0];
}

/** Finds the latest version that was published after `head` and changed one of the files. */
export async function findConflict(db: Db, { subscriber, files, head }: NewerThan): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from studio_version where state = 'live' and live_no > $1 and subscriber_id is not distinct from $2 and files ?| $3
     order by live_no desc limit 1`,
    [head, subscriber, files],
  );
  return rows[0]?.id;
}

interface NewerThan {
  subscriber: string | null;
  files: string[];
  head: number;
}

export type NewerVersion = Pick<VersionRow, 'author' | 'note' | 'live_no'>;

/** Lists the versions that were published after `head` and changed one of the files, oldest first. */
export async function listNewerVersions(db: Db, { subscriber, files, head }: NewerThan): Promise<NewerVersion[]> {
  const { rows } = await db.query<NewerVersion>(
    `select author, note, live_no from studio_version
     where state = 'live' and live_no > $1 and subscriber_id is not distinct from $2 and files ?| $3
     order by live_no desc limit $4`,
    [head, subscriber, files, MAX_SHOWN],
  );
  return rows.reverse();
}

/** Returns files that changed after `head`, as they were at `head`. Null for files without a published version. */
export async function findReplaced(db: Db, { subscriber, files, head }: NewerThan): Promise<FileChanges> {
  const { rows } = await db.query<{ file: string; before: string | null }>(
    `select distinct on (f.file) f.file, v.replaced ->> f.file as before
     from studio_version v, jsonb_object_keys(v.files) f(file)
     where v.state = 'live' and v.live_no > $1 and v.subscriber_id is not distinct from $2 and f.file = any($3)
     order by f.file, v.live_no`,
    [head, subscriber, files],
  );
  return Object.fromEntries(rows.map(({ file, before }) => [file, before]));
}

type NewVersion = Pick<VersionRow, 'subscriber_id' | 'state' | 'files' | 'note' | 'author' | 'saved_at' | 'base_no'> &
  Partial<Pick<VersionRow, 'replaced' | 'due_at' | 'live_no' | 'live_at' | 'undoes'>> & {
    person_id: string | null;
    texts_hash?: string;
  };

/** Adds a version. Returns undefined if another version took its number. */
export async function addVersion(db: Db, version: NewVersion): Promise<VersionRow | undefined> {
  const row = { ...version, files: JSON.stringify(version.files), replaced: toJson(version.replaced) };
  const names = Object.keys(row);
  const { rows } = await db.query<VersionRow>(
    `insert into studio_version (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})
     on conflict (live_no) do nothing returning *`,
    Object.values(row),
  );
  return rows[0];
}

/** Returns undefined for versions that aren't scheduled, or if another version took the number. */
export async function setLive(
  db: Db,
  id: string,
  {
    live_no,
    live_at,
    replaced,
    texts_hash,
  }: { live_no: number; live_at: Date; replaced: FileChanges; texts_hash: string },
): Promise<VersionRow | undefined> {
  const { rows } = await db.query<VersionRow>(
    `update studio_version set state = 'live', live_no = $2, live_at = $3, replaced = $4, texts_hash = $5
     where id = $1 and state = 'scheduled' and not exists (select from studio_version where live_no = $2) returning *`,
    [id, live_no, live_at, JSON.stringify(replaced), texts_hash],
  );
  return rows[0];
}

/** Ends a draft or scheduled version. Returns undefined for other versions. */
export async function endVersion(
  db: Db,
  id: string,
  state: 'withdrawn' | 'refused',
  findings?: Blocker[],
): Promise<VersionRow | undefined> {
  const { rows } = await db.query<VersionRow>(
    `update studio_version set state = $2, findings = $3 where id::text = $1 and state in ('draft', 'scheduled') returning *`,
    [id, state, toJson(findings)],
  );
  return rows[0];
}

const toJson = (value: unknown): string | null => (value ? JSON.stringify(value) : null);

export function describeVersion(row: VersionRow): ListedVersion {
  const { id, state, files, note, author, live_no, undoes, findings } = row;
  return {
    id: String(id),
    state,
    subscriber: row.subscriber_id,
    files: Object.keys(files),
    note,
    author,
    saved_at: row.saved_at.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    live_at: row.live_at?.toISOString() ?? null,
    live_no,
    head: row.base_no,
    undoes: undoes === null ? null : String(undoes),
    findings: findings ?? [],
  };
}
