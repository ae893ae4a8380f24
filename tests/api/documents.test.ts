// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import flow from '../../schemas/flows/application.json';
import { client, connectSession } from '../../src/api/client';
import { cancelUpload, readBetweenUploads, uploadDocument } from '../../src/api/documents';
import { useStepRecords } from '../../src/api/steps';
import { findStep } from '../../src/model/section/flow';
import type { Flow } from '../../src/model/types';
import { type FakeAnswer, fakeServer, records } from './fakeAdapter';
import { fakeSession } from './fakeSession';

const STORED = 'rental-canceled-uploads';
const { baseURL } = client.defaults;
let file: File;
let canceled: string[];

beforeEach(() => {
  file = new File(['x'], 'stub.pdf');
  // Requests made by fetch need an absolute URL here.
  client.defaults.baseURL = 'http://127.0.0.1/api';
  connectSession(fakeSession());
});
afterEach(() => {
  client.defaults.baseURL = baseURL;
  localStorage.clear();
  vi.unstubAllGlobals();
  connectSession(undefined);
});

/** Answers calls that outlive the page. They cancel uploads, and their keys are added to `canceled`. */
function answerCancels(...statuses: (number | undefined)[]) {
  canceled = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    expect([request.url, request.keepalive]).toEqual(['http://127.0.0.1/api/applicant/upload/cancel', true]);
    canceled.push((await request.json()).key);
    const status = statuses.shift();
    if (!status) throw new TypeError('Failed to fetch');
    return Response.json({ status, success: status === 200, message: '', records: null }, { status });
  });
}

function answerUploads(...answers: (FakeAnswer | undefined)[]) {
  const requests = fakeServer(() => answers[requests.length - 1]);
  return () => requests.map(({ headers }) => headers['Idempotency-Key']);
}

const send = () =>
  uploadDocument('trn-1', {
    file,
    document_id: 2,
    source_id: 0,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });

describe('cancelUpload', () => {
  it('sends the key of an upload without a response, once, and the same file then gets another key', async () => {
    answerCancels(200);
    const keys = answerUploads(undefined, records({ id: 7 }));
    await expect(send()).rejects.toMatchObject({ status: 0 });
    await cancelUpload('trn-1', file);
    await cancelUpload('trn-1', file);
    expect(canceled).toEqual(keys());
    await send();
    expect(new Set(keys()).size).toBe(2);
    expect(localStorage.getItem(STORED)).toBeNull();
  });

  it('sends nothing after a successful or refused upload, or if nothing was sent', async () => {
    answerCancels();
    answerUploads(records({ id: 7 }), { status: 400, data: { code: 'fileDamaged', message: 'Damaged.' } });
    await cancelUpload('trn-1', file);
    await send();
    await cancelUpload('trn-1', file);
    await expect(send()).rejects.toMatchObject({ code: 'fileDamaged' });
    await cancelUpload('trn-1', file);
    expect(canceled).toEqual([]);
  });

  it('sends the key again when the browser is online, and until the server accepts it', async () => {
    answerCancels(undefined, 503, 200);
    const keys = answerUploads(undefined);
    await expect(send()).rejects.toMatchObject({ status: 0 });
    await cancelUpload('trn-1', file);
    for (const times of [2, 3]) {
      window.dispatchEvent(new Event('online'));
      await waitFor(() => expect(canceled).toHaveLength(times));
    }
    await waitFor(() => expect(localStorage.getItem(STORED)).toBeNull());
    expect(new Set(canceled)).toEqual(new Set(keys()));
  });

  it("sends this applicant's keys before the answers of a step are read", async () => {
    const others = { trnId: 'trn-2', key: 'key-of-another' };
    localStorage.setItem(STORED, JSON.stringify([others, { trnId: 'trn-1', key: 'key-of-ana' }]));
    answerCancels(200);
    fakeServer(() => records({ version: canceled.length }));
    const step = findStep(flow as Flow, 'identification');
    const { result } = renderHook(() => useStepRecords(step, 'trn-1', 'visit'));
    await waitFor(() => expect(result.current.data).toEqual({ version: 1 }));
    expect(canceled).toEqual(['key-of-ana']);
    expect(JSON.parse(localStorage.getItem(STORED) ?? '')).toEqual([others]);
  });
});

describe('readBetweenUploads', () => {
  it('reads again if an upload of this page ran or was canceled in the meantime', async () => {
    answerCancels(200);
    let fail = () => {};
    const failed = new Promise<undefined>((resolve) => {
      fail = () => resolve(undefined);
    });
    fakeServer(() => failed);
    const read = vi.fn(async () => (canceled.length === 0 ? 'with the file' : 'without the file'));
    const found = readBetweenUploads(read);
    const sent = expect(send()).rejects.toMatchObject({ status: 0 });
    await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
    const canceling = cancelUpload('trn-1', file);
    fail();
    await Promise.all([sent, canceling]);
    expect(await found).toBe('without the file');
  });

  it('reads once if there are no uploads', async () => {
    const read = vi.fn(async () => 1);
    expect([await readBetweenUploads(read), read.mock.calls.length]).toEqual([1, 1]);
  });
});
