import type pg from 'pg';

/** An unfinished application that its applicant has left alone. */
export interface IdleApplication {
  trn: string;
  email: string;
  first_name: string;
  /** When its applicant's address was confirmed. */
  confirmed_at: Date | null;
  subscriber_name: string;
  time_zone: string;
  /** The one its owner chose last; empty for that of the schema files. */
  language: string;
}

/** Marks as warned those that nobody has come to since `idleSince` and were not warned since; gives each once. */
export async function takeUnwarned(client: pg.PoolClient, idleSince: Date, now: Date): Promise<IdleApplication[]> {
  const { rows } = await client.query<IdleApplication>(
    `update application a set warned_at = $2 from subscriber s, account c
     where s.id = a.subscriber_id and c.id = a.account_id and ${UNFINISHED} and a.active_at < $1 and a.warned_at is null
     returning a.trn, a.email, a.first_name, s.name as subscriber_name, s.time_zone, c.language, c.confirmed_at`,
    [idleSince, now],
  );
  return rows;
}

/** Those that nobody has come to since `idleSince` although they were warned before `warnedBefore`. */
export async function findForgotten(db: pg.Pool, idleSince: Date, warnedBefore: Date): Promise<string[]> {
  const { rows } = await db.query<{ trn: string }>(`select a.trn from application a where ${FORGOTTEN}`, [
    idleSince,
    warnedBefore,
  ]);
  return rows.map(({ trn }) => trn);
}

/** Whether it is still so, once nobody else can change it. */
export async function isStillForgotten(
  client: pg.PoolClient,
  trn: string,
  idleSince: Date,
  warnedBefore: Date,
): Promise<boolean> {
  await client.query('select from application where trn = $1 for update', [trn]);
  const { rowCount } = await client.query(`select from application a where a.trn = $3 and ${FORGOTTEN}`, [
    idleSince,
    warnedBefore,
    trn,
  ]);
  return rowCount === 1;
}

// A payment whose outcome is not known may have succeeded.
const UNFINISHED = `a.submitted_at is null and a.account_id is not null
  and not exists (select from payment p where p.trn = a.trn and p.state <> 'declined')`;

const FORGOTTEN = `${UNFINISHED} and a.active_at < $1 and a.warned_at < $2`;
