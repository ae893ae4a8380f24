import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../src/server/db/transaction';
import { drainJobs, enqueue, startWorker } from '../../src/server/jobs/jobs';
import { createTestServer, engines, type TestServer } from '../support/serverFixture';

describe.each(engines)('jobs on $name', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer(engine);
  });
  beforeEach(() => server.deps.db.query('delete from job'));
  afterAll(() => server.close());

  const waitFor = async (isDone: () => boolean): Promise<void> => {
    for (let i = 0; i < 400 && !isDone(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('are done once each by three workers', async () => {
    for (let n = 0; n < 30; n++) await enqueue(server.deps.db, 'count', { n });
    const done: number[] = [];
    const workers = [1, 2, 3].map(() =>
      startWorker(server.deps.db, { count: async ({ n }: { n: number }) => void done.push(n) }, () => {}),
    );
    await waitFor(() => done.length >= 30);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
    expect((await server.deps.db.query('select * from job')).rows).toEqual([]);
  });

  it.each([1, 2])('of a stranger wait for one of another application at most, %i done at once', async (atOnce) => {
    for (let n = 0; n < 6; n++) await enqueue(server.deps.db, 'read', { trn: 'mallory' });
    const done: string[] = [];
    const slow: Record<string, (job: { trn: string }) => Promise<void>> = {
      async read({ trn }) {
        if (done.length === 0) await enqueue(server.deps.db, 'read', { trn: 'robin' });
        done.push(trn);
        await new Promise((resolve) => setTimeout(resolve, 30));
      },
    };
    const worker = startWorker(server.deps.db, slow, () => {}, atOnce);
    await waitFor(() => done.length >= 7);
    await worker.stop();
    expect(done).toHaveLength(7);
    expect(done.indexOf('robin')).toBe(1);
  });

  it('vanish with the transaction that made them', async () => {
    const work = transaction(server.deps.db, async (client) => {
      await enqueue(client, 'count', {});
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect((await server.deps.db.query('select * from job')).rows).toEqual([]);
  });

  it('stay, with their error and a later time, when they fail', async () => {
    await enqueue(server.deps.db, 'break', {});
    const reported: unknown[] = [];
    const worker = startWorker(server.deps.db, { break: () => Promise.reject(new Error('no SMTP')) }, (error) =>
      reported.push(error),
    );
    await waitFor(() => reported.length > 0);
    await worker.stop();
    const { rows } = await server.deps.db.query('select attempts, error, run_at > now() as later from job');
    expect(rows).toEqual([{ attempts: 1, error: 'Error: no SMTP', later: true }]);
  });

  it('are done now when the clock was a day ahead as they were put there, and wait as long as they were told', async () => {
    await enqueue(server.deps.db, 'count', { n: 1 }, 86_400);
    await enqueue(server.deps.db, 'count', { n: 2 }, 120);
    const done: number[] = [];
    await drainJobs(server.deps.db, { count: async ({ n }: { n: number }) => void done.push(n) }, () => {});
    expect(done).toEqual([1]);
  });

  it('of a kind nobody does here stay untouched', async () => {
    await enqueue(server.deps.db, 'elsewhere', {});
    await server.drain();
    expect((await server.deps.db.query('select attempts from job')).rows).toEqual([{ attempts: 0 }]);
  });
});
