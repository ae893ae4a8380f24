// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../src/app/session/sessionStore';
import { records } from '../../api/fakeAdapter';
import { submitPage } from '../support/fakePages';
import { detail, refusal, status } from '../support/records';
import { type FakeApi, forgetApp, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
vi.mock('../../../src/app/steps/StepPage', () => import('../support/fakePages'));
vi.mock('../../../src/app/payment/PaymentPage', () => import('../support/fakePages'));
vi.mock('../../../src/app/success/SuccessPage', () => import('../support/fakePages'));

beforeEach(() => {
  submitPage.mockReset().mockResolvedValue(undefined);
});
afterEach(forgetApp);

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
  it.each([
    [0, '/identification/payment', '/identification'],
    [1, '/identification/incomeDetail', '/identification/applicantDetail'],
    [2, '/identification/payment', '/identification/incomeDetail'],
    [3, '/identification/payment', '/identification/payment'],
    [3, '/identification', '/identification'],
  ])('with %i steps done let %s be %s', async (done, asked, shown) => {
    renderApp(asked, api(done), signedIn);
    await screen.findByText('The page of this step');
    expect(window.location.pathname).toBe(shown);
  });

  it('send someone without a session to the login', async () => {
    renderApp('/identification/incomeDetail', api(2));
    await heading('Log in');
    expect(window.location.pathname).toBe('/login');
  });

  it.each(['Completed', 'Submitted'])('lead to /success once the application is %s', async (application_status) => {
    renderApp('/identification', api(4, { application_status }), signedIn);
    await waitFor(() => expect(window.location.pathname).toBe('/success'));
  });

  it('lead to the terms until they are agreed to, and away from them afterwards', async () => {
    const { unmount } = renderApp('/identification', api(0, { accept_terms_and_condition_status: false }), signedIn);
    await heading('Before you start');
    expect(window.location.pathname).toBe('/instruction');
    unmount();
    renderApp('/instruction', api(0), signedIn);
    await heading('Identification Details');
    expect(window.location.pathname).toBe('/identification');
  });

  it('say when the application cannot be fetched, and try again', async () => {
    const answers = [refusal(500, { message: 'Something went wrong!' }), detail()];
    const failing = { ...api(0), 'GET /users/applicationdetail': () => answers.shift() ?? detail() };
    const { user } = renderApp('/identification', failing, signedIn);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await heading('Identification Details');
  });
});

