// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { refusal, status } from '../support/records';
import { forgetApp, renderApp, signedIn } from '../support/renderApp';
import { personal, stepApi, whole } from './stepApi';

vi.mock('../../../schemas/flows/application.json', () => import('../support/ownFlow'));
vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(forgetApp);

const path = '/identification';
const toggle = (name: RegExp) => screen.findByRole('button', { name });
const openPanel = () => document.querySelector('.rp-accordion__item[data-open=true]')?.id;
const next = () => screen.findByRole('button', { name: 'Next' });

/** Step 1 all right but for the date of birth. */
const { DOB: _, ...withoutBirth } = personal;

describe('a step being filled in', () => {
  it('opens the next panel by Next Tab once this one is right, and says what is wrong until then', async () => {
    const { user } = renderApp(path, stepApi({ applicant: withoutBirth }), signedIn);
    const birth = await screen.findByLabelText(/^Date of birth/);
    await user.click(await screen.findByRole('button', { name: 'Next Tab' }));
    expect(openPanel()).toBe('personal-details');
    expect(await screen.findByRole('region', { name: 'There is a problem' })).toBeDefined();
    await user.type(birth, '04/12/1990');
    await user.click(await screen.findByRole('button', { name: 'Next Tab' }));
    await waitFor(() => expect(openPanel()).toBe('poi'));
    expect(window.location.hash).toBe('#poi');
    expect(await toggle(/^Personal Details\s*Done/)).toBeDefined();
    expect(document.activeElement).toBe(await toggle(/^Proof of Identity/));
  });

  it('reopens an earlier panel with something wrong, tells what, and lets Back lead on', async () => {
    const { user } = renderApp(path, stepApi({ applicant: withoutBirth }), signedIn);
    await user.click(await toggle(/^Address/));
    const summary = await screen.findByRole('region', { name: 'There is a problem' });
    expect(openPanel()).toBe('personal-details');
    expect(document.activeElement).toBe(summary);
    expect(screen.getByText('Answer the required field')).toBeDefined();
    expect(document.title).toMatch(/^Error:/);
    await user.click(within(summary).getByRole('link', { name: 'Date of birth: Required' }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Date of birth/));
    expect(window.location.hash).toBe('#personal-details');
  });

  it('lets a deep link no further than the first unfinished panel, and says what is wrong there', async () => {
    renderApp(`${path}#ssn`, stepApi({ version: 1, ...whole, address: [] }), signedIn);
    await toggle(/^Address/);
    await waitFor(() => expect(window.location.hash).toBe('#address'));
    expect(openPanel()).toBe('address');
    expect(await screen.findByRole('region', { name: 'There is a problem' })).toBeDefined();
    expect(screen.getByText('Answer the required field')).toBeDefined();
    expect((await screen.findAllByText('Required')).length).toBeGreaterThan(0);
  });

  it('names the later panel that it opens at in the address, and none where it opens at the first', async () => {
    const { unmount } = renderApp(path, stepApi({ version: 1, ...whole, address: [] }), signedIn);
    await waitFor(() => expect(window.location.hash).toBe('#address'));
    expect(openPanel()).toBe('address');
    unmount();
    renderApp(path, stepApi({ applicant: withoutBirth }), signedIn);
    await toggle(/^Address/);
    expect(openPanel()).toBe('personal-details');
    expect(window.location.hash).toBe('');
  });

  it('brings a draft back and keeps each change as one', async () => {
    const draft = records({ answers: { ...personal, middle_name: 'Luz' } });
    const { requests, user } = renderApp(
      path,
      stepApi(whole, { 'GET /drafts/trn-1/personal-details': draft }),
      signedIn,
    );
    const middle = await screen.findByLabelText<HTMLInputElement>(/^Middle name/);
    expect(middle.value).toBe('Luz');
    await user.type(middle, ' M');
    expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeDefined();
    const put = requests.findLast(({ method }) => method === 'put');
    expect(put).toMatchObject({ url: '/drafts/trn-1/personal-details', body: { answers: { middle_name: 'Luz M' } } });
  });
});

