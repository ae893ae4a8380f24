import { describe, expect, it } from 'vitest';
import { transaction } from '../../../../src/server/platform/db/transaction';
import { createTestServer, engines } from '../../../support/serverFixture';

describe.each(engines)('a transaction on $name', (engine) => {
  it('reruns after a conflict, with its earlier writes undone', async () => {
    const server = await createTestServer(engine);
    const { db } = server.deps;
    await db.query('create table tried (n int)');
    let tries = 0;
    await transaction(db, async (client) => {
      tries += 1;
      await client.query('insert into tried values ($1)', [tries]);
      if (tries < 3) await client.query("do $$ begin raise exception 'give up' using errcode = '40001'; end $$");
    });
    expect((await db.query('select n from tried')).rows).toEqual([{ n: 3 }]);
    await server.close();
  });

  it('fails after ten conflicts', async () => {
    const server = await createTestServer(engine);
    let tries = 0;
    const conflict = Object.assign(new Error('could not serialize'), { code: '40001' });
    const work = () => {
      tries += 1;
      return Promise.reject(conflict);
    };
    await expect(transaction(server.deps.db, work)).rejects.toBe(conflict);
    expect(tries).toBe(10);
    await server.close();
  });
});
