import type pg from 'pg';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { lockApplication } from '../../applications/applicationRepository';
import { removeStoredFiles } from '../../applications/documents/storeDocument';
import { leaveBeforeErasure } from '../../applications/household/leaveHousehold';
import { UNFINISHED } from '../../applications/retentionRepository';
import { transaction } from '../../platform/db/transaction';
import { ownerKey } from '../../platform/http/rateLimit';
import { enqueue } from '../../platform/jobs/jobRepository';
import { clearOutbox } from '../../platform/mail/mail';
import { allowMail } from '../../platform/mail/mailProblemRepository';

interface Erased {
  email: string;
  isOnly: boolean;
  files: string[];
}

/** Deletes an application, its data key, and its account if the account has no other applications. */
export async function eraseRows(client: pg.PoolClient, trn: string): Promise<Erased | undefined> {
  await leaveBeforeErasure(client, trn, new Date());
  const owner = await findOwner(client, trn);
  if (!owner) return undefined;
  const { rows } = await client.query<{ name: string }>(FILES, [trn]);
  await client.query('delete from application where trn = $1', [trn]);
  await client.query(
    'delete from account where id = $1 and not exists (select from application where account_id = $1)',
    [owner.account_id],
  );
  await eraseRelated(client, trn, owner);
  await client.query('insert into erasure (trn) values ($1) on conflict do nothing', [trn]);
  await enqueue(client, 'note-erasure', { erased: trn });
  return { email: owner.email, isOnly: owner.isOnly, files: rows.map(({ name }) => name) };
}

export async function findTrn(db: pg.Pool, trnOrNumber: string): Promise<string | undefined> {
  const { rows } = await db.query<{ trn: string }>(
    `select trn from application where trn = $1 or application_number = case when $1 ~ '^[0-9]{1,18}$' then $1::bigint end`,
    [trnOrNumber],
  );
  return rows[0]?.trn;
}

/**
 * Rewrites tables that have personal data, so deleted rows can't be recovered from the database's files. Without
 * `isFull`, rewrites only the table of keys. A table is locked while it's rewritten.
 */
async function scrubTables(db: pg.Pool, isFull: boolean): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all($1)`,
    [NOT_PERSONAL],
  );
  for (const { name } of rows)
    await db.query(`vacuum (${isFull || name === 'applicant_key' ? 'full, ' : ''}analyze) ${name}`);
}

/** Removes deleted rows from the embedded database's write-ahead log. */
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

async function eraseRelated(client: pg.PoolClient, trn: string, owner: Owner): Promise<void> {
  const { account_id, email, login, isOnly } = owner;
  const names = [trn, account_id, login, isOnly ? email : null].filter((name) => name !== null);
  await client.query('delete from idempotency where scope = $1', [trn]);
  if (isOnly) await allowMail(client, email);
  await client.query('delete from rate_limit where account = any($1)', [names.map(ownerKey)]);
  await client.query(
    "delete from job where payload ->> 'trn' = $1 or payload ->> 'accountId' = $2 or ($3 and lower(coalesce(payload ->> 'to', payload ->> 'email')) = lower($4))",
    [trn, account_id, isOnly, email],
  );
}

const FILES = `
  select blob_path as name from document where trn = $1
  union all select blob_path || '.thumb' from document where trn = $1 and has_thumbnail`;

/** Tables without readable personal data of applicants. */
const NOT_PERSONAL = [
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
  ...[
    'migration',
    'migration_run',
    'validator',
    'schema_version',
    'schema_state',
    'shown',
    'payment_event',
    'audit_log',
    'audit_chain',
    'audit_entry',
  ],
  ...['installation', 'file_store_token', 'erasure', 'disposal', 'ledger_entry', 'refund', 'dispute'],
  ...['office_person', 'office_invitation', 'office_session'],
  ...['studio_person', 'studio_invitation', 'studio_session', 'studio_version', 'studio_act', 'studio_comment'],
];

type ErasureDeps = Pick<ApplicationDeps, 'db' | 'files' | 'config'>;

/** Erases an application's rows, key, files and queued email. Returns false if there's no such application. */
export async function eraseApplicant(deps: ErasureDeps, trnOrNumber: string): Promise<boolean> {
  const trn = await findTrn(deps.db, trnOrNumber);
  const erased = trn && (await transaction(deps.db, (client) => eraseRows(client, trn)));
  if (!erased) return false;
  await eraseOutside(deps, erased);
  await scrub(deps, true);
  return true;
}

/** Deletes stored files. Also deletes emails in the outbox if the applicant has no other application. */
export async function eraseOutside({ db, files, config }: ErasureDeps, erased: Erased): Promise<void> {
  await removeStoredFiles({ db, files }, erased.files);
  if (erased.isOnly) await clearOutbox(config.dataDir, erased.email);
}

export async function scrub({ db, config }: ErasureDeps, isFull: boolean): Promise<void> {
  await scrubTables(db, isFull);
  if (!config.databaseUrl) await scrubLog(db);
}

export interface IdleApplication {
  trn: string;
  email: string;
  first_name: string;
  confirmed_at: Date | null;
  subscriber_id: string;
  subscriber_name: string;
  support_email: string;
  time_zone: string;
  /** Empty for the default language. */
  language: string;
}

export async function markWarned(
  client: pg.PoolClient,
  idleSince: Date,
  now: Date,
  due: Date,
): Promise<IdleApplication[]> {
  const { rows } = await client.query<IdleApplication>(
    `update application a set warned_at = $2, removal_due_at = $3 from subscriber s, account c
     where s.id = a.subscriber_id and c.id = a.account_id and ${UNFINISHED} and a.active_at < $1 and a.warned_at is null
     returning a.trn, a.email, a.first_name, a.subscriber_id, s.name as subscriber_name, s.support_email, s.time_zone, c.language, c.confirmed_at`,
    [idleSince, now, due],
  );
  return rows;
}

export type AbandonedLimits = [idleSince: Date, warnedBefore: Date, now: Date];

export async function findAbandoned(db: pg.Pool, limits: AbandonedLimits): Promise<string[]> {
  const { rows } = await db.query<{ trn: string }>(`select a.trn from application a where ${ABANDONED}`, limits);
  return rows.map(({ trn }) => trn);
}

export async function isStillAbandoned(client: pg.PoolClient, trn: string, limits: AbandonedLimits): Promise<boolean> {
  await lockApplication(client, trn);
  const { rowCount } = await client.query(`select from application a where a.trn = $4 and ${ABANDONED}`, [
    ...limits,
    trn,
  ]);
  return rowCount === 1;
}

const ABANDONED = `${UNFINISHED} and a.active_at < $1 and a.warned_at < $2 and coalesce(a.removal_due_at, '-infinity') <= $3`;
