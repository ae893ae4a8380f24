// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import { afterEach, expect, test } from 'vitest';
import { HistoryPanel } from '../../../src/app/studio/HistoryPanel';
import { Root } from '../../../src/app/studio/parts';
import { fakeServer, records } from '../../api/fakeAdapter';
import { InTheme } from '../../support/inTheme';

afterEach(cleanup);

const version = {
  id: '7',
  state: 'live',
  subscriber: null,
  note: 'Asks since when',
  author: 'Ada',
  files: ['address.schema.json'],
  saved_at: '2026-11-27T15:00:00Z',
  due_at: null,
  live_at: '2026-11-27T15:00:00Z',
  live_no: 3,
  head: 2,
  undoes: null,
  findings: [],
};
const message = "2 applications have answers that the earlier form doesn't accept.";

test("offers to publish an undo anyway if stored answers don't fit", async () => {
  const undone: unknown[] = [];
  fakeServer(({ method, url, params }) => {
    if (url.endsWith('/acts')) return records({ acts: [] });
    if (method === 'get') return records({ versions: [version], head: 3 });
    undone.push(params);
    if (params?.anyway) return records({ ...version, id: '8', undoes: '7' });
    return { status: 409, data: { status: 409, success: false, code: 'answersStored', message } };
  });
  let changes = 0;
  const session = { email: 'ada@example.com', name: 'Ada', role: 'publish' as const, ends_at: '2026-11-28T03:00:00Z' };
  const panel = <HistoryPanel session={session} onOpen={() => undefined} onChange={() => (changes += 1)} />;
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <Root kind="gate">{panel}</Root>
    </SWRConfig>,
    { wrapper: InTheme },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo version 3' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(changes).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Publish anyway' }));
  expect(undone.at(-1)).toEqual({ anyway: 'true' });
  expect(changes).toBe(1);
});
