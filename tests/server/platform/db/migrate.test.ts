import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  listMigrations,
  migrate,
  migrateIfAllowed,
  pendingMigrations,
} from '../../../../src/server/platform/db/migrate';
import { MigrationsRefused } from '../../../../src/server/platform/db/migrationHistory';
import type { TestDatabase } from '../../../support/serverEngines';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('migrate on $name', (engine) => {
  let database: TestDatabase;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  beforeAll(async () => {
    database = await engine.open();
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, sql: string) => writeFileSync(path.join(folder, name), sql);
  const names = async () =>
    (await database.db.query("select name from migration_run where name like '9%' order by id")).rows.map(
      (row) => row.name,
    );

  it('runs each file once and in order, however many processes start at the same time', async () => {
    write('901-second.sql', 'insert into walked values (2)');
    write('900-first.sql', 'create table walked (n integer); insert into walked values (1)');
    await Promise.all([migrate(database.db, folder), migrate(database.db, folder), migrate(database.db, folder)]);
    expect((await database.db.query('select n from walked')).rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await names()).toEqual(['900-first', '901-second']);
  });

  it('lists pending migrations without running them', async () => {
    expect(await pendingMigrations(database.db, folder)).toEqual([]);
    write('904-later.sql', 'insert into walked values (4)');
    expect(await pendingMigrations(database.db, folder)).toEqual(['904-later.sql']);
    rmSync(path.join(folder, '904-later.sql'));
  });

  it('prevents a start with a pending migration if MIGRATE_ON_START is off', async () => {
    const { rows } = await database.db.query("delete from migration_run where name = '182-resealed' returning *");
    const start = migrateIfAllowed(database.db, { migrateOnStart: false });
    await expect(start).rejects.toThrow(MigrationsRefused);
    await expect(start).rejects.toThrow('182-resealed.sql. Run them, then start again: npm run portal -- migrate');
    await database.db.query('insert into migration_run values ($1, $2, $3, $4)', Object.values(rows[0]));
    await migrateIfAllowed(database.db, { migrateOnStart: false });
  });

  it('undoes only the file that fails', async () => {
    write('902-third.sql', 'insert into walked values (3)');
    write('903-broken.sql', 'insert into walked values (33); create tabel oops ()');
    await expect(migrate(database.db, folder)).rejects.toThrow('syntax error');
    expect((await database.db.query('select n from walked')).rows).toHaveLength(3);
    expect(await names()).toEqual(['900-first', '901-second', '902-third']);
    rmSync(path.join(folder, '903-broken.sql'));
  });

  it('creates an index concurrently, outside of a transaction, while others wait to migrate', async () => {
    write('905-index.sql', '-- no transaction\ncreate index concurrently walked_n on walked (n)');
    const ran = await Promise.all([1, 2, 3].map(() => migrate(database.db, folder)));
    expect(ran.flat()).toEqual(['905-index.sql']);
    const { rows } = await database.db.query("select indisvalid from pg_index where indexrelid = 'walked_n'::regclass");
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('rejects a file that changed after it ran, except for its line ends', async () => {
    write('902-third.sql', 'insert into walked values (3)\n');
    await expect(migrate(database.db, folder)).rejects.toThrow(
      'changed after they ran on this database: 902-third.sql',
    );
    await expect(pendingMigrations(database.db, folder)).rejects.toThrow(MigrationsRefused);
    write('902-third.sql', 'insert into walked values (3)');
    write('906-lines.sql', '-- Two lines.\ninsert into walked values (6)');
    await migrate(database.db, folder);
    write('906-lines.sql', '-- Two lines.\r\ninsert into walked values (6)');
    expect(await migrate(database.db, folder)).toEqual([]);
  });

  it('refuses a file whose number is lower than one that ran', async () => {
    write('904-late.sql', 'insert into walked values (4)');
    await expect(migrate(database.db, folder)).rejects.toThrow(
      'come before one that already ran: 904-late.sql. Give them higher numbers.',
    );
    rmSync(path.join(folder, '904-late.sql'));
  });
});

describe.each(engines)('an installation of an earlier release on $name', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await engine.open();
    await database.db.query('create table migration (name text primary key, at timestamptz not null default now())');
    // Simulates a database in which migrations 165 and 191 haven't run.
    await database.db.query(
      "insert into migration (name) select name || '.sql' from migration_run where name not in ('165-lead-source-names', '191-erasures')",
    );
    await database.db.query(
      'drop table erasure, restored_backup, migration_run; alter table lead_source drop column names',
    );
  });
  afterAll(() => database.close());

  it('continues from its recorded migrations, and keeps the record for the previous release', async () => {
    expect(await pendingMigrations(database.db)).toEqual(['165-lead-source-names.sql', '191-erasures.sql']);
    expect(await migrate(database.db)).toEqual(['165-lead-source-names.sql', '191-erasures.sql']);
    const { rows } = await database.db.query(
      'select count(*)::int as count, count(sha256)::int as sums from migration_run',
    );
    const files = await listMigrations();
    expect(rows).toEqual([{ count: files.length, sums: files.length }]);
    const former = await database.db.query('select count(*)::int as count from migration');
    expect(former.rows).toEqual([{ count: files.length - 2 }]);
    expect(await migrate(database.db)).toEqual([]);
  });
});

it('migrations have one file per number, except those that installations have already run', async () => {
  const numbers = (await listMigrations()).map((name) => name.split('-')[0]);
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at);
  expect(twice).toEqual(['060', '060', '134', '141']);
});
