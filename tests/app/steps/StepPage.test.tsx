// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchFormsVersion } from '../../../src/api/formsVersion';
import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { refusal, status } from '../support/records';
import { cleanUpApp, renderApp, signedIn } from '../support/renderApp';
import { personal, stepApi, validAnswers } from './stepApi';

vi.mock('../../../schemas/flows/application.json', () => import('../support/ownFlow'));
vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

const path = '/identification';
const toggle = (name: RegExp) => screen.findByRole('button', { name });
const openPanel = () => document.querySelector('.rp-accordion__item[data-open=true]')?.id;
const next = () => screen.findByRole('button', { name: 'Next' });

const { DOB: _, ...withoutBirth } = personal;

describe('a step being filled in', () => {
  it('opens the first incomplete panel, with its errors, if the link names a later one', async () => {
    renderApp(`${path}#ssn`, stepApi({ version: 1, ...validAnswers, address: [] }), signedIn);
    await toggle(/^Address/);
    await waitFor(() => expect(window.location.hash).toBe('#address'));
    expect(openPanel()).toBe('address');
    expect(await screen.findByRole('region', { name: 'There is a problem' })).toBeDefined();
    const banner = screen.getByText('Answer the required field').closest<HTMLElement>('[data-kind=error]');
    expect(banner?.textContent).toMatch(/^Answer the required field: .+ and \d+ more$/);
    within(banner ?? document.body)
      .getByRole('link', { name: 'Answer the required field' })
      .click();
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('name') ?? document.activeElement?.id).toMatch(/street/),
    );
    expect((await screen.findAllByText('Enter the street address')).length).toBeGreaterThan(0);
  });

  it('puts the open panel into the address, except the first', async () => {
    const { unmount } = renderApp(path, stepApi({ version: 1, ...validAnswers, address: [] }), signedIn);
    await waitFor(() => expect(window.location.hash).toBe('#address'));
    expect(openPanel()).toBe('address');
    unmount();
    renderApp(path, stepApi({ applicant: withoutBirth }), signedIn);
    await toggle(/^Address/);
    expect(openPanel()).toBe('personal-details');
    expect(window.location.hash).toBe('');
  });

  it('marks a section as done if Next Tab follows the last answer at once', async () => {
    const { last_name, ...rest } = personal;
    renderApp(path, stepApi({ version: 1, ...validAnswers, applicant: rest, address: [] }), signedIn);
    fireEvent.change(await screen.findByLabelText(/^Last name/), { target: { value: last_name } });
    fireEvent.click(await screen.findByRole('button', { name: 'Next Tab' }));
    expect(screen.getByRole('button', { name: /^Personal Details.*Done/ })).toBeDefined();
  });

  it('restores a draft and saves each change as a draft', async () => {
    const draft = records({ answers: { ...personal, middle_name: 'Luz' } });
    const { requests, user } = renderApp(
      path,
      stepApi(validAnswers, { 'GET /drafts/trn-1/personal-details': draft }),
      signedIn,
    );
    const middle = await screen.findByLabelText<HTMLInputElement>(/^Middle name/);
    expect(middle.value).toBe('Luz');
    await user.type(middle, ' M');
    expect(await screen.findByText(/^Saved \d{1,2}:\d\d\s[AP]M$/)).toBeDefined();
    const put = requests.findLast(({ method }) => method === 'put');
    expect(put).toMatchObject({ url: '/drafts/trn-1/personal-details', body: { answers: { middle_name: 'Luz M' } } });
  });
});

