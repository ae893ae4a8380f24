// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import flow from '../../schemas/flows/application.json';
import { useApplicationDetail, useSectionStatus } from '../../src/api/application';
import { clearBootstrap, prefetchForm, startBootstrap, takeFromBootstrap } from '../../src/api/bootstrap';
import { client, connectSession, request } from '../../src/api/client';
import { useDrafts } from '../../src/api/drafts';
import type { EarlyBootstrap } from '../../src/api/earlyBootstrap';
import { useForm } from '../../src/api/forms';
import { useStepRecords } from '../../src/api/steps';
import { findStep } from '../../src/model/section/flow';
import type { Flow } from '../../src/model/types';
import { type FakeAnswer, type FakeRequest, fakeServer, records } from './fakeAdapter';
import { fakeSession } from './fakeSession';

let session = fakeSession();

beforeEach(() => {
  // As in the served HTML.
  document.documentElement.lang = 'en';
  session = fakeSession();
  connectSession(session);
});
afterEach(() => {
  clearBootstrap();
  window.earlyBootstrap = undefined;
  connectSession(undefined);
  vi.useRealTimers();
});

const OPEN = '/open/application/identification';

const bootstrap = {
  detail: { trn_id: 'trn-1', first_name: 'Ana' },
  status: { identification_details_status: true },
  context: { today: '2026-11-22' },
  forms: { identification: [{ name: 'ssn', validator: '/v.js' }] },
  steps: { identification: { version: 3, identification_data: { a: 1, Barcodedata: [] } } },
  drafts: { ssn: { answers: { b: 1 }, revision: 's-1' }, address: null },
};

const stale = { status: 401, data: { status: 401, code: 'staleSession', message: 'Your session has ended.' } };

/** Answers the bootstrap call with `open`, and every other call with its address. */
function server(open: (request: FakeRequest) => FakeAnswer | undefined = () => records(bootstrap)) {
  return fakeServer((request) => (request.url === OPEN ? open(request) : records(`alone ${request.url}`)));
}

/** Parts that a step page requests. */
function usePage() {
  const detail = useApplicationDetail('trn-1');
  const status = useSectionStatus('trn-1');
  const form = useForm('application', 'identification');
  const stored = useStepRecords(findStep(flow as Flow, 'identification'), 'trn-1', 'visit');
  const drafts = useDrafts('trn-1', ['ssn', 'address'], 'visit');
  return { detail, status, form, stored, drafts };
}

const noCache = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>{children}</SWRConfig>
);

const status = () =>
  takeFromBootstrap<unknown>(
    'status',
    ({ status }) => status,
    async () => 'alone',
  );

describe('a page with a bootstrap call', () => {
  it('finds every part in the response and makes no other call', async () => {
    const requests = server();
    startBootstrap('application', 'identification');
    startBootstrap('application', 'identification');
    const { result } = renderHook(usePage, { wrapper: noCache });
    await waitFor(() => expect(result.current.drafts.data).toBeDefined());
    const { detail, status, form, stored, drafts } = result.current;
    expect(detail.data).toEqual(bootstrap.detail);
    expect(status.data).toEqual(bootstrap.status);
    expect(form.data).toEqual({
      sections: bootstrap.forms.identification,
      context: bootstrap.context,
      rules: '/api/forms/rules/trn-1/identification?lang=en',
    });
    // The barcode's text isn't an answer.
    expect(stored.data).toEqual({ version: 3, identification_data: { a: 1 } });
    expect(drafts.data).toMatchObject({ ssn: { draft: bootstrap.drafts.ssn }, address: { draft: undefined } });
    expect(requests.map(({ url }) => url)).toEqual([OPEN]);
  });

  it('takes the status from the response once, then requests it from the server', async () => {
    const requests = server();
    startBootstrap('application', 'identification');
    const { result } = renderHook(usePage, { wrapper: noCache });
    await waitFor(() => expect(result.current.status.data).toEqual(bootstrap.status));
    await result.current.status.mutate();
    await waitFor(() => expect(result.current.status.data).toBe('alone /users/sectionstatus/trn-1'));
    expect(requests.map(({ url }) => url)).toEqual([OPEN, '/users/sectionstatus/trn-1']);
  });

  it('requests the parts that the response lacks, or all of them without a response', async () => {
    for (const answer of [records({ ...bootstrap, status: undefined }), undefined, { status: 404 }, { status: 500 }]) {
      server(() => answer);
      startBootstrap('application', 'identification');
      expect(await status()).toBe('alone');
      clearBootstrap();
    }
  });

  it('refreshes a stale session once', async () => {
    const requests = fakeServer(({ url, headers }) => {
      if (url === '/users/refreshToken')
        return { data: { status: 200, success: true, message: '', records: { token: 'new', refreshToken: 'r-2' } } };
      return headers.authorization === 'new' ? records(bootstrap) : stale;
    });
    startBootstrap('application', 'identification');
    expect(await status()).toEqual(bootstrap.status);
    expect(requests.map(({ url }) => url)).toEqual([OPEN, '/users/refreshToken', OPEN]);
  });

  it('fails with 401 if the session has ended', async () => {
    fakeServer(() => stale);
    startBootstrap('application', 'identification');
    await expect(status()).rejects.toMatchObject({ status: 401 });
  });

  it('requests the status from the server after a write', async () => {
    server();
    startBootstrap('application', 'identification');
    await request('POST /users/updateTandC', { body: { trn_id: 'trn-1' } });
    expect(await status()).toBe('alone');
  });

  it('fetches only the sent draft again', async () => {
    const requests = server();
    startBootstrap('application', 'identification');
    await request('PUT /drafts/:trn/:section', { params: { trn: 'trn-1', section: 'ssn' }, body: { answers: {} } });
    const { result } = renderHook(usePage, { wrapper: noCache });
    await waitFor(() => expect(result.current.drafts.data).toBeDefined());
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `get ${OPEN}`,
      'put /drafts/trn-1/ssn',
      'get /drafts/trn-1/ssn',
    ]);
  });

  it("doesn't use the response in another session or after ten seconds", async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server();
    startBootstrap('application', 'identification');
    connectSession(fakeSession({ trnId: 'trn-2' }));
    expect(await status()).toBe('alone');
    connectSession(session);
    await prefetchForm('application', 'income');
    vi.setSystemTime(Date.now() + 10_001);
    expect(await status()).toBe('alone');
  });

  it('makes no call while logged out', async () => {
    session.end();
    const requests = server();
    startBootstrap('application', 'identification');
    expect(await prefetchForm('application', 'identification')).toBeUndefined();
    expect(requests).toEqual([]);
  });
});

