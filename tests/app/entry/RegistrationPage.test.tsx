// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../src/app/session/sessionStore';
import { type FakeAnswer, records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, refusal, status } from '../support/records';
import { type FakeApi, forgetApp, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(forgetApp);

const path = '/Property/demo/harbor-view/open';
const lists = {
  floors: [{ ID: 1, FloorCode: '1BR', MinimumRent: 1450, MaximumRent: 1700 }],
  units: [{ ID: 11, UnitName: '101', FloorPlanID: 1, MaximumRent: 1500 }],
  leadSources: [{ ID: 3, LeadSource: 'A friend' }],
};
const form = servedForm(['registration-personal', 'registration-plan', 'registration-login'], {
  applicationType: 'Property',
  lists,
  emailTaken: false,
});
const page = {
  first_name: '',
  last_name: '',
  email: '',
  Email_check: false,
  subscriber_name: 'Demo Homes',
  subrciber_logo: '',
  accent: '#1f5f8b',
  support_phone: '+1 (512) 555-0142',
  support_email: 'help@demo-homes.example',
  State: 'TX',
  property: { PropertyName: 'Harbor View Apartments', LogoURL: '' },
};
const registered = records({ trnid: 'trn-1', token: 'token-1', refreshToken: 'r-1', message: 'You are registered.' });

function api(register: FakeApi[string] = registered, changes: Record<string, unknown> = {}): FakeApi {
  return {
    'GET /users/registrationpage': records({ ...page, ...changes }),
    'GET /forms/entry/registration': records(form),
    'GET /forms/entry/login': records(servedForm(['login'])),
    'POST /users/register': register,
    'GET /users/applicationdetail': detail({ accept_terms_and_condition_status: false }),
    'GET /users/sectionstatus/trn-1': status(0),
    'GET /users/getTandCpageforregistration/trn-1': records({ text: '<p>Bring papers.</p>', subscriber_text: '' }),
  };
}

/** What was typed before a reload; the passwords are typed anew. */
function typedBefore(changes: Record<string, unknown> = {}) {
  const personal = {
    fname: 'José',
    lname: "O'Neil",
    email: 'jose@example.com',
    reEmail: 'jose@example.com',
    mobile: ['15125550123'],
    hearAboutUs: 'A friend',
    ...changes,
  };
  const plan = { state: 'TX', desiredMoveInDate: '2026-12-01' };
  const sections = { 'registration-personal': personal, 'registration-plan': plan };
  sessionStorage.setItem('rental-registration', JSON.stringify({ path, sections }));
}

async function finish(user: ReturnType<typeof renderApp>['user']) {
  await user.type(await screen.findByLabelText(/^Password \*|^Password$/), 'Secret#123');
  await user.type(screen.getByLabelText(/^Re-Enter Password/), 'Secret#123');
  await user.click(screen.getByRole('checkbox', { name: /I confirm/ }));
  await user.click(screen.getByRole('button', { name: 'Start Application' }));
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the registration page', () => {
  it('says with whom and for what, and leads to the login', async () => {
    renderApp(path, api());
    await heading('Please register to start your application');
    await waitFor(() => expect(screen.getByText('You are applying for Harbor View Apartments.')).toBeTruthy());
    expect(within(screen.getByRole('banner')).getByText('Demo Homes')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Login Here' }).getAttribute('href')).toBe('/login');
    expect(screen.getByText('(512) 555-0142')).toBeTruthy();
  });

  it('names its link in each call', async () => {
    const { requests } = renderApp(path, api());
    await screen.findByRole('button', { name: 'Start Application' });
    for (const { headers } of requests) expect(headers).toMatchObject({ url: 'open', entry: path });
    expect(sessionStore.read()).toMatchObject({ applicationType: 'Property', urlGeneratedAts: 'open', trnId: '' });
  });

  it('lets the tabs follow the focus', async () => {
    const { user } = renderApp(path, api());
    const tabs = within(await screen.findByRole('navigation', { name: 'Sections of the registration' }));
    const current = () => tabs.getAllByRole('link').filter((tab) => tab.getAttribute('aria-current'));
    expect(current().map((tab) => tab.textContent)).toEqual(['Personal Details']);
    await user.click(screen.getByLabelText(/^Re-Enter Password/));
    expect(current().map((tab) => tab.textContent)).toEqual(['Login Details']);
  });

  it('tells every mistake in a summary, sends nothing, and clears the lines that are mended', async () => {
    const { user, requests } = renderApp(path, api());
    await user.click(await screen.findByRole('button', { name: 'Start Application' }));
    const summary = within(await screen.findByRole('region', { name: 'There is a problem' }));
    expect(summary.getByRole('link', { name: 'First name: Required' })).toBeTruthy();
    expect(summary.getByRole('link', { name: /field must be checked/ })).toBeTruthy();
    expect(document.title).toMatch(/^Error: Registration/);
    await user.click(screen.getByRole('checkbox', { name: /I confirm/ }));
    await waitFor(() => expect(summary.queryByRole('link', { name: /field must be checked/ })).toBeNull());
    expect(requests.some(({ url }) => url === '/users/register')).toBe(false);
  });

  it('registers, keeps the session, and goes to the instructions', async () => {
    typedBefore();
    const { user, requests } = renderApp(path, api());
    await finish(user);
    await heading('Before you start');
    const sent = requests.find(({ url }) => url === '/users/register');
    expect(sent?.body).toMatchObject({
      fname: 'José',
      lname: "O'Neil",
      password: 'Secret#123',
      url: 'open',
      i_confirm: true,
    });
    expect(sent?.headers['Idempotency-Key']).toBeTruthy();
    expect(sent?.headers.entry).toBe(path);
    expect(sessionStore.read()).toMatchObject({ token: 'token-1', refreshToken: 'r-1', trnId: 'trn-1', newApp: true });
    expect(sessionStorage.getItem('rental-registration')).toBeNull();
    expect(screen.getByText('You are registered.')).toBeTruthy();
  });

  it('keeps what is typed for a reload, the passwords never', async () => {
    const { user } = renderApp(path, api());
    await user.type(await screen.findByLabelText(/^First name/), 'Ana');
    await user.type(screen.getByLabelText(/^Password \*|^Password$/), 'Secret#123');
    expect(sessionStorage.getItem('rental-registration')).toContain('Ana');
    expect(sessionStorage.getItem('rental-registration')).not.toContain('Secret');
  });

  it('is disabled while the request is pending', async () => {
    typedBefore();
    let answer: (value: FakeAnswer) => void = () => undefined;
    const pending = new Promise<FakeAnswer>((resolve) => {
      answer = resolve;
    });
    const { user } = renderApp(
      path,
      api(() => pending),
    );
    await finish(user);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Starting…' });
    expect(button.disabled).toBe(true);
    answer(registered);
    await heading('Before you start');
  });

  it('asks for a username when the e-mail is taken (409), and sends it under a new key', async () => {
    typedBefore();
    const answers = [refusal(409, { code: 'emailTaken', message: 'Taken.' }), registered];
    const { user, requests } = renderApp(
      path,
      api(() => answers.shift() as FakeAnswer),
    );
    expect(await screen.findByLabelText(/^Password \*|^Password$/)).toBeTruthy();
    expect(screen.queryByLabelText(/^Username/)).toBeNull();
    await finish(user);
    const username = await screen.findByLabelText(/^Username/);
    expect(screen.getAllByText(/The email indicated above is registered with another user/).length).toBeGreaterThan(0);
    await waitFor(() => expect(document.activeElement).toBe(username));
    await user.type(username, 'jose.second');
    await user.click(screen.getByRole('button', { name: 'Start Application' }));
    await heading('Before you start');
    const tries = requests.filter(({ url }) => url === '/users/register');
    expect(tries[1]?.body).toMatchObject({ username: 'jose.second' });
    expect(tries[1]?.headers['Idempotency-Key']).not.toBe(tries[0]?.headers['Idempotency-Key']);
  });

  it("shows the server's findings (422) at their fields", async () => {
    typedBefore();
    const field = '/desiredMoveInDate';
    const message = 'The date cannot be before today';
    const errors = [{ path: field, section: 'registration-plan', field, message }];
    const { user } = renderApp(path, api(refusal(422, { code: 'invalid', message: 'Please correct', errors })));
    await finish(user);
    expect(await screen.findByRole('link', { name: /move-in date: The date cannot be before today/ })).toBeTruthy();
  });

  it('shows any other refusal in a message that stays, its plain formatting kept and no other markup, and repeats the same act under the same key', async () => {
    typedBefore();
    const { user, requests } = renderApp(
      path,
      api(refusal(500, { message: '<b>Something</b> went wrong!<img src=x onerror=alert(1)>' })),
    );
    await finish(user);
    const strong = await screen.findByText('Something');
    expect(strong.tagName).toBe('B');
    expect(strong.parentElement?.textContent).toBe('Something went wrong!');
    expect(document.querySelector('img[src=x]')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Start Application' }));
    await waitFor(() => expect(requests.filter(({ url }) => url === '/users/register')).toHaveLength(2));
    const [one, two] = requests.filter(({ url }) => url === '/users/register');
    expect(one?.headers['Idempotency-Key']).toBe(two?.headers['Idempotency-Key']);
  });
});

describe('an entry link', () => {
  it('that is revoked leads to /unauthorizedAccess', async () => {
    renderApp(path, {
      ...api(),
      'GET /users/registrationpage': refusal(406, { code: 'revoked', message: 'Withdrawn.' }),
    });
    await heading('Property Not Available');
    expect(window.location.search).toBe('?reason=revoked');
  });

  it('of no known form does so without a call', async () => {
    const { requests } = renderApp('/Property/demo', api());
    await heading('Property Not Available');
    expect(requests).toEqual([]);
  });

  it('may begin with identification', async () => {
    renderApp(`/identification${path}`, api());
    await screen.findByRole('button', { name: 'Start Application' });
  });

  it('fills in what an invitation knows, asked for with its token in one call', async () => {
    const invited = { first_name: 'Robin', last_name: 'Hale', email: 'robin@example.com' };
    const good = { 'GET /open/registration': records({ page: { ...page, ...invited }, form }) };
    const { requests } = renderApp(`${path}?t=inv-1`, good);
    expect((await screen.findByLabelText<HTMLInputElement>(/^First name/)).value).toBe('Robin');
    expect(requests.map(({ url, headers }) => [url, headers.authorization, headers.entry])).toEqual([
      ['/open/registration', 'inv-1', path],
    ]);
  });

  it('with an invitation to a link that is not good says what is wrong with the link', async () => {
    const revoked = refusal(406, { code: 'revoked', message: 'Revoked.' });
    renderApp(`${path}?t=inv-1`, {
      ...api(),
      'GET /open/registration': revoked,
      'GET /users/registrationpage': revoked,
      'GET /forms/entry/registration': revoked,
    });
    await waitFor(() => expect(window.location.href).toContain('/unauthorizedAccess?reason=revoked'));
  });

  it('with an expired invitation says so and leads to the login', async () => {
    const expired = refusal(404, { code: 'invitationExpired', message: 'Expired.' });
    const { user } = renderApp(`${path}?t=old`, { ...api(), 'GET /open/registration': expired });
    const message = within(await screen.findByRole('alertdialog'));
    expect(message.getByText('Invited link has been expired. Please contact your admin.')).toBeTruthy();
    await user.click(message.getByRole('button', { name: 'OK' }));
    await heading('Log in');
  });

  it('asks someone who is signed in before their session is left', async () => {
    const byAnother = { 'GET /users/applicationdetail': detail({ entry: '/Property/demo/elm-court/open' }) };
    const { user, requests } = renderApp(
      path,
      { ...api(), ...byAnother, 'POST /users/logout': records(null) },
      signedIn,
    );
    await heading('Someone else is logged in');
    expect(requests.filter(({ method }) => method !== 'get')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Log out and go on' }));
    await screen.findByRole('button', { name: 'Start Application' });
    expect(sessionStore.read().token).toBe('');
  });

  it('of the very application of who is signed in goes on with it', async () => {
    renderApp('/Unit/demo/harbor-view/204/open/trn-1', api(), signedIn);
    await heading('Before you start');
  });
});
