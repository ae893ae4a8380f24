import type { Db } from '../platform/db/transaction';

export interface Deadline {
  trn: string;
  /** Kind of job. Its payload is `{ trn, name }`. */
  job: string;
  name: string;
  dueAt: Date;
}

/** Sets a deadline. If the due date changes, the job is queued again. */
export async function setDeadline(db: Db, { trn, job, name, dueAt }: Deadline): Promise<void> {
  await db.query(
    `insert into deadline (trn, job, name, due_at) values ($1, $2, $3, $4)
     on conflict (trn, job, name) do update set due_at = excluded.due_at, queued_at = null
       where deadline.due_at <> excluded.due_at`,
    [trn, job, name, dueAt],
  );
}

/** Removes deadlines that haven't been queued yet. */
export async function clearDeadlines(db: Db, trn: string, job: string): Promise<void> {
  await db.query('delete from deadline where trn = $1 and job = $2 and queued_at is null', [trn, job]);
}

export async function queueDueDeadlines(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `with due as (
       update deadline d set queued_at = $1 where (d.trn, d.job, d.name) in (
         select trn, job, name from deadline where queued_at is null and due_at <= $1
         order by due_at for update skip locked limit $2)
       returning d.trn, d.job, d.name
     )
     insert into job (kind, payload) select job, jsonb_build_object('trn', trn, 'name', name) from due`,
    [now, MAX_AT_ONCE],
  );
  return rowCount ?? 0;
}

/** Later calls of `queueDueDeadlines` queue the rest. */
const MAX_AT_ONCE = 1000;
