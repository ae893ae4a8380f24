// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../src/app/session/sessionStore';
import { type FakeAnswer, records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail, refusal, status } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

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
  application_fee: 45,
  secondary: 'afterSubmission',
  decision_days: 5,
  is_fee_per_adult: true,
  notices: [],
  fee_terms: { terms: [], is_waived: false, is_returned: false },
  documents: { Visa: 'Hide', Paystub: 'Hide' },
  State: 'TX',
  property: { PropertyName: 'Harbor View Apartments', LogoURL: '' },
};
const registered = records({ trnid: 'trn-1', token: 'token-1', refreshToken: 'r-1', message: "You're registered." });

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

/** Stores the answers typed before a reload. Passwords aren't stored. */
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
  it('shows fee, time, documents and the next steps before the first question, and explains the asterisk', async () => {
    renderApp(path, api());
    const question = await screen.findByLabelText(/^First name/);
    for (const text of [
      'About 25 minutes',
      '$45.00',
      'A picture of your ID',
      'Proof of income',
      'Fill out the Secondary Application about convictions.',
      'Demo Homes emails you the decision. It usually takes 5 business days.',
      '* Required',
    ])
      expect(screen.getByText(text).compareDocumentPosition(question) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('has one start button, after fee and time and before the list', async () => {
    renderApp(path, api());
    const start = await screen.findByRole('link', { name: 'Start now' });
    const [time, list] = ['About 25 minutes', 'What you need'].map((text) => screen.getByText(text));
    expect(start.compareDocumentPosition(time as Node) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
    expect(start.compareDocumentPosition(list as Node) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('sends its link with each call', async () => {
    const { requests } = renderApp(path, api());
    await screen.findByRole('button', { name: 'Start Application' });
    for (const { headers } of requests) expect(headers).toMatchObject({ url: 'open', entry: path });
    expect(sessionStore.read()).toMatchObject({ applicationType: 'Property', urlGeneratedAts: 'open', trnId: '' });
  });

  it('registers, stores the session and opens the instructions', async () => {
    typedBefore();
    const { user, requests } = renderApp(path, api());
    await finish(user);
    await heading('Instructions and terms');
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
    expect(screen.getByText("You're registered.")).toBeTruthy();
  });

  it('stores typed answers for a reload, but no passwords', async () => {
    const { user } = renderApp(path, api());
    await user.type(await screen.findByLabelText(/^First name/), 'Ana');
    await user.type(screen.getByLabelText(/^Password \*|^Password$/), 'Secret#123');
    expect(sessionStorage.getItem('rental-registration')).toContain('Ana');
    expect(sessionStorage.getItem('rental-registration')).not.toContain('Secret');
  });

  it('disables the button while the request is pending', async () => {
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
    await heading('Instructions and terms');
  });

  it("shows the server's validation errors (422) at their fields", async () => {
    typedBefore();
    const field = '/desiredMoveInDate';
    const message = "The date can't be before today";
    const errors = [{ path: field, section: 'registration-plan', field, message }];
    const { user } = renderApp(path, api(refusal(422, { code: 'invalid', message: 'Please correct', errors })));
    await finish(user);
    expect(await screen.findByRole('link', { name: /Move-in date: The date can't be before today/ })).toBeTruthy();
  });
});

describe('an entry link', () => {
  it('opens the error page without a call if its path is incomplete', async () => {
    const { requests } = renderApp('/Property/demo', api());
    await heading('Property Not Available');
    expect(requests).toEqual([]);
  });

  it('may start with /identification', async () => {
    renderApp(`/identification${path}`, api());
    await screen.findByRole('button', { name: 'Start Application' });
  });

  it("fills in the guest's data, fetched with the invitation's token in one call", async () => {
    const invited = { first_name: 'Robin', last_name: 'Hale', email: 'robin@example.com' };
    const good = { 'GET /open/registration': records({ page: { ...page, ...invited }, form }) };
    const { requests } = renderApp(`${path}?t=inv-1`, good);
    expect((await screen.findByLabelText<HTMLInputElement>(/^First name/)).value).toBe('Robin');
    expect(requests.map(({ url, headers }) => [url, headers.authorization, headers.entry])).toEqual([
      ['/open/registration', 'inv-1', path],
    ]);
  });

  it('opens the error page with the reason if its invitation was revoked', async () => {
    const revoked = refusal(406, { code: 'revoked', message: 'Revoked.' });
    renderApp(`${path}?t=inv-1`, {
      ...api(),
      'GET /open/registration': revoked,
      'GET /users/registrationpage': revoked,
      'GET /forms/entry/registration': revoked,
    });
    await waitFor(() => expect(window.location.href).toContain('/unauthorizedAccess?reason=revoked'));
  });

  it('asks a logged-in applicant before it ends their session', async () => {
    const byAnother = { 'GET /users/applicationdetail': detail({ entry: '/Property/demo/elm-court/open' }) };
    const { user, requests } = renderApp(
      path,
      { ...api(), ...byAnother, 'POST /users/logout': records(null) },
      signedIn,
    );
    await heading('Another application is open');
    expect(requests.filter(({ method }) => method !== 'get')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Log out and continue' }));
    await screen.findByRole('button', { name: 'Start Application' });
    expect(sessionStore.read().token).toBe('');
  });

  it("continues the logged-in applicant's own application", async () => {
    renderApp('/Unit/demo/harbor-view/204/open/trn-1', api(), signedIn);
    await heading('Instructions and terms');
  });
});
