import type pg from 'pg';
import type { ApplicationType } from '../../../model/types';

export interface AccountRow {
  id: string;
  login: string;
  email: string;
  password_hash: string;
  trn: string;
  link: string;
  type: ApplicationType;
  first_name: string;
  application_number: string;
  subscriber_id: string;
  subscriber_name: string;
  property_name: string | null;
  /** When an emailed login or reset link was first used. */
  confirmed_at: Date | null;
  support_email: string;
  /** A code such as 'es'. Empty if unknown. */
  language: string;
}

export interface AccountRepository {
  findByLogin(login: string): Promise<AccountRow | undefined>;
  findByEmail(email: string): Promise<AccountRow[]>;
  findById(id: string): Promise<AccountRow | undefined>;
  findByTrn(trn: string): Promise<AccountRow | undefined>;
  isEmailTaken(email: string): Promise<boolean>;
}

/** Selects each account with application $2, or with its latest application if $2 is null. */
const select = `select c.id, c.login, c.email, c.password_hash, c.language, c.confirmed_at, a.trn, l.value as link, a.type, a.first_name,
         a.application_number, a.subscriber_id, s.name as subscriber_name, s.support_email, p.name as property_name
  from account c join lateral (select * from application where account_id = c.id and ($2::text is null or trn = $2) order by created_at desc limit 1) a on true
  join entry_link l on l.id = a.entry_link_id join subscriber s on s.id = a.subscriber_id
  left join property p on p.id = a.property_id`;

export function toLogin(typed: string): string {
  return typed.trim().toLowerCase();
}

export function createAccountRepository(db: pg.Pool): AccountRepository {
  return {
    async findByLogin(login) {
      return (await db.query<AccountRow>(`${select} where c.login = $1`, [toLogin(login), null])).rows[0];
    },
    async findByEmail(email) {
      return (
        await db.query<AccountRow>(`${select} where lower(c.email) = $1 order by a.application_number`, [
          toLogin(email),
          null,
        ])
      ).rows;
    },
    async findById(id) {
      return (await db.query<AccountRow>(`${select} where c.id = $1`, [id, null])).rows[0];
    },
    async findByTrn(trn) {
      const where = 'c.id = (select account_id from application where trn = $1)';
      return (await db.query<AccountRow>(`${select} where ${where}`, [trn, trn])).rows[0];
    },
    async isEmailTaken(email) {
      const { rowCount } = await db.query('select 1 from account where lower(email) = $1 or login = $1 limit 1', [
        toLogin(email),
      ]);
      return rowCount === 1;
    },
  };
}

/** Returns the account's id. Throws a unique violation (23505) if the login is taken. */
export async function insertAccount(
  client: pg.PoolClient,
  account: { login: string; email: string; passwordHash: string; language: string },
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'insert into account (login, email, password_hash, language) values ($1, $2, $3, $4) returning id',
    [toLogin(account.login), account.email, account.passwordHash, account.language],
  );
  return rows[0]?.id ?? '';
}

export async function setPassword(client: pg.PoolClient, accountId: string, passwordHash: string): Promise<void> {
  await client.query('update account set password_hash = $2 where id = $1', [accountId, passwordHash]);
}

export async function confirmEmail(db: pg.Pool | pg.PoolClient, accountId: string, now: Date): Promise<void> {
  await db.query('update account set confirmed_at = $2 where id = $1 and confirmed_at is null', [accountId, now]);
}

export async function setLanguage(db: pg.Pool, accountId: string, language: string): Promise<void> {
  await db.query('update account set language = $2 where id = $1', [accountId, language]);
}
