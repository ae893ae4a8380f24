import type pg from 'pg';
import type { StudioAct } from '../../../contract/studio';

export type ActionKind =
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

interface NewAction {
  kind: ActionKind;
  /** The server and the operator have no id. */
  by: { id: string | null; author: string };
  version?: string;
  detail?: string;
}

/** To log an action together with its change, pass the transaction's client. */
export async function logAction(
  db: pg.Pool | pg.PoolClient,
  at: Date,
  { kind, by, version, detail = '' }: NewAction,
): Promise<void> {
  await db.query(
    'insert into studio_act (at, kind, person_id, author, version_id, detail) values ($1, $2, $3, $4, $5, $6)',
    [at, kind, by.id, by.author, version ?? null, detail],
  );
}

const MAX_SHOWN = 200;

export async function listActions(db: pg.Pool): Promise<StudioAct[]> {
  const { rows } = await db.query<{
    at: Date;
    kind: string;
    author: string;
    version_id: string | null;
    detail: string;
  }>('select at, kind, author, version_id, detail from studio_act order by id desc limit $1', [MAX_SHOWN]);
  return rows.map(({ at, version_id, ...act }) => ({ ...act, at: at.toISOString(), version: version_id }));
}
