import type pg from 'pg';

export async function findByNumber(
  db: pg.Pool,
  { accountId, subscriberId }: { accountId: string; subscriberId: string },
  number: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ trn: string }>(
    'select trn from application where account_id = $1 and subscriber_id = $2 and application_number::text = $3',
    [accountId, subscriberId, number],
  );
  return rows[0]?.trn;
}

export async function listByAccount(
  db: pg.Pool,
  { accountId, subscriberId }: { accountId: string; subscriberId: string },
) {
  const { rows } = await db.query<{ trn: string; number: string; link: number; submitted_at: Date | null }>(
    `select trn, application_number::text as number, entry_link_id as link, submitted_at from application
     where account_id = $1 and subscriber_id = $2 order by application_number desc limit 50`,
    [accountId, subscriberId],
  );
  return rows;
}

/** Lists the links of the account's submitted applications that aren't withdrawn. */
export async function findUsedLinks(
  db: pg.Pool,
  { accountId, subscriberId }: { accountId: string; subscriberId: string },
): Promise<Set<number>> {
  const { rows } = await db.query<{ link: number }>(
    `select a.entry_link_id as link from application a join application_status t on t.trn = a.trn
     where a.account_id = $1 and a.subscriber_id = $2 and t.status <> 'withdrawn'`,
    [accountId, subscriberId],
  );
  return new Set(rows.map(({ link }) => link));
}

/** True if the account has an unfinished application with this landlord. Locks the account. */
export async function hasUnfinished(
  client: pg.PoolClient,
  { accountId, subscriberId }: { accountId: string; subscriberId: string },
): Promise<boolean> {
  await client.query('select from account where id = $1 for update', [accountId]);
  const { rowCount } = await client.query(
    'select from application where account_id = $1 and subscriber_id = $2 and submitted_at is null',
    [accountId, subscriberId],
  );
  return Number(rowCount) > 0;
}

export async function markCopied(
  db: pg.Pool,
  trn: string,
  section: string,
  from: { number: string; submittedAt: Date },
): Promise<void> {
  await db.query(
    'insert into taken_over (trn, section, number, submitted_at) values ($1, $2, $3, $4) on conflict do nothing',
    [trn, section, from.number, from.submittedAt],
  );
}

/** Returns false if no answers were copied. */
export async function confirmCopied(db: pg.Pool, trn: string, section: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'update taken_over set confirmed_at = coalesce(confirmed_at, $3) where trn = $1 and section = $2',
    [trn, section, now],
  );
  return rowCount !== 0;
}

export async function findUploadDates(db: pg.Pool, trn: string): Promise<Map<number, Date>> {
  const { rows } = await db.query<{ id: number; created_at: Date }>(
    'select id::int, created_at from document where trn = $1',
    [trn],
  );
  return new Map(rows.map(({ id, created_at }) => [id, created_at]));
}

export async function nameLinks(db: pg.Pool, subscriberId: string): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `select l.id, concat_ws(', ', p.name, f.name, u.name, a.full_name, o.name) as name from entry_link l
     left join property p on p.id = l.property_id left join floor f on f.id = l.floor_id left join unit u on u.id = l.unit_id
     left join agent a on a.id = l.agent_id left join office o on o.id = l.office_id where l.subscriber_id = $1`,
    [subscriberId],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
