// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { refusal } from '../support/records';
import { type FakeApi, forgetApp, renderApp } from '../support/renderApp';

afterEach(forgetApp);

const none = { res: false, document_typeid: null };
const front = (document_typeid: number) => ({ res: true, document_typeid });
const EXPIRED = 'The session has expired. Please close the tab and scan the barcode again.';
let serial = 0;

/** A phone that opens the link, or has opened it and stands at a page; each test has a scan of its own. */
function openScan(state: object = {}, more: FakeApi = {}, page = '') {
  const id = `scan${++serial}`;
  const api: FakeApi = {
    [`POST /scan/${id}/open`]: records({ token: 'scan-key', trn_id: 'trn-1' }),
    [`GET /scan/${id}`]: records({ front: none, back: none, types: [2, 1], ...state }),
    ...more,
  };
  if (!page) return { id, ...renderApp(`/scan/${id}?token=secret-${id}`, api) };
  sessionStorage.setItem(`rental-scan-${id}`, JSON.stringify({ token: 'scan-key', trn_id: 'trn-1' }));
  return { id, ...renderApp(`/scan/${id}${page}`, api) };
}

const choose = (name: string, content = 'x') =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [new File([content], name)] },
  });

describe('the phone pages of a scan', () => {
  it('exchange the token once, take it out of the address and call with the key', async () => {
    const { id, requests } = openScan();
    expect(await screen.findByRole('heading', { name: 'Take pictures of your ID' })).toBeDefined();
    expect(window.location.href).toMatch(new RegExp(`/scan/${id}$`));
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`post /scan/${id}/open`, `get /scan/${id}`]);
    expect(requests[0]?.body).toEqual({ token: `secret-${id}` });
    expect(requests[1]?.headers).toMatchObject({ authorization: 'scan-key', trn_id: 'trn-1' });
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret');
  });

  it('go from the start to the menu and to the front side', async () => {
    const { id, user } = openScan();
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByRole('button', { name: 'US passport' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Visa' })).toBeNull();
    await user.click(screen.getByRole('button', { name: "Driver's license or state ID" }));
    expect(await screen.findByRole('heading', { name: 'Photograph the front side' })).toBeDefined();
    expect(window.location.pathname).toBe(`/scan/${id}/camera/2`);
  });

  it('go on with the back side where the front is there', async () => {
    openScan({ front: front(2) });
    expect(await screen.findByRole('button', { name: 'Take the back side' })).toBeDefined();
  });

  it('say so when everything is there', async () => {
    openScan({ front: front(1) });
    expect(await screen.findByRole('heading', { name: 'Your documents have already been uploaded' })).toBeDefined();
    expect(screen.getByText(/please log in and delete them first/)).toBeDefined();
  });

  it('alert whoever chooses a document again', async () => {
    const { user } = openScan({ front: front(2) }, {}, '/menu');
    await user.click(await screen.findByRole('button', { name: 'US passport' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'You have aready uploaded documents' });
    await user.click(within(dialog).getByRole('button'));
    expect(window.location.pathname).toMatch(/menu$/);
  });

  it('turn a page away that is not its turn', async () => {
    const { id } = openScan({}, {}, '/camera_back/2');
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
    expect(window.location.pathname).toBe(`/scan/${id}`);
  });

  it.each([401, 404])('tell that the session has expired (%i)', async (status) => {
    const api = { [`POST /scan/scan${serial + 1}/open`]: refusal(status, { message: 'no' }) };
    openScan({}, api);
    expect(await screen.findByText(EXPIRED)).toBeDefined();
  });

  it('tell so without a token too', async () => {
    renderApp('/scan/nobody', {});
    expect(await screen.findByText(EXPIRED)).toBeDefined();
  });

  it('offer another try when the server fails', async () => {
    const id = `scan${serial + 1}`;
    let tries = 0;
    const state = () =>
      ++tries === 1 ? refusal(500, { message: 'no' }) : records({ front: none, back: none, types: [1] });
    const { user } = openScan({}, { [`GET /scan/${id}`]: state });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
  });
});

describe('a phone whose answer is lost', () => {
  it('exchanges the token again when asked to', async () => {
    const id = `scan${serial + 1}`;
    const answers = [undefined, records({ token: 'scan-key', trn_id: 'trn-1' })];
    const { user } = openScan({}, { [`POST /scan/${id}/open`]: () => answers.shift() });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Start' })).toBeDefined();
  });

  it('goes on with a picture that is found to be there at the second try', async () => {
    const answers = [
      undefined,
      refusal(409, { code: 'alreadyUploaded', message: 'You have aready uploaded documents' }),
    ];
    const { id } = openScan({}, { 'POST /applicant/mobile_scan_saveonly': () => answers.shift() }, '/camera/1');
    await screen.findByRole('heading', { name: 'Photograph the page with your picture' });
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
    await screen.findByRole('heading', { name: 'Photograph the page with your picture' });
    return scan;
  };

  it('is asked for by the chooser, which opens by itself half a second after the page', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    await openFront();
    await waitFor(() => expect(opened).toHaveBeenCalledTimes(1), { timeout: 5_000 });
    const asked = timers.mock.calls.findIndex(([, wait]) => wait === 500);
    const [first = 0] = opened.mock.invocationCallOrder;
    expect(timers.mock.invocationCallOrder[asked]).toBeLessThan(first);
    expect(opened.mock.contexts[0]).toHaveProperty('type', 'file');
    vi.restoreAllMocks();
  });

  it('is refused by its name before anything is sent', async () => {
    const { requests } = await openFront();
    choose('scan.pdf');
    expect(await screen.findByText('File format not supported')).toBeDefined();
    expect(requests).toHaveLength(1);
  });

  // jsdom decodes no pictures, as Chromium decodes no HEIC: the server converts those.
  it('of the kind HEIC goes to the server as it is', async () => {
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

  it('is not sent twice while it is on its way', async () => {
    await openFront(() => new Promise(() => undefined));
    choose('photo.heic');
    expect(await screen.findByText('Please wait file Uploading...')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Use the camera here' })).toBeNull();
  });

  it('that cannot be decoded is told so', async () => {
    await openFront();
    choose('photo.jpg');
    expect(await screen.findByText('Error converting file, try again')).toBeDefined();
  });

  it.each([
    ['Fail to save, try again', 500, 'broken'],
    ['Error converting file, try again', 400, 'fileDamaged'],
    ['You have aready uploaded documents', 409, 'alreadyUploaded'],
  ])('%s (%i %s), and the preview is cleared', async (text, status, code) => {
    await openFront(refusal(status, { code, message: status === 409 ? text : 'words of the server' }));
    choose('photo.heic');
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByText('Please wait file Uploading...')).toBeNull();
    expect(screen.getByRole('button', { name: 'Use the camera here' })).toBeDefined();
  });

  it('ends the scan when the link has expired', async () => {
    await openFront(refusal(401, { code: 'scanEnded', message: EXPIRED }));
    choose('photo.heic');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Session expired' })).toBeDefined());
  });
});
