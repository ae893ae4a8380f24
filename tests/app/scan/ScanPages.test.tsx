// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { refusal } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp } from '../support/renderApp';
import { landlord } from './landlord';

afterEach(cleanUpApp);

const none = { res: false, document_typeid: null };
const front = (document_typeid: number) => ({ res: true, document_typeid });
const EXPIRED = 'The session has expired. Please close the tab and scan the barcode again.';
const KEY = { token: 'scan-key', trn_id: 'trn-1', expires_at: '2999-01-01T00:00:00.000Z' };
let serial = 0;

/** Opens a new scan on a phone: by its link, or at `page` if the link was opened before. */
function openScan(state: object = {}, more: FakeApi = {}, page = '') {
  const id = `scan${++serial}`;
  const api: FakeApi = {
    [`POST /scan/${id}/open`]: records(KEY),
    [`GET /scan/${id}`]: records({ front: none, back: none, types: [2, 1], landlord, ...state }),
    ...more,
  };
  if (!page) return { id, ...renderApp(`/scan/${id}?token=secret-${id}`, api) };
  localStorage.setItem(`rental-scan-${id}`, JSON.stringify(KEY));
  return { id, ...renderApp(`/scan/${id}${page}`, api) };
}

const choose = (name: string, content = 'x') =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [new File([content], name)] },
  });

