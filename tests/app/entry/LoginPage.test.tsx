// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../src/app/session/sessionStore';
import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, refusal, status } from '../support/records';
import { type FakeApi, forgetApp, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(forgetApp);

const forms: FakeApi = {
  'GET /forms/entry/login': records(servedForm(['login'])),
  'GET /forms/entry/forgot-password': records(servedForm(['forgot-password'])),
};
const login = {
  token: 'token-1',
  refreshToken: 'r-1',
  url: 'open',
  trn_id: 'trn-1',
  email: 'ana@example.com',
  application_type: 'Property',
};
const unagreed: FakeApi = {
  'GET /users/applicationdetail': detail({ accept_terms_and_condition_status: false }),
  'GET /users/sectionstatus/trn-1': status(0),
  'GET /users/getTandCpageforregistration/trn-1': records({ text: '<p>Bring papers.</p>', subscriber_text: '' }),
};

async function fillIn(user: ReturnType<typeof renderApp>['user'], name: string, password: string) {
  await user.type(await screen.findByRole('textbox', { name: /Email or Username/ }), name);
  await user.type(screen.getByLabelText(/^Password/), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

describe('the login page', () => {
  it('names itself and has its footer', async () => {
    renderApp('/login', forms);
    expect(await screen.findByRole('heading', { name: 'Log in', level: 1 })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Log in – Rental application'));
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'Data Policy' }).getAttribute('href')).toBe('/atss/data-policy');
    expect(footer.getByRole('link', { name: 'Terms of Use' }).getAttribute('href')).toBe('/atss/terms-of-use');
    expect(footer.getByText(/^Version \d/)).toBeTruthy();
  });

  it('opens at / too', async () => {
    renderApp('/', forms);
    expect(await screen.findByRole('textbox', { name: /Email or Username/ })).toBeTruthy();
  });

  it('asks for both fields, in a summary that takes the focus', async () => {
    const { user, requests } = renderApp('/login', forms);
    await user.click(await screen.findByRole('button', { name: 'Log in' }));
    const summary = await screen.findByRole('region', { name: 'There is a problem' });
    expect(document.activeElement).toBe(summary);
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Email or Username: Required', 'Password: Required']);
    expect(requests.some(({ url }) => url === '/users/login')).toBe(false);
    await user.click(within(summary).getByRole('link', { name: /Password/ }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Password/));
  });

  it('goes on to the instructions while the terms are not agreed to, known by e-mail whatever was typed', async () => {
    const { user, requests } = renderApp('/login', { ...forms, ...unagreed, 'POST /users/login': records(login) });
    await fillIn(user, 'ana.the.second', 'Secret#123');
    expect(await screen.findByRole('heading', { name: 'Before you start' })).toBeTruthy();
    expect(window.location.pathname).toBe('/instruction');
    expect(requests.find(({ url }) => url === '/users/login')?.body).toEqual({
      email: 'ana.the.second',
      password: 'Secret#123',
    });
    expect(requests.at(-1)?.headers).toMatchObject({
      email: 'ana@example.com',
      authorization: 'token-1',
      trn_id: 'trn-1',
    });
    expect(sessionStore.read()).toMatchObject({ urlGeneratedAts: 'open', applicationType: 'Property' });
  });

  it("shows the server's words for a refused login and keeps what was typed", async () => {
    const api = { ...forms, 'POST /users/login': refusal(401, { message: 'Invalid Credentials.' }) };
    const { user } = renderApp('/login', api);
    await fillIn(user, 'ana@example.com', 'wrong');
    expect(await screen.findByText('Invalid Credentials.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('wrong');
    expect(document.title).toMatch(/^Error: /);
  });

  it('says how long to wait after too many tries', async () => {
    const api = { ...forms, 'POST /users/login': refusal(429, { message: 'Too many.' }, { 'retry-after': '42' }) };
    const { user } = renderApp('/login', api);
    await fillIn(user, 'ana@example.com', 'wrong');
    expect(await screen.findByText(/wait 42 seconds/)).toBeTruthy();
  });

  it('sends once, however often the button is pressed', async () => {
    let finish: (answer: ReturnType<typeof records>) => void = () => undefined;
    const answer = new Promise<ReturnType<typeof records>>((resolve) => {
      finish = resolve;
    });
    const { user, requests } = renderApp('/login', { ...forms, ...unagreed, 'POST /users/login': () => answer });
    await fillIn(user, 'ana@example.com', 'Secret#123');
    await user.click(screen.getByRole('button', { name: 'Logging in…' }));
    await user.keyboard('{Enter}');
    finish(records(login));
    await screen.findByRole('heading', { name: 'Before you start' });
    expect(requests.filter(({ url }) => url === '/users/login')).toHaveLength(1);
  });

  it('leads someone who is signed in on', async () => {
    renderApp('/login', unagreed, signedIn);
    await waitFor(() => expect(window.location.pathname).toBe('/instruction'));
  });

  it('offers to try again when the form cannot be fetched', async () => {
    const answers = [refusal(500, { message: 'Something went wrong!' }), forms['GET /forms/entry/login']];
    const { user } = renderApp('/login', { 'GET /forms/entry/login': () => answers.shift() as never });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: /Email or Username/ })).toBeTruthy();
  });
});

