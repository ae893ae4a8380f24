// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, refusal, status } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

const api: FakeApi = {
  'GET /forms/entry/login': records(servedForm(['login'])),
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
  ])('%s has the heading "%s" and the same title', async (path, name) => {
    renderApp(path, api);
    await screen.findByRole('heading', { level: 1, name });
    await waitFor(() => expect(document.title).toBe(`${name} – Rental application`));
  });

  it('show no text from the URL of /unauthorizedAccess', async () => {
    renderApp('/unauthorizedAccess?reason=%3Cb%3Ecall%20555%3C/b%3E&message=call%20me', api);
    await screen.findByRole('heading', { level: 1 });
    expect(document.body.textContent).not.toMatch(/call 555|call me/);
  });

  it('start with a skip link', async () => {
    const { user } = renderApp('/atss/data-policy', api);
    await screen.findByRole('heading', { level: 1 });
    await user.tab();
    expect(document.activeElement?.getAttribute('href')).toBe('#main');
    expect(document.querySelector('main')?.id).toBe('main');
  });
});

describe('an entry link of a logged-in applicant', () => {
  const home = { 'GET /users/applicationdetail': detail(), 'GET /users/sectionstatus/trn-1': status(1) };

  it("continues their application if it's the link they started with", async () => {
    renderApp('/Property/demo/harbor-view/open', { ...api, ...home }, signedIn);
    await waitFor(() => expect(window.location.pathname).toBe('/identification/applicantDetail'));
  });

  it.each(['/Property/demo/lake-view/open', '/Property/demo/harbor-view/other', '/Office/demo/harbor-view/open'])(
    'asks before it opens another link: %s',
    async (path) => {
      renderApp(path, { ...api, ...home }, signedIn);
      expect(await screen.findByRole('heading', { name: 'Another application is open' })).toBeDefined();
    },
  );
});

describe('a used invitation', () => {
  it('asks the applicant to log in', async () => {
    const message = "You've registered already. Log in.";
    const { user } = renderApp('/Unit/demo/harbor-view/204/open/trn-9?t=token-9', {
      ...api,
      'GET /open/registration': refusal(409, { code: 'alreadyRegistered', message: message }),
    });
    expect(await screen.findByText(message)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });
});