describe('the phone pages of a scan', () => {
  it('continue with the back side if the front is uploaded', async () => {
    openScan({ front: front(2) });
    expect(await screen.findByRole('button', { name: 'Photograph the back' })).toBeDefined();
  });

  it("redirect from a page that isn't next", async () => {
    const { id } = openScan({}, {}, '/camera_back/2');
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
    expect(window.location.pathname).toBe(`/scan/${id}`);
  });

  it.each([401, 404])('show that the session has expired (%i)', async (status) => {
    const api = { [`POST /scan/scan${serial + 1}/open`]: refusal(status, { message: 'no' }) };
    openScan({}, api);
    expect(await screen.findByText(EXPIRED)).toBeDefined();
  });

  it('show on a second phone that the code was used', async () => {
    const api = { [`POST /scan/scan${serial + 1}/open`]: refusal(409, { code: 'scanTaken', message: 'no' }) };
    openScan({}, api);
    expect(await screen.findByRole('heading', { name: 'This code was already used' })).toBeDefined();
    expect(screen.queryByText(EXPIRED)).toBeNull();
  });

  it("show the landlord's name and telephone number", async () => {
    openScan();
    await screen.findByRole('button', { name: 'Start' });
    expect(screen.getByText('Maple Court Homes')).toBeDefined();
    expect(screen.getByRole('link', { name: '(512) 555-0143' }).getAttribute('href')).toBe('tel:+5125550143');
  });

  it('show the policy links, the version and the other languages', async () => {
    openScan();
    const policies = await screen.findByRole('navigation', { name: 'Legal' });
    const links = within(policies).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Data Policy', 'Terms of Use']);
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/atss/data-policy', '/atss/terms-of-use']);
    expect(screen.getByText(/^Version \d/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Español' })).toBeDefined();
  });

  it.each([
    ['use the stored key', '2999-01-01T00:00:00.000Z', 0],
    ['exchange the token because the stored key has expired', '2020-01-01T00:00:00.000Z', 1],
  ])('if the same code is scanned again, %s', async (_, expires_at, exchanges) => {
    localStorage.setItem(`rental-scan-scan${serial + 1}`, JSON.stringify({ ...KEY, expires_at }));
    const { requests } = openScan();
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
    expect(requests.filter(({ url }) => url?.endsWith('/open'))).toHaveLength(exchanges);
  });

  it('show that the session has expired if the link has no token', async () => {
    renderApp('/scan/nobody', {});
    expect(await screen.findByText(EXPIRED)).toBeDefined();
  });

  it('offer to try again when the server fails', async () => {
    const id = `scan${serial + 1}`;
    let tries = 0;
    const state = () =>
      ++tries === 1 ? refusal(500, { message: 'no' }) : records({ front: none, back: none, types: [1], landlord });
    const { user } = openScan({}, { [`GET /scan/${id}`]: state });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
  });
});

describe("a phone that didn't get the server's answer", () => {
  it('exchanges the token again on retry', async () => {
    const id = `scan${serial + 1}`;
    const answers = [undefined, records(KEY)];
    const { user } = openScan({}, { [`POST /scan/${id}/open`]: () => answers.shift() });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
  });

  const stored = (id: string) => JSON.parse(localStorage.getItem(`rental-scan-${id}`) ?? 'null');
  const exchangesIn = (requests: ReturnType<typeof openScan>['requests']) =>
    requests.filter(({ url }) => url?.endsWith('/open')).map(({ body, headers }) => [body, headers['Idempotency-Key']]);

  it('stores the token and its idempotency key until the server answers', async () => {
    const id = `scan${serial + 1}`;
    const answers = [undefined, undefined, records(KEY)];
    const { requests, user } = openScan({}, { [`POST /scan/${id}/open`]: () => answers.shift() });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    const { token, idempotencyKey } = stored(id);
    expect(token).toBe(`secret-${id}`);
    await user.click(again);
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
    expect(exchangesIn(requests)).toEqual(Array(3).fill([{ token }, idempotencyKey]));
    expect(stored(id)).toEqual(KEY);
  });

  it.each([
    ['is reloaded', ''],
    ['scans its code again', '?token=the-token-of-the-code'],
  ])('repeats the exchange when it %s', async (_, query) => {
    const id = `scan${++serial}`;
    const exchange = { token: 'the-token-of-the-code', idempotencyKey: 'key-of-this-phone' };
    localStorage.setItem(`rental-scan-${id}`, JSON.stringify(exchange));
    const { requests } = renderApp(`/scan/${id}${query}`, {
      [`POST /scan/${id}/open`]: records(KEY),
      [`GET /scan/${id}`]: records({ front: none, back: none, types: [2, 1], landlord }),
    });
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
    expect(exchangesIn(requests)).toEqual([[{ token: exchange.token }, exchange.idempotencyKey]]);
  });

  it('sends a new idempotency key with another token', async () => {
    const id = `scan${serial + 1}`;
    const exchange = { token: 'a-token-of-something-else', idempotencyKey: 'key-of-this-phone' };
    localStorage.setItem(`rental-scan-${id}`, JSON.stringify(exchange));
    const { requests } = openScan();
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
    expect(exchangesIn(requests)).toEqual([
      [{ token: `secret-${id}` }, expect.not.stringMatching('key-of-this-phone')],
    ]);
  });

  it('deletes the token once the server refuses it, and keeps the key of another code', async () => {
    const id = `scan${serial + 1}`;
    localStorage.setItem('rental-scan-another', JSON.stringify(KEY));
    openScan({}, { [`POST /scan/${id}/open`]: refusal(401, { code: 'scanEnded', message: 'no' }) });
    expect(await screen.findByText(EXPIRED)).toBeDefined();
    expect(stored(id)).toBeNull();
    expect(stored('another')).toEqual(KEY);
  });

  it('repeats the exchange even if the browser stores nothing', async () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('QuotaExceededError');
    });
    const id = `scan${serial + 1}`;
    const answers = [undefined, records(KEY)];
    const { requests, user } = openScan({}, { [`POST /scan/${id}/open`]: () => answers.shift() });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
    const [first, second] = exchangesIn(requests);
    expect(second).toEqual(first);
    refuse.mockRestore();
  });

  it('can retry while the server is still processing the first attempt', async () => {
    const busy = refusal(409, { code: 'inProgress', message: 'no' });
    const answers = [...Array(6).fill({ ...busy, headers: { 'retry-after': '0.01' } }), records(KEY)];
    const { user } = openScan({}, { [`POST /scan/scan${serial + 1}/open`]: () => answers.shift() });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
  });

  it('continues when the retry finds the picture stored', async () => {
    const answers = [
      undefined,
      refusal(409, { code: 'alreadyUploaded', message: 'You have aready uploaded documents' }),
    ];
    const { id } = openScan({}, { 'POST /applicant/mobile_scan_saveonly': () => answers.shift() }, '/camera/1');
    await screen.findByRole('heading', { name: 'Take a picture of the page with your photo' });
    choose('photo.heic');
    expect(await screen.findByText('Fail to upload,Pls try again!')).toBeDefined();
    choose('photo.heic');
    expect(await screen.findByText('Thank you for uploading documents!')).toBeDefined();
    expect(window.location.pathname).toBe(`/scan/${id}/success`);
  });
});

