// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../src/app/session/sessionStore';
import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, refusal, status } from '../support/records';
import { type FakeApi, forgetApp, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(forgetApp);

const api: FakeApi = {
  'GET /forms/entry/login': records(servedForm(['login'])),
  'GET /forms/entry/reset-password': records(servedForm(['reset-password'])),
};

describe('pages without a session', () => {
  it.each([
    ['/atss/data-policy', 'Data Policy'],
    ['/atss/terms-of-use', 'Terms of Use'],
    ['/atss/other', 'Page not found'],
    ['/nowhere/at/all', 'Page not found'],
    ['/unauthorizedAccess', 'Property Not Available'],
    ['/Office/GuestCard/x', 'Not open yet'],
    ['/Office/Docupload/x', 'Not open yet'],
    ['/Property/GuestCard/x', 'Not open yet'],
    ['/Property/Docupload/x', 'Not open yet'],
    ['/viewconsent', 'Log in'],
    ['/view', 'Log in'],
    ['/success', 'Log in'],
    ['/instruction', 'Log in'],
  ])('%s is "%s", and says so in the title', async (path, name) => {
    renderApp(path, api);
    await screen.findByRole('heading', { level: 1, name });
    await waitFor(() => expect(document.title).toBe(`${name} – Rental application`));
  });

  it('show no free text of the address', async () => {
    renderApp('/unauthorizedAccess?reason=%3Cb%3Ecall%20555%3C/b%3E&message=call%20me', api);
    await screen.findByRole('heading', { level: 1 });
    expect(document.body.textContent).not.toMatch(/call 555|call me/);
  });

  it('have a skip link first', async () => {
    const { user } = renderApp('/atss/data-policy', api);
    await screen.findByRole('heading', { level: 1 });
    await user.tab();
    expect(document.activeElement?.getAttribute('href')).toBe('#main');
    expect(document.querySelector('main')?.id).toBe('main');
  });
});

describe('the reset page', () => {
  async function fillIn(user: ReturnType<typeof renderApp>['user'], password: string, again = password) {
    await user.type(await screen.findByLabelText(/^Password( \*)?$/), password);
    await user.type(screen.getByLabelText(/^Re-Enter Password/), again);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  }

  it('sends the token of the link with the password, forgets the session, and goes to the login', async () => {
    const done = { ...api, 'POST /users/resetPassword': records(null) };
    const { user, requests } = renderApp('/reset-password/token-9', done, signedIn);
    await fillIn(user, 'Secret#123');
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
    expect(requests.find(({ url }) => url === '/users/resetPassword')?.body).toEqual({
      uid: 'token-9',
      password: 'Secret#123',
    });
    expect(screen.getByText(/Your password has been changed/)).toBeTruthy();
    expect(sessionStore.read().token).toBe('');
  });

  it('wants a strong password, twice', async () => {
    const { user } = renderApp('/reset-password/token-9', api);
    await fillIn(user, 'weak', 'other');
    const weak = 'Password: Use 8 or more characters with a mix of letters, numbers & symbols';
    expect(await screen.findByRole('link', { name: weak })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Re-Enter Password: password must match' })).toBeTruthy();
  });

  it('asks again under the same key when the answer is lost', async () => {
    const answers = [undefined, records(null)];
    const { user, requests } = renderApp('/reset-password/token-9', {
      ...api,
      'POST /users/resetPassword': () => answers.shift(),
    });
    await fillIn(user, 'Secret#123');
    await screen.findByText('We could not reach the server.', { exact: false });
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
    const resets = requests.filter(({ url }) => url === '/users/resetPassword');
    expect(new Set(resets.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
    expect(resets).toHaveLength(2);
  });

  it('says that a link is used up, and where to get a new one', async () => {
    const used = refusal(400, { code: 'tokenUsed', message: 'This link has expired or was used before.' });
    const { user } = renderApp('/reset-password/token-9', { ...api, 'POST /users/resetPassword': used });
    await fillIn(user, 'Secret#123');
    expect(await screen.findByText('This link has expired or was used before.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });
});

describe('a link of someone who is signed in', () => {
  const home = { 'GET /users/applicationdetail': detail(), 'GET /users/sectionstatus/trn-1': status(1) };

  it('goes on where they were when it is the one they came by', async () => {
    renderApp('/Property/demo/harbor-view/open', { ...api, ...home }, signedIn);
    await waitFor(() => expect(window.location.pathname).toBe('/identification/applicantDetail'));
  });

  it.each(['/Property/demo/lake-view/open', '/Property/demo/harbor-view/other', '/Office/demo/harbor-view/open'])(
    'asks first when it is another one: %s',
    async (path) => {
      renderApp(path, { ...api, ...home }, signedIn);
      expect(await screen.findByRole('heading', { name: 'Someone else is logged in' })).toBeDefined();
    },
  );
});

describe('an invitation that was used', () => {
  it('tells whoever has registered by it to log in', async () => {
    const said = 'This application has been registered already. Please log in.';
    const { user } = renderApp('/Unit/demo/harbor-view/204/open/trn-9?t=token-9', {
      ...api,
      'GET /open/registration': refusal(409, { code: 'alreadyRegistered', message: said }),
    });
    expect(await screen.findByText(said)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });
});

describe('a reset link that is dead', () => {
  it('says so before a password is typed, and asks for the e-mail to send another', async () => {
    const { user } = renderApp('/reset-password/token-9', {
      ...api,
      'GET /users/resetlink': refusal(400, { code: 'tokenUsed', message: 'This link has expired.' }),
      'GET /forms/entry/forgot-password': records(servedForm(['forgot-password'])),
    });
    expect(await screen.findByText('This link has expired.')).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send a new link' }));
    expect(await screen.findByRole('textbox', { name: /Email/ })).toBeDefined();
  });
});