describe('Forgot Password?', () => {
  it('sends the link and says so', async () => {
    const sent = { 'POST /users/forgotPassword': records(null, 'A link is on its way.') };
    const { user, requests } = renderApp('/login', { ...forms, ...sent });
    await user.click(await screen.findByRole('button', { name: 'Forgot Password?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Forgot Password?' }));
    await user.type(await dialog.findByRole('textbox', { name: /Email/ }), 'ana@example.com');
    await user.click(dialog.getByRole('button', { name: 'Send Reset Link' }));
    expect(await dialog.findByText('A link is on its way.')).toBeTruthy();
    expect(requests.at(-1)?.body).toEqual({ email: 'ana@example.com' });
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('wants an address', async () => {
    const { user } = renderApp('/login', forms);
    await user.click(await screen.findByRole('button', { name: 'Forgot Password?' }));
    await user.click(await screen.findByRole('button', { name: 'Send Reset Link' }));
    expect(await screen.findByRole('link', { name: 'Email: Required' })).toBeTruthy();
  });
});

describe('a login address with a code', () => {
  const address = '/login?trn_id=trn-1&url=open&token=code-1';

  it('is exchanged once, and leads to the instructions', async () => {
    const { requests } = renderApp(address, { ...unagreed, 'POST /users/exchange': records(login) });
    expect(await screen.findByRole('heading', { name: 'Before you start' })).toBeTruthy();
    const exchanges = requests.filter(({ url }) => url === '/users/exchange');
    expect(exchanges.map(({ body }) => body)).toEqual([{ trn_id: 'trn-1', url: 'open', token: 'code-1' }]);
    expect(window.location.search).toBe('');
  });

  it('that was used before leads to the login', async () => {
    renderApp(address, { ...forms, 'POST /users/exchange': refusal(400, { code: 'tokenUsed', message: 'Used.' }) });
    expect(await screen.findByText(/This login link has been used/)).toBeTruthy();
    expect(window.location.pathname).toBe('/login');
    expect(sessionStore.read().token).toBe('');
  });

  it('asks before it takes the place of someone else', async () => {
    const { user, requests } = renderApp(address, unagreed, { ...signedIn, trnId: 'trn-9' });
    const question = within(await screen.findByRole('alertdialog', { name: 'Someone else is logged in' }));
    await user.click(question.getByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(requests.some(({ url }) => url === '/users/exchange')).toBe(false);
    expect(sessionStore.read().trnId).toBe('trn-9');
  });
});