describe('a picture on the phone', () => {
  const SAVE = 'POST /applicant/mobile_scan_saveonly';
  const openFront = async (save?: FakeApi[string]) => {
    const scan = openScan({}, save ? { [SAVE]: save } : {}, '/camera/1');
    await screen.findByRole('heading', { name: 'Take a picture of the page with your photo' });
    return scan;
  };

  it('is chosen in a file chooser that opens half a second after the page', async () => {
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    vi.useFakeTimers();
    // In fake time, which `waitFor` advances by 10 ms per check.
    const timeOf = async (isSo: () => boolean) => {
      await vi.waitFor(() => expect(isSo()).toBe(true), { interval: 10, timeout: 10_000 });
      return Date.now();
    };
    openScan({}, {}, '/camera/1');
    const shown = await timeOf(() => screen.queryByRole('heading', { name: /^Take a picture of the page/ }) !== null);
    const firstAttempt = await timeOf(() => opened.mock.calls.length > 0);
    vi.useRealTimers();
    expect(Math.abs(firstAttempt - shown - 500)).toBeLessThanOrEqual(50);
    expect(opened.mock.contexts[0]).toHaveProperty('type', 'file');
    vi.restoreAllMocks();
  });

  // jsdom can't decode any image. Chromium can't decode HEIC, so the server converts it.
  it("is sent unchanged if it's HEIC", async () => {
    const { requests, id } = await openFront(records({ id: 1, blob_path: 'x' }));
    choose('photo.HEIC', 'heic');
    expect(await screen.findByText('Thank you for uploading documents!')).toBeDefined();
    expect(screen.getByText('Please return to your desktop browser and click Refresh button!')).toBeDefined();
    expect(window.location.pathname).toBe(`/scan/${id}/success`);
    expect(requests[1]?.body).toEqual({
      file: `data:image/heic;base64,${btoa('heic')}`,
      document_id: 1,
      trn_id: 'trn-1',
      data: { OCRData: [] },
    });
  });

  it("can't be chosen again while it's being sent", async () => {
    await openFront(() => new Promise(() => undefined));
    choose('photo.heic');
    expect(await screen.findByText('Please wait file Uploading...')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Open the camera' })).toBeNull();
  });

  it("shows an error if it can't be decoded", async () => {
    await openFront();
    choose('photo.jpg');
    expect(await screen.findByText('Error converting file, try again')).toBeDefined();
  });

  it.each([
    ['Fail to save, try again', 500, 'broken'],
    ['Error converting file, try again', 400, 'fileDamaged'],
    ['You have aready uploaded documents', 409, 'alreadyUploaded'],
  ])('shows "%s" after a refusal (%i %s) and can be taken again', async (text, status, code) => {
    await openFront(refusal(status, { code, message: status === 409 ? text : 'words of the server' }));
    choose('photo.heic');
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText('Please wait file Uploading...')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open the camera' })).toBeDefined();
  });

  it('ends the scan when the link has expired', async () => {
    await openFront(refusal(401, { code: 'scanEnded', message: EXPIRED }));
    choose('photo.heic');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Session expired' })).toBeDefined());
  });
});
