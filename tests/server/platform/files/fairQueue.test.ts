import { describe, expect, it } from 'vitest';
import { createFairQueue, type QueueLimits } from '../../../../src/server/platform/files/runWorker';

/** Creates a queue. The test finishes its jobs. `began` lists accounts in the order of their turns. */
function tryQueue(bounds: Partial<QueueLimits> = {}) {
  const queue = createFairQueue({ atOnce: 1, perAccount: 10, total: 20, ...bounds });
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const add = (account: string, isQueued = false) => {
    const work = () => {
      began.push(account);
      return new Promise<string>((resolve) => ends.push(() => resolve(account)));
    };
    const turn = queue.run(account, work, isQueued);
    turn.catch(() => {});
    return turn;
  };
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    began,
    add,
    settle,
    async endNext() {
      await settle();
      ends.shift()?.();
      await settle();
    },
  };
}

describe('a fair queue', () => {
  it("runs another account's task next, however many tasks one account has queued", async () => {
    const { add, endNext, began, settle } = tryQueue();
    for (let n = 0; n < 6; n += 1) void add('greedy');
    await settle();
    const stranger = add('stranger');
    await endNext();
    expect(began).toEqual(['greedy', 'stranger']);
    await endNext();
    await expect(stranger).resolves.toBe('stranger');
  });

  it('alternates between accounts', async () => {
    const { add, endNext, began } = tryQueue();
    for (const account of ['a', 'a', 'a', 'b', 'b', 'c']) void add(account);
    for (let n = 0; n < 6; n += 1) await endNext();
    expect(began).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('runs one task per account at a time, and other accounts in parallel', async () => {
    const { add, settle, began } = tryQueue({ atOnce: 2 });
    for (const account of ['a', 'a', 'b', 'c']) void add(account);
    await settle();
    expect(began).toEqual(['a', 'b']);
  });

  it('continues after a failed task', async () => {
    const queue = createFairQueue({ atOnce: 1, perAccount: 1, total: 1 });
    await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(queue.run('a', async () => 'done')).resolves.toBe('done');
  });

  it("rejects an account's tasks over the limit, with Retry-After", async () => {
    const { add } = tryQueue({ perAccount: 2 });
    for (let n = 0; n < 3; n += 1) void add('a');
    await expect(add('a')).rejects.toMatchObject({ code: 'ownFilesWait', status: 429, extra: { retryAfter: 10 } });
    void add('b');
  });

  it('drops the last task of the longest queue for a new account', async () => {
    const { add, endNext, began } = tryQueue({ total: 3 });
    void add('a');
    const [, , last] = [add('a'), add('a'), add('a')];
    void add('b');
    await expect(last).rejects.toMatchObject({ code: 'busy', status: 503, extra: { retryAfter: 10 } });
    for (let n = 0; n < 4; n += 1) await endNext();
    expect(began).toEqual(['a', 'b', 'a', 'a']);
  });

  it('rejects a new account if the queue is full and no account has more than one task', async () => {
    const { add } = tryQueue({ total: 2 });
    for (const account of ['a', 'b', 'c']) void add(account);
    await expect(add('d')).rejects.toMatchObject({ code: 'busy' });
  });

  it('never rejects background tasks', async () => {
    const { add, endNext, began } = tryQueue({ perAccount: 1, total: 1 });
    for (let n = 0; n < 4; n += 1) void add('a', true);
    await expect(add('b')).rejects.toMatchObject({ code: 'busy' });
    for (let n = 0; n < 4; n += 1) await endNext();
    expect(began).toEqual(['a', 'a', 'a', 'a']);
  });
});
