import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuditEntry,
  appendEntry,
  createAuditRepository,
  entryHash,
  FIRST_PREVIOUS,
} from '../../../../src/server/applications/record/auditRepository';
import { checkChains } from '../../../../src/server/applications/record/checkRecord';
import { transaction } from '../../../../src/server/platform/db/transaction';
import { engines, type TestDatabase } from '../../../support/serverEngines';

describe.each(engines)('the audit log on $name', ({ open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const audit = () => createAuditRepository(database.db);
  const entry = (subscriberId: string) => ({
    at: new Date(0),
    kind: 'people' as const,
    trn: '',
    subscriberId,
    body: {},
  });
  const append = (subscriberId: string) =>
    transaction(database.db, (client) => appendEntry(client, entry(subscriberId)));

  it('has a chain for each landlord', async () => {
    const appended = [await append('oak'), await append('elm'), await append('oak')];
    expect(appended.map(({ subscriber_id, seq }) => [subscriber_id, seq])).toEqual([
      ['oak', 1],
      ['elm', 1],
      ['oak', 2],
    ]);
    expect(appended.map(({ previous }) => previous)).toEqual([FIRST_PREVIOUS, FIRST_PREVIOUS, appended[0]?.hash]);
    expect(await checkChains(audit())).toEqual({ count: 3 });
  });

  it('numbers entries that are appended to one chain at the same time without gaps', async () => {
    const appended = await Promise.all(Array.from({ length: 5 }, () => append('ash')));
    expect(appended.map(({ seq }) => seq).sort()).toEqual([1, 2, 3, 4, 5]);
    expect((await checkChains(audit())).brokenAt).toBeUndefined();
  });

  it('keeps the one chain of earlier releases, and checks it too', async () => {
    const old = { subscriber_id: '', seq: 1, at: new Date(0), kind: 'people', trn: '', body: '{}' } as const;
    const content: Omit<AuditEntry, 'hash'> = { ...old, previous: FIRST_PREVIOUS };
    await database.db.query('insert into audit_log values ($1, $2, $3, $4, $5, $6, $7)', [
      ...[old.seq, old.at, old.kind, old.trn, old.body, FIRST_PREVIOUS, entryHash(content)],
    ]);
    const before = await checkChains(audit());
    expect(before.brokenAt).toBeUndefined();
    await database.db.query("insert into audit_log values (2, now(), 'people', '', '{}', 'another', 'forged')");
    expect((await checkChains(audit())).brokenAt).toBe(2);
    await database.db.query('alter table audit_log disable trigger all; delete from audit_log where seq = 2');
    expect(await checkChains(audit())).toEqual(before);
  });

  it('reports removed last entries of a chain', async () => {
    await append('fir');
    await database.db.query(
      "alter table audit_entry disable trigger all; delete from audit_entry where subscriber_id = 'fir'",
    );
    expect((await checkChains(audit())).brokenAt).toBe(1);
  });
});

const withConnections = engines.filter(({ name }) => name === 'PostgreSQL');

describe.each(withConnections)('the audit log on $name', ({ open }) => {
  it("doesn't make a landlord wait for another landlord's transaction", async () => {
    const { db, close } = await open();
    const append = (client: pg.PoolClient, subscriberId: string) =>
      appendEntry(client, { at: new Date(0), kind: 'people', trn: '', subscriberId, body: {} });
    await transaction(db, async (client) => {
      await append(client, 'oak');
      expect(await transaction(db, (other) => append(other, 'elm'))).toMatchObject({ subscriber_id: 'elm', seq: 1 });
    });
    await close();
  });
});