describe('the save of a step', () => {
  const api = (save: Parameters<typeof stepApi>[1] = {}) =>
    stepApi(
      { version: 3, ...validAnswers },
      { 'GET /users/sectionstatus/trn-1': status(0), 'POST /applicant/saveiddetail': records({ version: 4 }), ...save },
    );
  const saves = (requests: { method: string; url: string }[]) =>
    requests.filter(({ url }) => url === '/applicant/saveiddetail');

  it('sends all sections once with version and key, then opens the next step', async () => {
    let done = 0;
    const changes = {
      'GET /users/sectionstatus/trn-1': () => status(done),
      'POST /applicant/saveiddetail': () => {
        done = 1;
        return records({ version: 4 });
      },
    };
    const { requests, user } = renderApp(path, api(changes), signedIn);
    await toggle(/^Personal Details/);
    await user.dblClick(await next());
    await waitFor(() => expect(window.location.pathname).toBe('/identification/applicantDetail'));
    expect(saves(requests)).toHaveLength(1);
    expect(saves(requests)[0]).toMatchObject({
      headers: { 'Idempotency-Key': expect.stringMatching(/.{10,}/) },
      body: { trn_id: 'trn-1', version: 3, applicant: { last_name: "O'Neil" }, address: [{ city: 'Austin' }] },
    });
  });

  it('opens a step that was visited just before', async () => {
    const changes = {
      'GET /users/sectionstatus/trn-1': () => status(1),
      'GET /forms/application/applicant-details': records(servedForm(['other-details'])),
      'GET /contextual/getdetails/trn-1': records({ version: 0 }),
      'GET /drafts/trn-1/other-details': records(null),
    };
    const { user } = renderApp('/identification/applicantDetail', api(changes), signedIn);
    await toggle(/^Other Details/);
    await user.click(await screen.findByRole('button', { name: /^Identification Details/ }));
    await toggle(/^Personal Details/);
    await user.click(await next());
    await waitFor(() => expect(window.location.pathname).toBe('/identification/applicantDetail'));
    expect(await toggle(/^Other Details/)).toBeDefined();
  });

  it.each([
    ['address', { address: [], ssn_data: {} }],
    ['ssn', { ssn_data: {} }],
  ])('opens %s, the first panel with an error, from another panel', async (wrong, answers) => {
    const { user } = renderApp(path, stepApi({ version: 1, ...validAnswers, ...answers }), signedIn);
    await waitFor(() => expect(openPanel()).toBe(wrong));
    await user.click(await toggle(/^Personal Details/));
    await waitFor(() => expect(openPanel()).toBe('personal-details'));
    await user.click(await next());
    expect(await screen.findByRole('region', { name: 'There is a problem' })).toBeDefined();
    expect(openPanel()).toBe(wrong);
    expect(screen.getByText('Answer the required field')).toBeDefined();
  });

  it('shows an error one second after the last change, not before', async () => {
    const { user } = renderApp(path, stepApi({ version: 1, ...validAnswers }), signedIn);
    const first = await screen.findByLabelText(/^First name/);
    const message = () => screen.queryAllByText('minimum 2 characters is required').length;
    // The step opens at its last panel, which validates the earlier ones.
    await user.click(await toggle(/^Personal Details/));
    await waitFor(() => expect(openPanel()).toBe('personal-details'));
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers();
    fireEvent.change(first, { target: { value: 'A' } });
    await act(() => vi.advanceTimersByTimeAsync(900));
    expect(message()).toBe(0);
    await act(() => vi.advanceTimersByTimeAsync(200));
    vi.useRealTimers();
    await waitFor(() => expect(message()).toBeGreaterThan(0));
  });
});

describe('a save that is answered without a result', () => {
  it("shows 'Something went wrong' and stays", async () => {
    const api = stepApi({ version: 3, ...validAnswers }, { 'POST /applicant/saveiddetail': records(null) });
    const { user } = renderApp(path, api, signedIn);
    await toggle(/^Personal Details/);
    await user.click(await next());
    expect(await screen.findByText('Something went wrong')).toBeDefined();
    expect(screen.queryByText('Saving')).toBeNull();
    expect(window.location.pathname).toBe(path);
  });
});

