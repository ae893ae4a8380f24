import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCheckStore } from '../../../src/app/form/createCheckStore';
import { fakeServer, records } from '../../api/fakeAdapter';

const state = (reading: number, mark?: string) =>
  records({ reading, validation_messages: {}, coverage: {}, monthly_avr_gross: {}, mark });

describe('the store of checks', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends the version it has, so the server waits for a newer one', async () => {
    const answers = [state(2, 'a'), state(1, 'b'), state(0, 'c')];
    const requests = fakeServer(() => answers.shift());
    const store = createCheckStore('trn', { validation_messages: {} });
    const listener = vi.fn();
    store.subscribe(listener);
    await vi.advanceTimersByTimeAsync(500);
    expect(requests.map(({ params }) => params?.known)).toEqual([undefined, 'a', 'b']);
    expect(listener).toHaveBeenCalledTimes(3);
    expect(store.state().reading).toBe(0);
  });

  it.each([
    ['does not wait', () => state(1)],
    ['reports no change after its wait', () => state(1, 'a')],
    ['is unreachable', () => undefined],
  ])('polls every two seconds if the server %s', async (_, later) => {
    let count = 0;
    const requests = fakeServer(() => (count++ === 0 ? state(1) : later()));
    const store = createCheckStore('trn', { validation_messages: {} });
    const stop = store.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(7_000);
    stop();
    expect(requests.length).toBeGreaterThanOrEqual(4);
    expect(requests.length).toBeLessThanOrEqual(6);
    const before = requests.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests.length).toBe(before);
  });

  it('sends a new request at once, even while another one is waiting', async () => {
    let count = 0;
    const requests = fakeServer(() => {
      count += 1;
      if (count === 2) return new Promise(() => undefined);
      return count === 1 ? state(1, 'a') : state(0, 'b');
    });
    const store = createCheckStore('trn', { validation_messages: {} });
    store.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(100);
    expect(requests).toHaveLength(2);
    await store.refresh();
    expect(store.state().reading).toBe(0);
  });
});
