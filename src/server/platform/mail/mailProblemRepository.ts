import type pg from 'pg';
import type { Db } from '../db/transaction';

export interface MailProblem {
  kind: 'bounced' | 'complained';
  reason: string;
  at: Date;
  is_stopped: boolean;
}

/** Keeps the newer report. A report that doesn't stop emails never replaces a report that does. */
export async function recordMailProblem(
  db: pg.Pool,
  address: string,
  { kind, reason, at, is_stopped }: MailProblem,
): Promise<void> {
  await db.query(
    `insert into mail_problem as old (address, kind, reason, at, is_stopped) values (lower($1), $2, $3, $4, $5)
     on conflict (address) do update set kind = excluded.kind, reason = excluded.reason, at = excluded.at, is_stopped = excluded.is_stopped
     where excluded.at >= old.at and excluded.is_stopped >= old.is_stopped`,
    [address, kind, reason, at, is_stopped],
  );
}

export async function findMailProblem(db: Db, address: string): Promise<MailProblem | undefined> {
  const sql = 'select kind, reason, at, is_stopped from mail_problem where address = lower($1)';
  return (await db.query<MailProblem>(sql, [address])).rows[0];
}

export async function isMailStopped(db: pg.Pool, address: string): Promise<boolean> {
  return (await findMailProblem(db, address))?.is_stopped ?? false;
}

export async function listMailProblems(db: pg.Pool): Promise<(MailProblem & { address: string })[]> {
  const sql = 'select address, kind, reason, at, is_stopped from mail_problem order by at desc, address';
  return (await db.query<MailProblem & { address: string }>(sql)).rows;
}

/** Returns false if the address had no problem. */
export async function allowMail(db: Db, address: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from mail_problem where address = lower($1)', [address]);
  return rowCount === 1;
}

export async function countStopped(db: pg.Pool): Promise<number> {
  const sql = 'select count(*)::int as stopped from mail_problem where is_stopped';
  return (await db.query<{ stopped: number }>(sql)).rows[0]?.stopped ?? 0;
}