describe('the save of a step', () => {
  const api = (save: Parameters<typeof stepApi>[1] = {}) =>
    stepApi(
      { version: 3, ...whole },
      { 'GET /users/sectionstatus/trn-1': status(0), 'POST /applicant/saveiddetail': records({ version: 4 }), ...save },
    );
  const saves = (requests: { method: string; url: string }[]) =>
    requests.filter(({ url }) => url === '/applicant/saveiddetail');

  it('sends all sections once with version and key, then goes on', async () => {
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

  it('leads to a step that was on the page a moment before', async () => {
    const changes = {
      'GET /users/sectionstatus/trn-1': () => status(1),
      'GET /forms/application/applicant-details': records(servedForm(['other-details'])),
      'GET /contextual/getdetails/trn-1': records({ version: 0 }),
      'GET /drafts/trn-1/other-details': records(null),
    };
    // A call counts as under way for two seconds by the page's clock: they never end here.
    const { setTimeout } = globalThis;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      ms === 2_000 ? 0 : setTimeout(run, ms)) as never);
    const { user } = renderApp('/identification/applicantDetail', api(changes), signedIn);
    await toggle(/^Other Details/);
    await user.click(await screen.findByRole('button', { name: /^Identification Details/ }));
    await toggle(/^Personal Details/);
    await user.click(await next());
    await waitFor(() => expect(window.location.pathname).toBe('/identification/applicantDetail'));
    expect(await toggle(/^Other Details/)).toBeDefined();
    vi.restoreAllMocks();
  });

  it('is not sent while something is wrong', async () => {
    const { requests, user } = renderApp(path, api({ 'GET /drafts/trn-1/ssn': records({ answers: {} }) }), signedIn);
    await toggle(/^Social Security Number/);
    await user.click(await next());
    await screen.findByText('There is a problem');
    expect(openPanel()).toBe('ssn');
    expect(saves(requests)).toHaveLength(0);
  });

  it.each([
    ['address', { address: [], ssn_data: {} }],
    ['ssn', { ssn_data: {} }],
  ])('leads from another panel to %s, the first in which something is wrong', async (wrong, answers) => {
    const { user } = renderApp(path, stepApi({ version: 1, ...whole, ...answers }), signedIn);
    await waitFor(() => expect(openPanel()).toBe(wrong));
    await user.click(await toggle(/^Personal Details/));
    await waitFor(() => expect(openPanel()).toBe('personal-details'));
    await user.click(await next());
    expect(await screen.findByRole('region', { name: 'There is a problem' })).toBeDefined();
    expect(openPanel()).toBe(wrong);
    expect(screen.getByText('Answer the required field')).toBeDefined();
  });

  it('says what is wrong with a field a second after the last change, not before', async () => {
    const { user } = renderApp(path, stepApi({ version: 1, ...whole }), signedIn);
    const first = await screen.findByLabelText(/^First name/);
    await user.clear(first);
    // The wait that is asked for, since a busy machine takes its own time.
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await user.type(first, 'A');
    expect(timers.mock.calls.map(([, wait]) => wait)).toContain(1000);
    timers.mockRestore();
    expect(screen.queryAllByText('minimum 2 characters is required')).toEqual([]);
    await screen.findAllByText('minimum 2 characters is required', {}, { timeout: 5_000 });
  });

  it('brings what the server found back to the field', async () => {
    const refused = refusal(422, {
      message: 'Please correct the highlighted fields',
      errors: [
        {
          path: '/address/0/zipcode',
          section: 'address',
          field: '/address/0/zipcode',
          message: 'Please enter valid zip code',
        },
      ],
    });
    const { user } = renderApp(path, api({ 'POST /applicant/saveiddetail': refused }), signedIn);
    await toggle(/^Address/);
    await user.click(await next());
    expect(await screen.findByRole('link', { name: /Zip code: Please enter valid zip code$/ })).toBeDefined();
    expect(openPanel()).toBe('address');
    expect(screen.getByLabelText(/^Zip code/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/^Saving failed/)).toBeDefined();
  });

  it('says that it failed and tries the same save under the same key', async () => {
    const answers = [refusal(500, { message: '' }), records({ version: 4 })];
    const { requests, user } = renderApp(
      path,
      api({ 'POST /applicant/saveiddetail': () => answers.shift() ?? refusal(500, {}) }),
      signedIn,
    );
    await toggle(/^Personal Details/);
    await user.click(await next());
    expect(await screen.findByText(/^Saving failed/)).toBeDefined();
    const button = await next();
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5000 });
    await user.click(await next());
    await waitFor(() => expect(saves(requests)).toHaveLength(2));
    const keys = requests.flatMap(({ url, headers }) =>
      url === '/applicant/saveiddetail' ? headers['Idempotency-Key'] : [],
    );
    expect(new Set(keys).size).toBe(1);
  });
});

