import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MigrationsPending,
  migrate,
  migrateIfAllowed,
  pendingMigrations,
} from '../../../../src/server/platform/db/migrate';
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

  const names = async () =>
    (await database.db.query("select name from migration where name like '9%' order by name")).rows.map(
      (row) => row.name,
    );

  it('runs each file once, in order, whoever starts at the same time', async () => {
    writeFileSync(path.join(folder, '901-second.sql'), 'insert into walked values (2)');
    writeFileSync(path.join(folder, '900-first.sql'), 'create table walked (n integer); insert into walked values (1)');
    await Promise.all([migrate(database.db, folder), migrate(database.db, folder), migrate(database.db, folder)]);
    expect((await database.db.query('select n from walked')).rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await names()).toEqual(['900-first.sql', '901-second.sql']);
  });

  it('names what is pending, and runs nothing for it', async () => {
    expect(await pendingMigrations(database.db, folder)).toEqual([]);
    writeFileSync(path.join(folder, '904-later.sql'), 'insert into walked values (4)');
    expect(await pendingMigrations(database.db, folder)).toEqual(['904-later.sql']);
    rmSync(path.join(folder, '904-later.sql'));
  });

  it('starts no server on a database that lacks one, where MIGRATE_ON_START is off', async () => {
    const { rows } = await database.db.query(
      "delete from migration where name = '182-resealed.sql' returning name, at",
    );
    const start = migrateIfAllowed(database.db, { migrateOnStart: false });
    await expect(start).rejects.toThrow(MigrationsPending);
    await expect(start).rejects.toThrow('182-resealed.sql. Run them, then start again: npm run portal -- migrate');
    await database.db.query('insert into migration values ($1, $2)', [rows[0].name, rows[0].at]);
    await migrateIfAllowed(database.db, { migrateOnStart: false });
  });

  it('undoes all of a run that fails', async () => {
    writeFileSync(path.join(folder, '902-third.sql'), 'insert into walked values (3)');
    writeFileSync(path.join(folder, '903-broken.sql'), 'create tabel oops ()');
    await expect(migrate(database.db, folder)).rejects.toThrow('syntax error');
    expect((await database.db.query('select n from walked')).rows).toHaveLength(2);
    expect(await names()).toHaveLength(2);
  });
});
