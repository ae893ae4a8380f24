// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '../../src/api/client';
import { usePolled } from '../../src/api/usePolled';
import { fakeServer, records } from './fakeAdapter';

const FIVE_SECONDS = 5_000;
const TWO_MINUTES = 120_000;

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const touch = () => act(async () => void window.dispatchEvent(new Event('pointermove')));

const fresh = ({ children }: PropsWithChildren) => (
  <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
);

describe('usePolled', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    window.dispatchEvent(new Event('keydown'));
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const open = () => {
    let version = 0;
    const requests = fakeServer(() => records({ version: ++version }));
    const { result } = renderHook(
      () => usePolled('/status', async () => (await client.get('/status')).data.records, FIVE_SECONDS).data,
      {
        wrapper: fresh,
      },
    );
    return { requests, result };
  };

  it('polls while someone uses the page', async () => {
    const { requests } = open();
    await wait(FIVE_SECONDS * 4 + 100);
    expect(requests).toHaveLength(5);
  });

  it('stops polling an abandoned page and keeps the last answer', async () => {
    const { requests, result } = open();
    await wait(TWO_MINUTES);
    const count = requests.length;
    await wait(15 * 60_000);
    expect(requests).toHaveLength(count);
    expect(result.current).toEqual({ version: count });
  });

  it('polls at once when someone returns', async () => {
    const { requests, result } = open();
    await wait(15 * 60_000);
    const count = requests.length;
    await touch();
    await wait(100);
    expect(result.current).toEqual({ version: count + 1 });
    await wait(FIVE_SECONDS * 2);
    expect(requests.length).toBeGreaterThan(count + 2);
  });

  it('sends one request when the page opens, even if no one has used it for a long time', async () => {
    await wait(TWO_MINUTES * 2);
    const { requests } = open();
    await wait(100);
    expect(requests).toHaveLength(1);
  });
});
