// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addSender,
  areDraftsWaiting,
  awaitDrafts,
  awaitPending,
  forgetPending,
  pendingSections,
  recordPending,
} from '../../src/api/pendingDrafts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  forgetPending();
});

const tick = (time = 0) => vi.advanceTimersByTimeAsync(time);

/** A page with unsent drafts. They arrive when the test calls `arrive`. */
function openSender() {
  let arrive = () => {};
  let isWaiting = true;
  const arrived = new Promise<boolean>((resolve) => {
    arrive = () => {
      isWaiting = false;
      resolve(true);
    };
  });
  const sender = { sendAll: () => arrived, hasUnsent: () => isWaiting, stop: vi.fn(() => arrive()) };
  return { sender, arrive, retire: addSender(sender) };
}

/** Returns whether a promise has already resolved. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  await tick();
  return over;
}

describe('a read after typing', () => {
  it('waits for the drafts of open pages and of pages that were left', async () => {
    for (const isLeft of [false, true]) {
      const { arrive, retire } = openSender();
      if (isLeft) retire();
      expect(areDraftsWaiting()).toBe(true);
      const read = awaitDrafts();
      expect(await isOver(read)).toBe(false);
      arrive();
      expect(await isOver(read)).toBe(true);
      retire();
    }
  });

  it('waits at most ten seconds, then stops pages that were left', async () => {
    const { sender, retire } = openSender();
    retire();
    const read = awaitDrafts();
    await tick(9_000);
    expect(sender.stop).not.toHaveBeenCalled();
    await tick(1_000);
    expect(await isOver(read)).toBe(true);
    expect(sender.stop).toHaveBeenCalledTimes(1);
    expect(areDraftsWaiting()).toBe(false);
  });
});

describe('a read after a closed page', () => {
  const mark = { page: 'p', at: 7, was: 'saved-0' };
  const old = { revision: 'saved-0' };

  it('rereads a section until the sent revision has arrived', async () => {
    recordPending('trn-1', 'ssn', mark);
    const answers = [old, { revision: 'p.7' }];
    const read = vi.fn(async () => answers.shift());
    const found = awaitPending('trn-1', 'ssn', old, read);
    expect(pendingSections('trn-1')).toEqual(['ssn']);
    await tick(1_000);
    expect(await found).toEqual({ revision: 'p.7' });
    expect(read).toHaveBeenCalledTimes(2);
    expect(pendingSections('trn-1')).toEqual([]);
  });

  it.each([
    ['a draft that was answered', 'trn-1', 'ssn', true],
    ['another section', 'trn-1', 'address', false],
    ['another application', 'trn-2', 'ssn', false],
  ])("doesn't wait for %s", async (_, trnId, section, isAnswered) => {
    const noteAnswer = recordPending('trn-1', 'ssn', mark);
    if (isAnswered) noteAnswer();
    const read = vi.fn();
    expect(await awaitPending(trnId, section, old, read)).toBe(old);
    expect(read).not.toHaveBeenCalled();
  });

  it("doesn't wait for a draft that the server rejects because a newer one arrived", async () => {
    const noteAnswer = recordPending('trn-1', 'ssn', mark);
    recordPending('trn-1', 'ssn', { ...mark, at: 8, was: 'p.7' });
    noteAnswer();
    const read = vi.fn(async () => ({ revision: 'other-page.3' }));
    for (const revision of ['saved-0', 'p.7']) {
      const waiting = awaitPending('trn-1', 'ssn', { revision }, read);
      expect(await isOver(waiting), revision).toBe(false);
      await tick(250);
      expect(await waiting).toEqual({ revision: 'other-page.3' });
      recordPending('trn-1', 'ssn', { ...mark, at: 8 });
    }
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('stops waiting ten seconds after sending', async () => {
    recordPending('trn-1', 'ssn', mark);
    const found = awaitPending('trn-1', 'ssn', old, async () => old);
    await tick(9_000);
    expect(await isOver(found)).toBe(false);
    await tick(1_500);
    expect(await found).toBe(old);
  });

  it('waits for the newer of two revisions', async () => {
    const noteAnswer = recordPending('trn-1', 'ssn', mark);
    recordPending('trn-1', 'ssn', { ...mark, at: 8 });
    noteAnswer();
    expect(pendingSections('trn-1')).toEqual(['ssn']);
  });
});
