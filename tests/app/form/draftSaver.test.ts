import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/apiError';
import { createDraftSaver } from '../../../src/app/form/draftSaver';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server whose responses the test controls. */
function fakeServer() {
  const calls: { section: string; answers: unknown; answer: () => void; refuse: () => void }[] = [];
  const put = (section: string, answers: unknown) =>
    new Promise<void>((answer, refuse) =>
      calls.push({ section, answers, answer, refuse: () => refuse(new Error('offline')) }),
    );
  return { calls, put };
}

const tick = (time = 0) => vi.advanceTimersByTimeAsync(time);

describe('createDraftSaver', () => {
  it('sends the newest answers within two seconds of the last change', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put });
    saver.change('address', { city: 'A' });
    await tick(1000);
    saver.change('address', { city: 'Au' });
    expect(calls).toHaveLength(0);
    await tick(2000);
    expect(calls.map(({ section, answers }) => ({ section, answers }))).toEqual([
      { section: 'address', answers: { city: 'Au' } },
    ]);
  });

  it('sends drafts while someone types without a break', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put });
    for (let second = 0; second < 13; second++) {
      saver.change('address', { city: 'A'.repeat(second + 1) });
      await tick(500);
    }
    expect(calls).toHaveLength(1);
  });

  it('sends one request at a time per section, then the changes made meanwhile', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put });
    saver.change('address', { city: 'A' });
    await tick(2000);
    saver.change('address', { city: 'B' });
    saver.change('ssn', { isUS_citizen: 'No' });
    await tick(2000);
    expect(calls.map(({ section }) => section)).toEqual(['address', 'ssn']);
    calls[0]?.answer();
    await tick(10);
    expect(calls[2]).toMatchObject({ section: 'address', answers: { city: 'B' } });
  });

  it('reports saving, then saved', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put });
    const states: string[] = [];
    saver.subscribe(() => states.push(saver.state().kind));
    saver.change('address', { city: 'A' });
    await tick(2000);
    calls[0]?.answer();
    await tick();
    expect(states).toEqual(['saving', 'saved']);
  });

  it('retries with increasing delays until the draft is saved', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put, delay: 100, retryDelay: 1000 });
    saver.change('address', { city: 'A' });
    await tick(100);
    calls[0]?.refuse();
    await tick();
    expect(saver.state().kind).toBe('retrying');
    await tick(1000);
    expect(calls).toHaveLength(2);
    calls[1]?.refuse();
    await tick(1000);
    expect(calls).toHaveLength(2);
    await tick(1000);
    expect(calls[2]).toMatchObject({ answers: { city: 'A' } });
    calls[2]?.answer();
    await tick();
    expect(saver.state().kind).toBe('saved');
  });

  it("reports a delay, not a failure, while the server's database is down", async () => {
    const away = new ApiError(503, 'Try again.', { code: 'unavailable' });
    let isAway = true;
    const put = async () => {
      if (isAway) throw away;
    };
    const saver = createDraftSaver({ put, isLate: (cause) => cause === away, delay: 100, retryDelay: 1000 });
    saver.change('address', { city: 'A' });
    await tick(100);
    expect(saver.state().kind).toBe('late');
    isAway = false;
    await tick(1000);
    expect(saver.state().kind).toBe('saved');
  });

  it('sends no draft after a validated save', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put, delay: 100 });
    saver.change('address', { city: 'A' });
    await tick(100);
    saver.change('address', { city: 'B' });
    let still = false;
    const paused = saver.pause().then(() => {
      still = true;
    });
    await tick(500);
    expect(still).toBe(false);
    calls[0]?.answer();
    await paused;
    await tick(5000);
    expect(calls).toHaveLength(1);
    saver.discard();
    await tick(5000);
    expect(calls).toHaveLength(1);
  });

  it('sends the waiting drafts when a save fails', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put, delay: 100 });
    saver.change('address', { city: 'A' });
    await saver.pause();
    saver.resume();
    await tick();
    expect(calls[0]).toMatchObject({ answers: { city: 'A' } });
  });

  it("doesn't resend a rejected draft until it changes", async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put, delay: 100, retryDelay: 100, isFinal: () => true });
    saver.change('address', { city: 'A' });
    await tick(100);
    calls[0]?.refuse();
    await tick(60_000);
    expect(calls).toHaveLength(1);
    expect(saver.state().kind).toBe('refused');
    saver.change('address', { city: 'B' });
    await tick(100);
    calls[1]?.answer();
    await tick();
    expect(saver.state().kind).toBe('saved');
  });

  it("sends the last answers when the page closes during a request, and ignores that request's failure", async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put, delay: 100, retryDelay: 100 });
    saver.change('address', { city: 'A' });
    await tick(100);
    saver.change('address', { city: 'B' });
    saver.flush();
    expect(calls).toHaveLength(1);
    saver.flush(true);
    expect(calls.map(({ answers }) => answers)).toEqual([{ city: 'A' }, { city: 'B' }]);
    calls[1]?.answer();
    calls[0]?.refuse();
    await tick(60_000);
    expect(calls).toHaveLength(2);
    expect(saver.state().kind).toBe('saved');
  });

  it('repeats a pending request when the page closes, because closing aborts it', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put, delay: 100 });
    saver.change('address', { city: 'A' });
    await tick(100);
    saver.flush(true);
    expect(calls.map(({ answers }) => answers)).toEqual([{ city: 'A' }, { city: 'A' }]);
    calls[0]?.refuse();
    calls[1]?.answer();
    await tick(60_000);
    expect(calls).toHaveLength(2);
  });

  it("sends nothing after it's stopped, not even retries", async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put, delay: 100, retryDelay: 100 });
    saver.change('address', { city: 'A' });
    await tick(100);
    saver.stop();
    calls[0]?.refuse();
    await tick(60_000);
    expect(calls).toHaveLength(1);
    expect(saver.hasUnsent()).toBe(false);
  });

  it('reports before logout whether everything was saved', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put });
    saver.change('address', { city: 'A' });
    expect(saver.hasUnsent()).toBe(true);
    const sent = saver.sendAll();
    calls[0]?.answer();
    expect(await sent).toBe(true);
    saver.change('address', { city: 'B' });
    const lost = saver.sendAll();
    calls[1]?.refuse();
    await tick();
    calls[2]?.refuse();
    expect(await lost).toBe(false);
  });

  it('sends drafts right away when the page is about to close', async () => {
    const { calls, put } = fakeServer();
    const saver = createDraftSaver({ put });
    saver.change('address', { city: 'A' });
    saver.flush();
    expect(calls).toHaveLength(1);
  });
});
