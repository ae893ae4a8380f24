import { beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../../src/server/platform/db/transaction';
import { enqueue } from '../../../../src/server/platform/jobs/jobRepository';
import {
  JobGivenUp,
  type JobHandler,
  MAX_ATTEMPTS,
  runDueJobs,
  startWorker,
} from '../../../../src/server/platform/jobs/jobs';
import { openServer } from '../../../support/openServer';
import { engines } from '../../../support/serverFixture';

describe.each(engines)('jobs on $name', async (engine) => {
  const server = await openServer(engine);
  beforeEach(() => server.deps.db.query('delete from job'));

  const waitFor = async (isDone: () => boolean): Promise<void> => {
    for (let i = 0; i < 400 && !isDone(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('are run once each by three workers', async () => {
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

  it.each([1, 2])('a job waits for at most one job of another application (%i workers)', async (atOnce) => {
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

  it('are rolled back with the transaction that queued them', async () => {
    const work = transaction(server.deps.db, async (client) => {
      await enqueue(client, 'count', {});
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect((await server.deps.db.query('select * from job')).rows).toEqual([]);
  });

  it('stay queued with their error and a later time when they fail', async () => {
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

  it('run again within five seconds if only the database was unavailable', async () => {
    await enqueue(server.deps.db, 'break', {});
    const away = Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
    const reported: unknown[] = [];
    const worker = startWorker(server.deps.db, { break: () => Promise.reject(away) }, (error) => reported.push(error));
    await waitFor(() => reported.length > 0);
    await worker.stop();
    const { rows } = await server.deps.db.query(
      "select attempts, error, run_at between now() and now() + interval '5 seconds' as soon from job",
    );
    expect(rows).toEqual([{ attempts: 1, error: null, soon: true }]);
  });

  /** Runs jobs until none is due, without waiting. Returns the seconds until each next attempt. */
  async function tryAll(handlers: Record<string, JobHandler>, report: (error: unknown) => void): Promise<number[]> {
    const waits: number[] = [];
    for (;;) {
      await runDueJobs(server.deps.db, handlers, report);
      const { rows } = await server.deps.db.query(
        `update job set run_at = now() where given_up_at is null
         returning extract(epoch from (select o.run_at from job o where o.id = job.id) - now())::float8 as wait`,
      );
      if (rows.length === 0) return waits;
      waits.push(...rows.map(({ wait }) => wait));
    }
  }

  it('failed jobs are retried for three days, then kept and logged by id and kind', async () => {
    await enqueue(server.deps.db, 'break', { trn: 'robin' });
    const reported: unknown[] = [];
    const waits = await tryAll({ break: () => Promise.reject(new Error('no SMTP')) }, (error) => reported.push(error));
    const days = waits.reduce((sum, seconds) => sum + seconds, 0) / 86_400;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(4);
    expect(Math.max(...waits)).toBeLessThan(2 * 3600);
    const { rows } = await server.deps.db.query('select id, error, payload, given_up_at from job');
    expect(rows).toEqual([
      { id: expect.any(String), error: 'Error: no SMTP', payload: { trn: 'robin' }, given_up_at: expect.any(Date) },
    ]);
    const givenUp = reported.filter((error) => error instanceof JobGivenUp);
    expect(givenUp).toMatchObject([{ id: rows[0].id, kind: 'break', message: expect.stringContaining('no SMTP') }]);
    expect(givenUp[0]?.message).toContain(`Job ${rows[0].id} (break) failed and won't be retried`);
  });

  it('that crash the process each time fail too, without another attempt', async () => {
    await enqueue(server.deps.db, 'count', { n: 1 });
    await server.deps.db.query('update job set attempts = $1', [MAX_ATTEMPTS]);
    const done: unknown[] = [];
    const reported: unknown[] = [];
    await runDueJobs(server.deps.db, { count: async () => void done.push(1) }, (error) => reported.push(error));
    expect(done).toEqual([]);
    expect(reported).toMatchObject([{ kind: 'count', message: expect.stringContaining("won't be retried") }]);
    await runDueJobs(server.deps.db, { count: async () => void done.push(1) }, (error) => reported.push(error));
    expect(reported).toHaveLength(1);
  });

  it('run on time, also if the clock was a day ahead when they were queued', async () => {
    await enqueue(server.deps.db, 'count', { n: 1 }, 86_400);
    await enqueue(server.deps.db, 'count', { n: 2 }, 120);
    const done: number[] = [];
    await runDueJobs(server.deps.db, { count: async ({ n }: { n: number }) => void done.push(n) }, () => {});
    expect(done).toEqual([1]);
  });

  it('jobs without a handler stay queued', async () => {
    await enqueue(server.deps.db, 'elsewhere', {});
    await server.drain();
    expect((await server.deps.db.query('select attempts from job')).rows).toEqual([{ attempts: 0 }]);
  });
});
