// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { detail } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';

/** Reports every observed element as visible. */
class SeenObserver {
  constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    setTimeout(() => this.report([{ isIntersecting: true }]));
  }
  disconnect() {}
}
vi.stubGlobal('IntersectionObserver', SeenObserver);
afterEach(cleanUpApp);

const review = {
  status: 'inReview',
  title: 'In review',
  text: '',
  conditions: null,
  letter: null,
  requests: [],
  appeal: { is_open: false, until: null },
  timeline: [],
};
const summary = {
  applicationID: '100042',
  application_status: 'Submitted',
  secondary_status: null,
  secondary_complete: false,
  document_status: true,
  missing: [],
  paid: null,
  review,
};
const question = {
  id: 1,
  at: '2026-11-26T15:00:00Z',
  from: 'office',
  by: 'Dana Whitlock',
  text: 'When do you move in?',
  by_email: false,
  is_read: false,
  files: [{ id: 7, name: 'lease.pdf', type: 'application/pdf', size: 9 }],
};
const answered = { ...question, id: 2, from: 'applicant', by: '', text: 'On Monday', by_email: true, files: [] };
const thread = (messages: object[], unread: number, is_open = true) => ({ messages, unread, is_open, max_files: 5 });

const open = (changes: FakeApi) =>
  renderApp(
    '/success',
    {
      'GET /users/applicationdetail': detail({ application_status: 'Submitted' }),
      'GET /application/summary/trn-1': records(summary),
      ...changes,
    },
    signedIn,
  );

it('shows new messages as new, marks them as read once seen, and sends an answer', async () => {
  const sent: unknown[] = [];
  open({
    'GET /messages/trn-1': records(thread([question], 1)),
    'POST /messages/read': ({ body }) => {
      sent.push(body);
      return records(thread([{ ...question, is_read: true }], 0));
    },
    'POST /messages': ({ body }) => {
      sent.push(body);
      return records(thread([{ ...question, is_read: true }, answered], 0));
    },
  });
  const section = await screen.findByRole('region', { name: /^Messages with / });
  const item = await within(section).findByRole('listitem');
  expect(item.textContent).toContain('Dana Whitlock');
  await waitFor(() => expect(sent).toEqual([{ last: 1 }]));
  // The message stays marked as new while the page is open.
  expect(within(section).getByText('New message')).toBeTruthy();
  expect(within(section).getByRole('button', { name: 'Open lease.pdf' })).toBeTruthy();
  await userEvent.type(within(section).getByLabelText('Your message'), 'On Monday');
  await userEvent.click(within(section).getByRole('button', { name: 'Send message' }));
  expect(await within(section).findByText(/by email · Not read yet/)).toBeTruthy();
  expect(sent[1]).toEqual({ text: 'On Monday', files: [] });
  expect(within(section).getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('');
});

it('a button opens the form for the first message and moves the focus into the form', async () => {
  open({ 'GET /messages/trn-1': records(thread([], 0)) });
  const section = await screen.findByRole('region', { name: /^Messages with / });
  const write = await within(section).findByRole('button', { name: 'Write a message' });
  expect(within(section).queryByLabelText('Your message')).toBeNull();
  await userEvent.click(write);
  expect(document.activeElement).toBe(within(section).getByLabelText('Your message'));
});

it('the messages are read-only once the thread is closed', async () => {
  open({ 'GET /messages/trn-1': records(thread([{ ...question, is_read: true }], 0, false)) });
  const section = await screen.findByRole('region', { name: /^Messages with / });
  await within(section).findByText("You withdrew this application, so you can't send new messages.");
  expect(within(section).queryByLabelText('Your message')).toBeNull();
});
