// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { detail, refusal, status } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
vi.mock('../../../src/app/steps/StepPage', () => import('../support/fakePages'));
afterEach(cleanUpApp);

const sessionOf = (seconds: number) => ({ headers: { 'session-seconds': String(seconds) } });

function api(seconds: number, more: FakeApi = {}): FakeApi {
  return {
    'GET /users/applicationdetail': { ...detail(), ...sessionOf(seconds) },
    'GET /users/sectionstatus/trn-1': { ...status(0), ...sessionOf(seconds) },
    'POST /users/logout': records(null),
    ...more,
  };
}

describe('the warning before a session ends', () => {
  it("doesn't show more than two minutes before the end", async () => {
    renderApp('/identification', api(900), signedIn);
    await screen.findByText('The page of this step');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it("appears two minutes before the end, and closes when 'Stay logged in' renews the session", async () => {
    const answers = [status(0), { ...status(0), ...sessionOf(900) }];
    const { user, requests } = renderApp(
      '/identification',
      api(121, { 'GET /users/sectionstatus/trn-1': () => answers.shift() ?? status(0) }),
      signedIn,
    );
    const warning = await screen.findByRole('alertdialog', { name: 'Are you still there?' });
    expect(within(warning).getByText(/we'll log you out in 2 minutes/)).toBeTruthy();
    const before = requests.length;
    await user.click(within(warning).getByRole('button', { name: 'Stay logged in' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(requests.slice(before).map(({ url }) => url)).toEqual(['/users/sectionstatus/trn-1']);
  });

  it('asks for the password over the same page at the end', async () => {
    const ended = refusal(401, { code: 'staleSession' });
    const answers = [{ ...status(0), ...sessionOf(1) }];
    renderApp(
      '/identification',
      api(1, {
        'GET /users/sectionstatus/trn-1': () => answers.shift() ?? ended,
        'POST /users/refreshToken': ended,
      }),
      signedIn,
    );
    await screen.findByRole('alertdialog', { name: 'Enter your password to continue' });
    expect(screen.getByText('The page of this step')).toBeTruthy();
  });
});
