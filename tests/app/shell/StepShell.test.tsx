// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../src/app/session/sessionStore';
import { applicationFlow } from '../../../src/app/shell/application';
import { replaceLiveFiles } from '../../../src/model/messages/liveFiles';
import { records } from '../../api/fakeAdapter';
import { submitPage } from '../support/fakePages';
import { detail, refusal, status } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
vi.mock('../../../src/app/steps/StepPage', () => import('../support/fakePages'));
vi.mock('../../../src/app/payment/PaymentPage', () => import('../support/fakePages'));
vi.mock('../../../src/app/success/SuccessPage', () => import('../support/fakePages'));

beforeEach(() => {
  submitPage.mockReset().mockResolvedValue(undefined);
});
afterEach(cleanUpApp);

function api(done: number, changes: Record<string, unknown> = {}): FakeApi {
  return {
    'GET /users/applicationdetail': detail(changes),
    'GET /users/sectionstatus/trn-1': status(done),
    'GET /users/getTandCpageforregistration/trn-1': records({ text: 'Read this.', subscriber_text: 'And this.' }),
    'GET /forms/entry/login': refusal(500, { message: 'Not in this test' }),
    'POST /users/logout': records(null),
  };
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

describe('the guards of the steps', () => {
  it('keep the open page when its address changes, and redirect from its former address', async () => {
    renderApp('/identification?a=1#ssn', api(0), signedIn);
    const page = await screen.findByText('The page of this step');
    const steps = applicationFlow().steps.map((step, n) => (n === 0 ? { ...step, route: '/start' } : step));
    const redirects = { '/identification': '/start', '/identification/gone': '' };
    act(() => replaceLiveFiles((name, built) => (name === 'flows/application' ? { steps, redirects } : built)));
    await waitFor(() => expect(window.location.pathname).toBe('/start'));
    expect([window.location.search, window.location.hash]).toEqual(['?a=1', '#ssn']);
    // The same element, so typed text is kept.
    expect(screen.getByText('The page of this step')).toBe(page);
    expect(document.activeElement).toBe(document.body);
    act(() => replaceLiveFiles((_name, built) => built));
  });

  it("show an error and retry when the application can't load", async () => {
    const answers = [refusal(500, { message: 'Something went wrong!' }), detail()];
    const failing = { ...api(0), 'GET /users/applicationdetail': () => answers.shift() ?? detail() };
    const { user } = renderApp('/identification', failing, signedIn);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await heading('Identification Details');
  });
});

describe('the shell around a step', () => {
  it("shows errors the page didn't handle", async () => {
    submitPage.mockRejectedValue(new Error('unexpected'));
    const { user } = renderApp('/identification', api(0), signedIn);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Something went wrong!')).toBeTruthy();
  });

  it('shows Next only once the page has loaded, so a click is never lost', async () => {
    const { user } = renderApp('/identification', api(0), signedIn);
    await screen.findByRole('button', { name: 'Next' });
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Load again' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(submitPage).toHaveBeenCalledOnce();
  });

  it('logs out even if the server fails', async () => {
    const { user } = renderApp('/identification', { ...api(0), 'POST /users/logout': refusal(500, {}) }, signedIn);
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Log in');
    expect(sessionStore.read().token).toBe('');
  });
});

describe('a session that ended', () => {
  const ended = refusal(401, { code: 'staleSession', message: 'Your session has ended.' });

  function endedApi(login: FakeApi[string]): FakeApi {
    const good = api(0);
    const guarded =
      (key: string): FakeApi[string] =>
      (request) =>
        request.headers.authorization === 'token-2' ? (good[key] as never) : ended;
    return {
      ...good,
      'GET /users/applicationdetail': guarded('GET /users/applicationdetail'),
      'GET /users/sectionstatus/trn-1': guarded('GET /users/sectionstatus/trn-1'),
      'POST /users/refreshToken': ended,
      'POST /users/login': login,
    };
  }

  it('lets another account log in', async () => {
    const { user } = renderApp('/identification', endedApi(ended), signedIn);
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Log in as someone else' }));
    await heading('Log in');
    expect(sessionStore.read().token).toBe('');
  });

  it('opens the login page when another tab logs out', async () => {
    renderApp('/identification', api(0), signedIn);
    await heading('Identification Details');
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await heading('Log in');
  });
});