describe('a save that is answered without a result', () => {
  it("says 'Something went wrong' and stays", async () => {
    const api = stepApi({ version: 3, ...whole }, { 'POST /applicant/saveiddetail': records(null) });
    const { user } = renderApp(path, api, signedIn);
    await toggle(/^Personal Details/);
    await user.click(await next());
    expect(await screen.findByText('Something went wrong')).toBeDefined();
    expect(screen.queryByText('Saving')).toBeNull();
    expect(window.location.pathname).toBe(path);
  });
});

describe('a step saved elsewhere meanwhile', () => {
  const theirs = { version: 5, ...whole, applicant: { ...personal, middle_name: 'Theirs' } };
  const stale = refusal(409, { message: 'Changed', code: 'staleVersion', records: theirs });

  async function meet(answers: ReturnType<typeof refusal>[]) {
    const rendered = renderApp(
      path,
      stepApi(
        { version: 3, ...whole, applicant: { ...personal, middle_name: 'Mine' } },
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

  it('keeps what was typed, saved over the newer version', async () => {
    const { requests, user } = await meet([stale, records({ version: 6 })]);
    await user.click(screen.getByRole('button', { name: 'Keep what I typed' }));
    await waitFor(() => expect(requests.filter(({ url }) => url === '/applicant/saveiddetail')).toHaveLength(2));
    const last = requests.findLast(({ url }) => url === '/applicant/saveiddetail');
    expect(last).toMatchObject({ body: { version: 5, applicant: { middle_name: 'Mine' } } });
  });

  it('or takes what was saved', async () => {
    const { user } = await meet([stale]);
    await user.click(screen.getByRole('button', { name: 'Load what was saved' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Middle name/).value).toBe('Theirs'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a draft that another text came before', () => {
  const there = { answers: { ...personal, middle_name: 'Phone' }, revision: 'phone.7' };
  const stale = refusal(409, { message: 'Changed', code: 'staleDraft', records: there });

  async function meet() {
    const answers = [stale];
    const put = () => answers.shift() ?? records({ revision: 'desktop.9' });
    const rendered = renderApp(path, stepApi(whole, { 'PUT /drafts/trn-1/personal-details': put }), signedIn);
    await rendered.user.type(await screen.findByLabelText(/^Middle name/), 'Desktop');
    await screen.findByRole('dialog', { name: 'These answers were changed elsewhere' });
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
    { choice: 'Take what is there', middle_name: 'Phone' },
  ])('shows both; $choice leaves $middle_name', async ({ choice, middle_name }) => {
    const { requests, user } = await meet();
    await user.click(screen.getByRole('button', { name: choice }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Middle name/).value).toBe(middle_name);
    const puts = () => requests.filter(({ method }) => method === 'put');
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[0]).toMatchObject({ body: { mark: { was: 'saved-0' } } });
    expect(puts()[1]).toMatchObject({ body: { answers: { middle_name }, mark: { was: 'phone.7' } } });
    expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeDefined();
  });

  it('is none when it says the same: the page goes on from it', async () => {
    const answers = [stale];
    const put = () => answers.shift() ?? records({ revision: 'desktop.9' });
    const { requests, user } = renderApp(path, stepApi(whole, { 'PUT /drafts/trn-1/personal-details': put }), signedIn);
    const middle = await screen.findByLabelText(/^Middle name/);
    await user.type(middle, 'Phone');
    expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeDefined();
    await user.type(middle, 's');
    const puts = () => requests.filter(({ method }) => method === 'put');
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[1]).toMatchObject({ body: { answers: { middle_name: 'Phones' }, mark: { was: 'phone.7' } } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('logging out', () => {
  const open = async (answer: Parameters<typeof stepApi>[1]) => {
    const rendered = renderApp(path, stepApi(whole, { 'POST /users/logout': records(null), ...answer }), signedIn);
    await rendered.user.type(await screen.findByLabelText(/^Middle name/), 'Luz');
    const leave = async () => {
      await rendered.user.click(screen.getByRole('button', { name: 'Menu' }));
      await rendered.user.click(screen.getByRole('button', { name: 'Logout' }));
    };
    await leave();
    return { ...rendered, leave };
  };
  const calls = (requests: { method: string; url: string }[]) =>
    requests.map(({ method, url }) => `${method} ${url}`).filter((one) => /^put|logout/.test(one));

  it('sends what was typed before', async () => {
    const { requests } = await open({});
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(calls(requests)).toEqual(['put /drafts/trn-1/personal-details', 'post /users/logout']);
  });

  it('speaks of what could not be sent, and stays or goes as the applicant says', async () => {
    const { requests, user, leave } = await open({ 'PUT /drafts/trn-1/personal-details': refusal(500, {}) });
    await screen.findByRole('alertdialog', { name: 'Some of what you typed could not be saved' });
    await user.click(screen.getByRole('button', { name: 'Stay' }));
    expect(calls(requests)).not.toContain('post /users/logout');
    expect(screen.getByLabelText<HTMLInputElement>(/^Middle name/).value).toBe('Luz');
    await leave();
    await user.click(await screen.findByRole('button', { name: 'Log out and delete it' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(calls(requests)).toContain('post /users/logout');
  });
});

describe('a step that cannot be loaded', () => {
  it('says so in the words of the specification and tries again', async () => {
    const answers = [refusal(500, { message: 'Broken' }), records({ version: 0, ...whole })];
    const { user } = renderApp(
      path,
      stepApi({}, { 'GET /applicant/getidentification/trn-1': () => answers.shift() ?? refusal(500, {}) }),
      signedIn,
    );
    expect(await screen.findByText('Something went wrong please try again')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await toggle(/^Personal Details/)).toBeDefined();
  });
});

describe('/view', () => {
  it('shows the same sections as text, with nothing to change', async () => {
    const { requests } = renderApp('/view', stepApi({ version: 1, ...whole }), signedIn);
    const { body } = document;
    expect((await screen.findByRole('button', { name: /José/ })).closest('h2')).not.toBeNull();
    expect(body.querySelectorAll('input, select, textarea')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: /^(Next|Next Tab|Add .*)$/ })).toBeNull();
    expect(requests.some(({ url }) => url.startsWith('/drafts'))).toBe(false);
  });
});

describe('the address history', () => {
  const history = () => screen.queryByText('Your address history does not cover the two most recent years');
  const api = (move_in_date: string) => {
    const form = servedForm(['personal-details', 'proof-of-identity', 'address', 'ssn']);
    const today = { ...form, context: { ...form.context, today: '2026-11-21' } };
    const address = [{ ...whole.address[0], move_in_date }];
    return stepApi({ version: 1, ...whole, address }, { 'GET /forms/application/identification': records(today) });
  };

  it('points out the days of the two most recent years without an address, and refuses nothing', async () => {
    renderApp(`${path}#address`, api('2026-03-01'), signedIn);
    expect(await screen.findByText('No address from 11/21/2024 to 02/28/2026')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Next Tab' })).toBeDefined();
  });

  it('is measured anew while it is typed', async () => {
    const { user } = renderApp(`${path}#address`, api('2020-09-01'), signedIn);
    const moved = await screen.findByLabelText(/^Move-in date/);
    expect(history()).toBeNull();
    await user.clear(moved);
    await user.type(moved, '11/01/2026');
    await waitFor(() => expect(history()).not.toBeNull(), { timeout: 5000 });
  });
});
