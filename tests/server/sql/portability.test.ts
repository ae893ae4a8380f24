import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../support/serverEngines';

/**
 * What distributed engines with PostgreSQL's protocol reject or change, and where it's used (docs/scale.md). A new
 * use fails the test until it's listed and described there.
 */
const USES: [string, RegExp, Record<string, number>][] = [
  ['locks of a session', /pg_(try_)?advisory_lock\b/gi, {}],
  [
    'locks of a transaction by number',
    /pg_(try_)?advisory_xact_lock\b/gi,
    { 'features/demo/demoRepository.ts': 1, 'features/ledger/ledgerRepository.ts': 1, 'platform/db/migrate.ts': 1 },
  ],
  ['LISTEN', /`listen \$\{/gi, { 'platform/db/listenPostgres.ts': 1 }],
  [
    'NOTIFY',
    /pg_notify\(/gi,
    { 'platform/db/listenPostgres.ts': 1, 'migrations/081-news.sql': 1, 'migrations/133-session-name.sql': 1 },
  ],
  [
    'SKIP LOCKED',
    /skip locked/gi,
    {
      'applications/deadlineRepository.ts': 1,
      'features/erasure/disposalRepository.ts': 1,
      'platform/jobs/jobRepository.ts': 1,
    },
  ],
  ['SAVEPOINT', /\bsavepoint\b/gi, {}],
  ['temporary tables', /create temp/gi, {}],
  ['extensions', /create extension/gi, {}],
  ['cursors', /no scroll cursor/gi, { 'platform/db/dumpTables.ts': 1 }],
  ['VACUUM', /['`]vacuum/gi, { 'features/erasure/erasureRepository.ts': 1, 'platform/db/database.ts': 1 }],
  [
    'functions in PL/pgSQL',
    /language plpgsql/gi,
    {
      'migrations/040-record.sql': 1,
      'migrations/081-news.sql': 1,
      'migrations/133-session-name.sql': 1,
      'migrations/151-stored-files.sql': 1,
      'migrations/205-ledger.sql': 1,
    },
  ],
  [
    'columns from a sequence',
    /generated always as identity|\bserial\b/gi,
    {
      'platform/db/migrationHistory.ts': 1,
      'migrations/001-platform.sql': 1,
      'migrations/002-subscribers.sql': 5,
      'migrations/003-accounts.sql': 1,
      'migrations/010-application-data.sql': 1,
      'migrations/060-document-checks.sql': 1,
      'migrations/130-office.sql': 3,
      'migrations/131-webhooks.sql': 1,
      'migrations/140-studio.sql': 2,
      'migrations/162-reveals.sql': 1,
      'migrations/205-ledger.sql': 2,
      'migrations/208-disposal.sql': 1,
      'migrations/232-decisions.sql': 1,
      'migrations/256-accommodation.sql': 1,
      'migrations/280-messages.sql': 1,
      'migrations/286-office-views.sql': 1,
      'migrations/292-studio-comments.sql': 1,
    },
  ],
];

/** Tables with numbers or tokens that are unique across all applications. */
const KEYED_BY_NUMBER = [
  ...[
    'accommodation_request',
    'application_decision',
    'application_event',
    'audit_log',
    'barcode',
    'disposal',
    'dispute',
    'document',
    'document_reading',
    'household_member',
    'income_check',
  ],
  ...[
    'ledger_entry',
    'message',
    'office_event',
    'office_note',
    'office_request',
    'office_reveal',
    'refund',
    'scan_link',
    'session',
    'single_use_token',
  ],
];

/** Columns that rows are sorted by, numbered by a sequence. The numbers may be out of order across nodes. */
const ORDERED_BY_SEQUENCE = ['office_event.seq'];

const SERVER = 'src/server';

describe('SQL that other engines than PostgreSQL reject', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name))
    .map((name) => ({ name: name.replace('platform/db/migrations', 'migrations'), text: read(name) }));

  it.each(USES)('%s are used only in the listed files', (_what, pattern, known) => {
    const counted = files.map(({ name, text }) => [name, text.match(pattern)?.length ?? 0] as const);
    expect(Object.fromEntries(counted.filter(([, count]) => count > 0))).toEqual(known);
  });
});

const read = (name: string) => readFileSync(path.join(SERVER, name), 'utf8');

const postgres = engines.filter(({ name }) => name === 'PostgreSQL');

describe.each(postgres)('keys and order on $name', ({ open }) => {
  let database: TestDatabase;
  let db: pg.Pool;
  beforeAll(async () => {
    database = await open();
    db = database.db;
  });
  afterAll(() => database.close());

  it('only the listed tables of applicants have a primary key without the application or the landlord', async () => {
    const { rows } = await db.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
       where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
         and exists (select from pg_attribute where attrelid = c.oid and attname = 'trn')
         and not exists (select from pg_attribute where attrelid = c.oid and attnum = any(i.indkey) and attname in ('trn', 'subscriber_id'))
       order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(KEYED_BY_NUMBER);
  });

  it('only the listed sequence columns define an order', async () => {
    const { rows } = await db.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = current_schema() and is_identity = 'YES' and column_name not in ('id', 'application_number') order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(ORDERED_BY_SEQUENCE);
  });
});
