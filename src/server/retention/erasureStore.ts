import type pg from 'pg';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { clearOutbox } from '../mail/mail';

/** What of an erased applicant lies outside the database. */
interface Erased {
  email: string;
  /** No other application has this e-mail. */
  isOnly: boolean;
  files: string[];
}

/** Deletes every row of an application, its data key first of all, and its account where that has no other; undefined when there is none. */
export async function eraseRows(client: pg.PoolClient, trn: string): Promise<Erased | undefined> {
  const owner = await findOwner(client, trn);
  if (!owner) return undefined;
  const { rows } = await client.query<{ name: string }>(FILES, [trn]);
  // Everything else of the application goes with its row.
  await client.query('delete from application where trn = $1', [trn]);
  await client.query(
    'delete from account where id = $1 and not exists (select from application where account_id = $1)',
    [owner.account_id],
  );
  await eraseBeside(client, trn, owner);
  return { email: owner.email, isOnly: owner.isOnly, files: rows.map(({ name }) => name) };
}

/** The transaction id of an application by itself or by its number. */
export async function findTrn(db: pg.Pool, trnOrNumber: string): Promise<string | undefined> {
  const { rows } = await db.query<{ trn: string }>(
    `select trn from application where trn = $1 or application_number = case when $1 ~ '^[0-9]{1,18}$' then $1::bigint end`,
    [trnOrNumber],
  );
  return rows[0]?.trn;
}

/**
 * Rewrites the tables, so that no deleted row is left in the database's files; `whole` does it for all of them (saves wait
 * meanwhile), else for the keys only, without which what is left of the others cannot be opened.
 */
async function scrubTables(db: pg.Pool, whole: boolean): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all($1)`,
    [IMPERSONAL],
  );
  for (const { name } of rows)
    await db.query(`vacuum (${whole || name === 'applicant_key' ? 'full, ' : ''}analyze) ${name}`);
}

/** The same for the embedded database's log of changes, which holds them for a while. */
async function scrubLog(db: pg.Pool): Promise<void> {
  for (const command of ['set wal_recycle = off', 'select pg_switch_wal()', 'checkpoint', 'reset wal_recycle'])
    await db.query(command);
}

interface Owner {
  account_id: string | null;
  email: string;
  login: string | null;
  isOnly: boolean;
}

async function findOwner(client: pg.PoolClient, trn: string): Promise<Owner | undefined> {
  const { rows } = await client.query<Owner>(
    `select a.account_id, a.email, c.login,
       not exists (select from application o where lower(o.email) = lower(a.email) and o.trn <> a.trn) as "isOnly"
     from application a left join account c on c.id = a.account_id where a.trn = $1 for update of a`,
    [trn],
  );
  return rows[0];
}

/** Rows that name the applicant without belonging to the application: kept answers, tries and work to do. */
async function eraseBeside(client: pg.PoolClient, trn: string, owner: Owner): Promise<void> {
  const { account_id, email, login, isOnly } = owner;
  const names = [trn, login, isOnly ? email : null].filter((name) => name !== null);
  await client.query('delete from idempotency where scope = $1', [trn]);
  await client.query("delete from rate_limit where split_part(split_part(bucket, ':of:', 2), ':at:', 1) = any($1)", [
    names.map((name) => name.toLowerCase()),
  ]);
  await client.query(
    "delete from job where payload ->> 'trn' = $1 or payload ->> 'accountId' = $2 or ($3 and lower(coalesce(payload ->> 'to', payload ->> 'email')) = lower($4))",
    [trn, account_id, isOnly, email],
  );
}

const FILES = `
  select blob_path as name from document where trn = $1
  union all select blob_path || '.thumb' from document where trn = $1 and has_thumbnail`;

/** Everything else may name an applicant; the audit log is only ever added to, and sealed with the applicant's key. */
const IMPERSONAL = [
  ...[
    'subscriber',
    'subscriber_key',
    'api_key',
    'webhook',
    'property',
    'floor',
    'unit',
    'agent',
    'office',
    'lead_source',
    'entry_link',
  ],
  ...['migration', 'validator', 'schema_version', 'schema_state', 'shown', 'payment_event', 'audit_log'],
  ...['office_person', 'office_invitation', 'office_session'],
  ...['studio_person', 'studio_invitation', 'studio_session', 'studio_version', 'studio_act'],
];

type Needs = Pick<Deps, 'db' | 'files' | 'config'>;

/** Erases an applicant for good, named by transaction id or application number: rows, data key, files, mail in the outbox. False when there is none. */
export async function eraseApplicant(needs: Needs, trnOrNumber: string): Promise<boolean> {
  const trn = await findTrn(needs.db, trnOrNumber);
  const erased = trn && (await transaction(needs.db, (client) => eraseRows(client, trn)));
  if (!erased) return false;
  await eraseOutside(needs, erased);
  await scrub(needs, true);
  return true;
}

/** What lies outside the database. Cut off here, the files are left without a key and without a name, and are swept at the next start. */
export async function eraseOutside({ files, config }: Needs, erased: Erased): Promise<void> {
  for (const name of erased.files) await files.remove(name);
  if (erased.isOnly) await clearOutbox(config.dataDir, erased.email);
}

/** Takes deleted rows out of the database's files; `whole` makes saves wait a moment. */
export async function scrub({ db, config }: Needs, whole: boolean): Promise<void> {
  await scrubTables(db, whole);
  if (!config.databaseUrl) await scrubLog(db);
}