describe('a step that was saved elsewhere', () => {
  const theirs = { version: 5, ...validAnswers, applicant: { ...personal, middle_name: 'Theirs' } };
  const stale = refusal(409, { message: 'Changed', code: 'staleVersion', records: theirs });

  async function meet(answers: ReturnType<typeof refusal>[]) {
    const rendered = renderApp(
      path,
      stepApi(
        { version: 3, ...validAnswers, applicant: { ...personal, middle_name: 'Mine' } },
        { 'POST /applicant/saveiddetail': () => answers.shift() ?? refusal(500, {}) },
      ),
      signedIn,
    );
    await toggle(/^Personal Details/);
    await rendered.user.click(await next());
    const row = await screen.findByRole('row', { name: /Middle name/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mine', 'Theirs']);
    return rendered;
  }

  it('saves the typed answers over the newer version', async () => {
    const { requests, user } = await meet([stale, records({ version: 6 })]);
    await user.click(screen.getByRole('button', { name: 'Keep what I typed' }));
    await waitFor(() => expect(requests.filter(({ url }) => url === '/applicant/saveiddetail')).toHaveLength(2));
    const last = requests.findLast(({ url }) => url === '/applicant/saveiddetail');
    expect(last).toMatchObject({ body: { version: 5, applicant: { middle_name: 'Mine' } } });
  });

  it('can load the saved answers', async () => {
    const { user } = await meet([stale]);
    await user.click(screen.getByRole('button', { name: 'Load what was saved' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Middle name/).value).toBe('Theirs'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a draft in conflict', () => {
  const onPhone = { answers: { ...personal, middle_name: 'Phone' }, revision: 'phone.7' };
  const stale = refusal(409, { message: 'Changed', code: 'staleDraft', records: onPhone });

  async function meet() {
    const answers = [stale];
    const put = () => answers.shift() ?? records({ revision: 'desktop.9' });
    const rendered = renderApp(path, stepApi(validAnswers, { 'PUT /drafts/trn-1/personal-details': put }), signedIn);
    await rendered.user.type(await screen.findByLabelText(/^Middle name/), 'Desktop');
    await screen.findByRole('dialog', { name: 'These answers were changed somewhere else' });
    const row = screen.getByRole('row', { name: /Middle name/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['Desktop', 'Phone']);
    return rendered;
  }

  it.each([
    { choice: 'Keep what I typed', middle_name: 'Desktop' },
    { choice: 'Use the other answers', middle_name: 'Phone' },
  ])("shows both answers, and '$choice' leaves '$middle_name'", async ({ choice, middle_name }) => {
    const { requests, user } = await meet();
    await user.click(screen.getByRole('button', { name: choice }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Middle name/).value).toBe(middle_name);
    const puts = () => requests.filter(({ method }) => method === 'put');
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[0]).toMatchObject({ body: { mark: { was: 'saved-0' } } });
    expect(puts()[1]).toMatchObject({ body: { answers: { middle_name }, mark: { was: 'phone.7' } } });
    expect(await screen.findByText(/^Saved \d{1,2}:\d\d\s[AP]M$/)).toBeDefined();
  });

  it('is saved without a question if both texts are equal', async () => {
    const answers = [stale];
    const put = () => answers.shift() ?? records({ revision: 'desktop.9' });
    const { requests, user } = renderApp(
      path,
      stepApi(validAnswers, { 'PUT /drafts/trn-1/personal-details': put }),
      signedIn,
    );
    const middle = await screen.findByLabelText(/^Middle name/);
    await user.type(middle, 'Phone');
    expect(await screen.findByText(/^Saved \d{1,2}:\d\d\s[AP]M$/)).toBeDefined();
    await user.type(middle, 's');
    const puts = () => requests.filter(({ method }) => method === 'put');
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[1]).toMatchObject({ body: { answers: { middle_name: 'Phones' }, mark: { was: 'phone.7' } } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a draft with an answer that is now hidden', () => {
  it('is sent again without that answer, and the page reloads its form', async () => {
    const hidden = {
      path: '/answers/middle_name',
      section: 'personal-details',
      field: '/middle_name',
      message: 'Hidden',
    };
    const onChange = vi.fn();
    const stop = watchFormsVersion(onChange, false);
    onTestFinished(stop);
    const answers = [refusal(422, { code: 'invalid', message: 'Wrong', errors: [hidden] })];
    const put = () => answers.shift() ?? records({ revision: 'desktop.9' });
    const { requests, user } = renderApp(
      path,
      stepApi(validAnswers, { 'PUT /drafts/trn-1/personal-details': put }),
      signedIn,
    );
    await user.type(await screen.findByLabelText(/^Middle name/), 'L');
    const puts = () => requests.filter(({ method }) => method === 'put').map(({ body }) => body);
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[0]).toMatchObject({ answers: { middle_name: 'L', last_name: personal.last_name } });
    expect(puts()[1]).toMatchObject({ answers: { last_name: personal.last_name }, mark: { was: 'saved-0' } });
    expect(puts()[1]).not.toHaveProperty('answers.middle_name');
    expect(await screen.findByText(/^Saved \d{1,2}:\d\d\s[AP]M$/)).toBeDefined();
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});

describe('the address history', () => {
  const history = () => screen.queryByText("Your addresses don't cover the last two years");
  const api = (move_in_date: string) => {
    const form = servedForm(['personal-details', 'proof-of-identity', 'address', 'ssn']);
    const today = { ...form, context: { ...form.context, today: '2026-11-21' } };
    const address = [{ ...validAnswers.address[0], move_in_date }];
    return stepApi(
      { version: 1, ...validAnswers, address },
      { 'GET /forms/application/identification': records(today) },
    );
  };

  it('warns of days without an address in the last two years, without refusing them', async () => {
    renderApp(`${path}#address`, api('2026-03-01'), signedIn);
    expect(await screen.findByText('No address from Nov 21, 2024 to Feb 28, 2026')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Next Tab' })).toBeDefined();
  });

  it('updates the warning while typing', async () => {
    const { user } = renderApp(`${path}#address`, api('2020-09-01'), signedIn);
    const moved = await screen.findByLabelText(/^Move-in date/);
    expect(history()).toBeNull();
    await user.clear(moved);
    await user.type(moved, '11/01/2026');
    await waitFor(() => expect(history()).not.toBeNull(), { timeout: 5000 });
  });
});
