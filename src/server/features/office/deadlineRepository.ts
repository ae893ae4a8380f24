import type { Db } from '../../platform/db/transaction';

export interface OfficeDeadlineRow {
  duty: string;
  due_at: Date;
  done_at: Date | null;
}

/** Saves a duty. A new deadline reopens a finished duty. */
export async function saveDuty(db: Db, trn: string, { duty, dueAt }: { duty: string; dueAt: Date }): Promise<void> {
  await db.query(
    `insert into office_deadline (trn, duty, due_at) values ($1, $2, $3)
     on conflict (trn, duty) do update set due_at = excluded.due_at, reminded_at = null, done_at = null, done_by = null
       where office_deadline.due_at <> excluded.due_at`,
    [trn, duty, dueAt],
  );
}

export async function deleteOtherDuties(db: Db, trn: string, duties: readonly string[]): Promise<void> {
  await db.query('delete from office_deadline where trn = $1 and done_at is null and duty <> all($2)', [trn, duties]);
}

export async function listDuties(db: Db, trn: string): Promise<OfficeDeadlineRow[]> {
  const { rows } = await db.query<OfficeDeadlineRow>(
    'select duty, due_at, done_at from office_deadline where trn = $1 order by due_at, duty',
    [trn],
  );
  return rows;
}

export async function finishDuty(
  db: Db,
  trn: string,
  { duty, personId, now }: { duty: string; personId: string | null; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update office_deadline set done_at = $3, done_by = $4 where trn = $1 and duty = $2 and done_at is null',
    [trn, duty, now, personId],
  );
  return rowCount === 1;
}

/** Returns the duty's due date. Undefined if the duty is done or the reminder was sent. */
export async function claimReminder(db: Db, trn: string, duty: string, now: Date): Promise<Date | undefined> {
  const { rows } = await db.query<{ due_at: Date }>(
    `update office_deadline set reminded_at = $3 where trn = $1 and duty = $2 and done_at is null and reminded_at is null
     returning due_at`,
    [trn, duty, now],
  );
  return rows[0]?.due_at;
}
