// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../src/app/session/sessionStore';
import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, refusal, status } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

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
  it("opens the instructions if the terms aren't accepted, and stores the email after login by username", async () => {
    const { user, requests } = renderApp('/login', { ...forms, ...unagreed, 'POST /users/login': records(login) });
    await fillIn(user, 'ana.the.second', 'Secret#123');
    expect(await screen.findByRole('heading', { name: 'Instructions and terms' })).toBeTruthy();
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

  it('shows how long to wait after too many tries', async () => {
    const api = { ...forms, 'POST /users/login': refusal(429, { message: 'Too many.' }, { 'retry-after': '42' }) };
    const { user } = renderApp('/login', api);
    await fillIn(user, 'ana@example.com', 'wrong');
    expect(await screen.findByText(/Wait 42 seconds/)).toBeTruthy();
  });

  it('sends one request however often the button is clicked', async () => {
    let finish: (answer: ReturnType<typeof records>) => void = () => undefined;
    const answer = new Promise<ReturnType<typeof records>>((resolve) => {
      finish = resolve;
    });
    const { user, requests } = renderApp('/login', { ...forms, ...unagreed, 'POST /users/login': () => answer });
    await fillIn(user, 'ana@example.com', 'Secret#123');
    await user.click(screen.getByRole('button', { name: 'Logging in…' }));
    await user.keyboard('{Enter}');
    finish(records(login));
    await screen.findByRole('heading', { name: 'Instructions and terms' });
    expect(requests.filter(({ url }) => url === '/users/login')).toHaveLength(1);
  });

  it('redirects logged-in applicants to their current page', async () => {
    renderApp('/login', unagreed, signedIn);
    await waitFor(() => expect(window.location.pathname).toBe('/instruction'));
  });

  it("offers to try again when the form can't load", async () => {
    const answers = [refusal(500, { message: 'Something went wrong!' }), forms['GET /forms/entry/login']];
    const { user } = renderApp('/login', { 'GET /forms/entry/login': () => answers.shift() as never });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: /Email or Username/ })).toBeTruthy();
  });
});

describe('a login link with a code', () => {
  const address = '/login?trn_id=trn-1&url=open&token=code-1';

  it('is exchanged once and opens the instructions', async () => {
    const { requests } = renderApp(address, { ...unagreed, 'POST /users/exchange': records(login) });
    expect(await screen.findByRole('heading', { name: 'Instructions and terms' })).toBeTruthy();
    const exchanges = requests.filter(({ url }) => url === '/users/exchange');
    expect(exchanges.map(({ body }) => body)).toEqual([{ trn_id: 'trn-1', url: 'open', token: 'code-1' }]);
    expect(window.location.search).toBe('');
  });
});