describe('a page whose inline script has made its call', () => {
  const answerOf = (value: unknown, init?: ResponseInit) => Promise.resolve(Response.json(value, init));
  const call = (changes: Partial<EarlyBootstrap> = {}): EarlyBootstrap => ({
    page: 'application/identification',
    trnId: 'trn-1',
    token: 'old',
    language: 'en',
    answer: answerOf(records(bootstrap).data),
    ...changes,
  });

  // Node's Request needs an address with a host.
  beforeEach(() => {
    client.defaults.baseURL = 'http://localhost/api';
  });
  afterEach(() => {
    client.defaults.baseURL = '/api';
  });

  it('makes no other call', async () => {
    const requests = server();
    window.earlyBootstrap = call();
    startBootstrap('application', 'identification');
    expect(await status()).toEqual(bootstrap.status);
    expect(requests).toEqual([]);
    clearBootstrap();
    startBootstrap('application', 'identification');
    await status();
    expect(requests.map(({ url }) => url)).toEqual([OPEN]);
  });

  it.each([{ page: 'application/income' }, { trnId: 'trn-2' }, { token: 'older' }, { language: 'es' }])(
    'makes its own call if the first one was different: %j',
    async (other) => {
      const requests = server();
      window.earlyBootstrap = call(other);
      startBootstrap('application', 'identification');
      expect(await status()).toEqual(bootstrap.status);
      expect(requests.map(({ url }) => url)).toEqual([OPEN]);
    },
  );

  it('refreshes a stale session and repeats the call', async () => {
    const requests = fakeServer(() => records({ token: 'new', refreshToken: 'r-2' }));
    const again = vi.spyOn(globalThis, 'fetch').mockImplementation(() => answerOf(records(bootstrap).data));
    window.earlyBootstrap = call({ answer: answerOf(stale.data, { status: 401 }) });
    startBootstrap('application', 'identification');
    expect(await status()).toEqual(bootstrap.status);
    expect(requests.map(({ url }) => url)).toEqual(['/users/refreshToken']);
    expect(again).toHaveBeenCalledTimes(1);
    again.mockRestore();
  });
});

describe('a prefetched page', () => {
  const tagged = { ...records(bootstrap), headers: { etag: '"1"' } };

  it('returns its form, and is used if the server answers 304', async () => {
    const requests = server(({ headers }) => (headers['If-None-Match'] === '"1"' ? { status: 304 } : tagged));
    expect(await prefetchForm('application', 'identification')).toMatchObject({
      sections: bootstrap.forms.identification,
      context: bootstrap.context,
    });
    startBootstrap('application', 'identification');
    expect(await status()).toEqual(bootstrap.status);
    expect(requests).toHaveLength(2);
  });

  it('is replaced if something has changed', async () => {
    let now: FakeAnswer = tagged;
    server(() => now);
    await prefetchForm('application', 'identification');
    now = { ...records({ ...bootstrap, status: 'newer' }), headers: { etag: '"2"' } };
    startBootstrap('application', 'identification');
    expect(await status()).toBe('newer');
  });
});
