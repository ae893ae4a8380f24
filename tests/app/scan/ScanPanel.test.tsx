// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { stepApi, validAnswers } from '../steps/stepApi';
import { cleanUpApp, renderApp, signedIn } from '../support/renderApp';
import { landlord } from './landlord';

vi.mock('../../../schemas/flows/application.json', () => import('../support/ownFlow'));
vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));

const inFifteenMinutes = () => new Date(Date.now() + 15 * 60_000).toISOString();
const nothing = { res: false, document_typeid: null };
const followed = {
  opened: false,
  live: true,
  expires_at: inFifteenMinutes(),
  front: nothing,
  back: nothing,
  types: [2, 1],
  landlord,
  barcode: null,
  name_matches: null,
  documents: [],
};
const front = {
  id: 7,
  blob_path: 'a/front.jpg',
  name: 'front.jpg',
  size: 9,
  type: 'image/jpeg',
  document_id: 2,
  source_id: 0,
};
const begun = { version: 1, ...validAnswers, identification_data: { availableToUpload_id: 'Yes', documenttype_id: 2 } };
let isWide = true;
const narrow = window.matchMedia;

beforeEach(() => {
  isWide = true;
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: isWide }) as unknown as MediaQueryList;
});
afterEach(() => {
  cleanUpApp();
  window.matchMedia = narrow;
});

function open(state: () => object, identification_data: object = begun.identification_data) {
  const made = { id: 'abc', path: '/scan/abc?token=t', expires_at: inFifteenMinutes() };
  const api = stepApi(
    { ...begun, identification_data },
    {
      'POST /scan/link': records(made),
      'GET /scan/abc': () => records({ ...followed, ...state() }),
      'DELETE /scan/abc': records(null),
      'DELETE /applicant/deletedocument/8': records(null),
    },
  );
  return renderApp('/identification#poi', api, signedIn);
}
// By title, because a query by role takes seconds on a busy machine.
const code = () => screen.findByTitle('QR code that opens the scan page on your phone', {}, { timeout: 20_000 });

describe('the code on the desktop', { timeout: 60_000 }, () => {
  it("offers a link to copy and shows the phone's progress", async () => {
    let state: object = {};
    const { requests, user } = open(() => state);
    expect(await code()).toBeDefined();
    const progress = await screen.findByLabelText('Progress on your phone');
    expect(within(progress).getByText(/Waiting for your phone/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Copy the link' }));
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/scan/abc?token=t`);
    expect(requests.filter(({ url }) => url === '/scan/link')).toHaveLength(1);

    state = { opened: true, front: { res: true, document_typeid: 2 }, documents: [front] };
    await waitFor(() => expect(within(progress).getByText('Front uploaded').textContent).not.toContain('to do'));
    expect(await screen.findByText('front.jpg')).toBeDefined();

    const back = { ...front, id: 8, blob_path: 'a/back.jpg', name: 'back.jpg', document_id: 13 };
    state = {
      ...state,
      back: { res: true, document_typeid: 13 },
      documents: [front, back],
      barcode: 'read',
      name_matches: false,
    };
    await waitFor(() => expect(within(progress).getByText(/Name doesn't match your application/)).toBeDefined());
    expect(within(progress).getByRole('button', { name: 'Check your name' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull();
  });

  it("doesn't show 'Opened on your phone' for a file uploaded on this computer", async () => {
    let state: object = { front: { res: true, document_typeid: 2 }, documents: [front] };
    open(() => state);
    await code();
    const progress = await screen.findByLabelText('Progress on your phone');
    await waitFor(() => expect(within(progress).getByText('Front uploaded').textContent).not.toContain('to do'));
    expect(within(progress).queryByText(/Opened on your phone/)).toBeNull();
    expect(within(progress).getByText(/Waiting for your phone/)).toBeDefined();
    expect(within(progress).queryByText(/Barcode|Name/)).toBeNull();
    state = { front: { res: true, document_typeid: 1 }, documents: [{ ...front, document_id: 1 }] };
    await waitFor(() => expect(within(progress).queryByText(/your phone/)).toBeNull());
  });

  it("offers another picture when the barcode can't be read", async () => {
    const back = { ...front, id: 8, blob_path: 'a/back.jpg', name: 'back.jpg', document_id: 13 };
    const { requests, user } = open(() => ({
      opened: true,
      front: { res: true, document_typeid: 2 },
      back: { res: true, document_typeid: 13 },
      documents: [front, back],
      barcode: 'unread',
    }));
    const progress = await screen.findByLabelText('Progress on your phone', {}, { timeout: 20_000 });
    const line = (await within(progress).findByText(/Barcode not read/)).closest('li') as HTMLElement;
    await user.click(within(line).getByText('Take a new picture of the back'));
    const question = await screen.findByRole('alertdialog', {}, { timeout: 20_000 });
    await user.click(within(question).getByText('Yes'));
    await waitFor(() =>
      expect(requests.filter(({ method }) => method === 'delete').map(({ url }) => url)).toContain(
        '/applicant/deletedocument/8',
      ),
    );
    await waitFor(() => expect(screen.queryByText('back.jpg')).toBeNull());
  });

  it("appears after the question once it's answered with Yes", async () => {
    const { user } = open(() => ({}), {});
    const question = await screen.findByRole('radiogroup', { name: 'Can you upload proof of identity now?' });
    expect(screen.queryByText("Or use your phone's camera")).toBeNull();
    await user.click(within(question).getByRole('radio', { name: 'Yes' }));
    const panel = await screen.findByText("Or use your phone's camera", {}, { timeout: 20_000 });
    expect(question.compareDocumentPosition(panel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(within(question).getByRole('radio', { name: 'No' }));
    expect(screen.queryByText("Or use your phone's camera")).toBeNull();
  });

  it('can be canceled and replaced', async () => {
    const { requests, user } = open(() => ({}));
    await code();
    await user.click(screen.getByRole('button', { name: 'Cancel the code' }));
    expect(screen.getByText('This code no longer works.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Create a new code' }));
    await code();
    expect(requests.map(({ method }) => method)).toContain('delete');
  });
});