describe('the shell around a step', () => {
  it('shows whose application it is, with whom, and its number', async () => {
    renderApp('/identification', api(0), signedIn);
    const banner = within(await screen.findByRole('banner'));
    expect(banner.getByText('Demo Homes')).toBeTruthy();
    expect(banner.getByText("José O'Neil")).toBeTruthy();
    expect(banner.getByText(/100042/).textContent).toBe('Application ID 100042');
  });

  it.each([
    ['/identification/incomeDetail', 'Started'],
    ['/identification/payment', 'Started'],
    ['/success', 'Submitted'],
  ])('has the policy links and the version at the foot of %s, each link beside what is typed', async (path, status) => {
    renderApp(path, api(3, { application_status: status }), signedIn);
    const foot = within(await screen.findByRole('contentinfo'));
    for (const [name, href] of [
      ['Data Policy', '/atss/data-policy'],
      ['Terms of Use', '/atss/terms-of-use'],
    ] as const) {
      const link = foot.getByRole('link', { name });
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([href, '_blank']);
    }
    expect(foot.getByText(/^Version \d/)).toBeTruthy();
  });

  it('tells the place in words, with the present step marked', async () => {
    renderApp('/identification/applicantDetail', api(1), signedIn);
    const steps = within(await screen.findByRole('navigation', { name: 'Steps of the application' }));
    expect(screen.getAllByText('Step 2 of 4').length).toBeGreaterThan(0);
    const current = steps.getByRole('button', { name: /Applicant Details In progress/ });
    expect(current.getAttribute('aria-current')).toBe('step');
    expect(steps.getByRole('button', { name: /Identification Details Done/ })).toBeTruthy();
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/identification/applicantDetail#ad',
      '/identification/applicantDetail#contacts',
      '/identification/applicantDetail#fd',
      '/identification/applicantDetail#others',
    ]);
    expect(document.title).toBe('Applicant Details – Rental application');
  });

  it('shows sections that share an anchor as one', async () => {
    renderApp('/identification/payment', api(3), signedIn);
    const steps = within(await screen.findByRole('navigation', { name: 'Steps of the application' }));
    expect(steps.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Terms & Conditions',
      'Payment & Signature',
    ]);
  });

  it('submits the page instead of opening a step that is not open yet', async () => {
    const { user } = renderApp('/identification', api(0), signedIn);
    await screen.findByText('The page of this step');
    await user.click(screen.getByRole('button', { name: /Income & Banking/ }));
    expect(submitPage).toHaveBeenCalledOnce();
    expect(window.location.pathname).toBe('/identification');
  });

  it('opens a step that is open, with the focus on its heading', async () => {
    const { user } = renderApp('/identification', api(2), signedIn);
    await screen.findByText('The page of this step');
    await user.click(screen.getByRole('button', { name: /Income & Banking/ }));
    expect(document.activeElement).toBe(await heading('Income & Banking'));
    expect(submitPage).not.toHaveBeenCalled();
  });

  it('locks Next for 3 seconds, Submit for 10', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    for (const [path, done, name, lock] of [
      ['/identification', 0, 'Next', 3_000],
      ['/identification/payment', 3, 'Submit', 10_000],
    ] as const) {
      submitPage.mockClear();
      const { unmount } = renderApp(path, api(done), signedIn);
      const button = await screen.findByRole('button', { name });
      button.click();
      button.click();
      await vi.advanceTimersByTimeAsync(lock - 1_000);
      expect(button.getAttribute('aria-disabled')).toBe('true');
      button.click();
      expect(submitPage).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(1_500);
      await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
      unmount();
    }
    vi.useRealTimers();
  });

  it('shows what the page let through, so that no press goes unanswered', async () => {
    submitPage.mockRejectedValue(new Error('unexpected'));
    const { user } = renderApp('/identification', api(0), signedIn);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Something went wrong!')).toBeTruthy();
  });

  it('shows the help of the subscriber', async () => {
    renderApp('/identification', api(0), signedIn);
    await heading('Identification Details');
    expect(screen.getByText('Click here')).toBeTruthy();
    expect(screen.getByText('(512) 555-0123').getAttribute('href')).toBe('tel:+15125550123');
    expect(screen.getByText('help@demo-homes.example')).toBeTruthy();
  });

  it('logs out: on the server, in the browser, to the login page', async () => {
    const { user, requests } = renderApp('/identification', api(0), signedIn);
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Log in');
    expect(requests.some(({ url }) => url === '/users/logout')).toBe(true);
    expect(sessionStore.read()).toMatchObject({ token: '', email: '', trnId: '', logout: true });
    expect(screen.getByText('You are logged out.')).toBeTruthy();
  });

  it('logs out though the server cannot be reached', async () => {
    const { user } = renderApp('/identification', { ...api(0), 'POST /users/logout': refusal(500, {}) }, signedIn);
    await user.click(await screen.findByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Log in');
    expect(sessionStore.read().token).toBe('');
  });
});

describe('a session that ended meanwhile', () => {
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

  it('asks for the password in place and goes on', async () => {
    const tokens = { token: 'token-2', refreshToken: 'r-2', url: 'open', trn_id: 'trn-1', email: 'ana@example.com' };
    const { user } = renderApp('/identification', endedApi(records(tokens)), signedIn);
    const question = within(await screen.findByRole('alertdialog', { name: 'Please enter your password to go on' }));
    await user.type(question.getByLabelText('Password'), 'Secret#123{Enter}');
    await heading('Identification Details');
    expect(window.location.pathname).toBe('/identification');
    expect(sessionStore.read()).toMatchObject({ token: 'token-2', refreshToken: 'r-2' });
  });

  it('says when the password is wrong or missing, and stays', async () => {
    const wrong = refusal(401, { message: 'Invalid Credentials.' });
    const { user } = renderApp('/identification', endedApi(wrong), signedIn);
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Go on' }));
    expect(await question.findByText('Enter your password')).toBeTruthy();
    await user.type(question.getByLabelText('Password'), 'nope{Enter}');
    expect(await question.findByText('Invalid Credentials.')).toBeTruthy();
  });

  it('lets someone else log in instead', async () => {
    const { user } = renderApp('/identification', endedApi(ended), signedIn);
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Log in as someone else' }));
    await heading('Log in');
    expect(sessionStore.read().token).toBe('');
  });

  it('refused for good is shown at /unauthorizedAccess, by its code and not by its words', async () => {
    const refused = refusal(406, { code: 'revoked', message: '<b>anything</b>' });
    renderApp('/identification', { ...api(0), 'GET /users/applicationdetail': refused }, signedIn);
    await heading('Property Not Available');
    expect(window.location.search).toBe('?reason=revoked');
    expect(screen.getByText(/This link has been withdrawn/)).toBeTruthy();
    expect(sessionStore.read().token).toBe('');
  });

  it('in another tab ends here too', async () => {
    renderApp('/identification', api(0), signedIn);
    await heading('Identification Details');
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await heading('Log in');
  });
});
