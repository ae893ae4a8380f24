import type pg from 'pg';
import type { RequestState } from '../../../contract/office';
import type { Db } from '../../platform/db/transaction';

/** `sealed` is the office's encrypted note. */
export interface RequestRow {
  id: number;
  document_id: number;
  source_id: number;
  sealed: string;
  asked_at: Date;
  due_at: Date | null;
  state: RequestState;
}

export async function listRequests(db: Db, trn: string): Promise<RequestRow[]> {
  const { rows } = await db.query<RequestRow>(
    `select id::int, document_id, source_id, sealed, asked_at, due_at,
       coalesce(ended_as, case when done_at is null then 'requested' else 'received' end) as state
     from office_request where trn = $1 order by id`,
    [trn],
  );
  return rows;
}

export async function addRequest(
  client: pg.PoolClient,
  trn: string,
  request: Pick<RequestRow, 'document_id' | 'source_id' | 'sealed' | 'due_at'>,
  now: Date,
): Promise<void> {
  await client.query(
    'insert into office_request (trn, document_id, source_id, sealed, asked_at, due_at) values ($1, $2, $3, $4, $5, $6)',
    [trn, request.document_id, request.source_id, request.sealed, now, request.due_at],
  );
}

export async function reopenRequests(client: pg.PoolClient, trn: string): Promise<number> {
  const { rowCount } = await client.query(
    `update office_request q set document = null, done_at = null from document d
     where q.trn = $1 and d.id = q.document and d.withdrawn_at is not null`,
    [trn],
  );
  return rowCount ?? 0;
}

/** Assigns each open request its first matching document. Returns the numbers of open and fulfilled requests. */
export async function fulfillRequests(
  client: pg.PoolClient,
  trn: string,
  now: Date,
): Promise<{ open: number; fulfilled: number }> {
  const { rowCount } = await client.query(
    `update office_request q set document = came.document, done_at = $2
     from (select w.id, min(d.id) as document from office_request w join document d
             on d.trn = w.trn and d.document_id = w.document_id and d.source_id = w.source_id and d.created_at >= w.asked_at and d.withdrawn_at is null
           where w.trn = $1 and w.done_at is null group by w.id) came
     where q.id = came.id`,
    [trn, now],
  );
  const { rows } = await client.query<{ open: number }>(
    'select count(*)::int as open from office_request where trn = $1 and done_at is null',
    [trn],
  );
  return { open: rows[0]?.open ?? 0, fulfilled: rowCount ?? 0 };
}

export async function endRequests(
  client: pg.PoolClient,
  trn: string,
  endedAs: Extract<RequestState, 'closed' | 'replaced'>,
  now: Date,
): Promise<void> {
  await client.query('update office_request set done_at = $2, ended_as = $3 where trn = $1 and done_at is null', [
    trn,
    now,
    endedAs,
  ]);
}

/** True if the applicant hasn't been reminded of an open request. */
export async function needsReminder(db: Db, trn: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from office_request where trn = $1 and done_at is null and reminded_at is null limit 1',
    [trn],
  );
  return rowCount === 1;
}

export async function markReminded(db: Db, trn: string, now: Date): Promise<void> {
  await db.query(
    'update office_request set reminded_at = $2 where trn = $1 and done_at is null and reminded_at is null',
    [trn, now],
  );
}
