import type pg from 'pg';
import type { StudioAct } from '../../contract/studio';

export type ActKind =
  | 'enter'
  | 'leave'
  | 'invite'
  | 'remove'
  | 'draft'
  | 'schedule'
  | 'publish'
  | 'undo'
  | 'withdraw'
  | 'refused';

interface NewAct {
  kind: ActKind;
  /** The program's own acts and the operator's have no person. */
  by: { id: string | null; author: string };
  version?: string;
  detail?: string;
}

/** Adds to the trail; with the client of a transaction, together with what was done. */
export async function noteAct(
  db: pg.Pool | pg.PoolClient,
  at: Date,
  { kind, by, version, detail = '' }: NewAct,
): Promise<void> {
  await db.query(
    'insert into studio_act (at, kind, person_id, author, version_id, detail) values ($1, $2, $3, $4, $5, $6)',
    [at, kind, by.id, by.author, version ?? null, detail],
  );
}

/** So many are shown. */
const MOST = 200;

/** The newest acts first. */
export async function listActs(db: pg.Pool): Promise<StudioAct[]> {
  const { rows } = await db.query<{
    at: Date;
    kind: string;
    author: string;
    version_id: string | null;
    detail: string;
  }>('select at, kind, author, version_id, detail from studio_act order by id desc limit $1', [MOST]);
  return rows.map(({ at, version_id, ...act }) => ({ ...act, at: at.toISOString(), version: version_id }));
}
