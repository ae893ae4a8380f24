// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { refusal } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

const api: FakeApi = {
  'GET /forms/entry/login': records(servedForm(['login'])),
  'GET /forms/entry/reset-password': records(servedForm(['reset-password'])),
};

describe('the reset page', () => {
  async function fillIn(user: ReturnType<typeof renderApp>['user'], password: string, again = password) {
    await user.type(await screen.findByLabelText(/^Password( \*)?$/), password);
    await user.type(screen.getByLabelText(/^Re-Enter Password/), again);
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
  }

  it('retries a lost answer with the same idempotency key', async () => {
    const answers = [undefined, records(null)];
    const { user, requests } = renderApp('/reset-password/token-9', {
      ...api,
      'POST /users/resetPassword': () => answers.shift(),
    });
    await fillIn(user, 'Secret#123');
    await screen.findByText("We couldn't reach the server.", { exact: false });
    await user.click(screen.getByRole('button', { name: 'Change Password' }));
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
    const resets = requests.filter(({ url }) => url === '/users/resetPassword');
    expect(new Set(resets.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
    expect(resets).toHaveLength(2);
  });

  it('offers a new link when the link was used', async () => {
    const used = refusal(400, { code: 'tokenUsed', message: 'This link has expired or was already used.' });
    const { user } = renderApp('/reset-password/token-9', { ...api, 'POST /users/resetPassword': used });
    await fillIn(user, 'Secret#123');
    expect(await screen.findByText('This link has expired or was already used.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Request a new link' })).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('rejects an expired link before a password is typed and offers a new link', async () => {
    const { user } = renderApp('/reset-password/token-9', {
      ...api,
      'GET /users/resetlink': refusal(400, { code: 'tokenUsed', message: 'This link has expired.' }),
      'GET /forms/entry/forgot-password': records(servedForm(['forgot-password'])),
    });
    expect(await screen.findByText('This link has expired.')).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Request a new link' }));
    expect(await screen.findByRole('textbox', { name: /Email/ })).toBeDefined();
  });
});
