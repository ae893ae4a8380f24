// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { refusal, status } from '../support/records';
import { cleanUpApp, renderApp, signedIn } from '../support/renderApp';
import { stepApi, validAnswers } from './stepApi';

vi.mock('../../../schemas/flows/application.json', () => import('../support/ownFlow'));
vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

const name = { part: 'name', typed: "José O'Neil", document: 'JOSEPH ONEIL' };
const birth = { part: 'DOB', typed: '1990-04-12', document: '1990-04-21' };
const save = 'POST /applicant/saveiddetail';
const choose = 'POST /applicant/licencematch';

/** Opens step 1. Its records include the license comparison `match`, which a later call returns, too. */
function open(match: unknown, changes: Record<string, ReturnType<typeof records>> = {}) {
  const rendered = renderApp(
    '/identification',
    stepApi(
      { version: 3, ...validAnswers, licence_match: match },
      {
        'GET /users/sectionstatus/trn-1': status(0),
        'GET /applicant/licencematch/trn-1': records(match),
        [choose]: records(null),
        [save]: records({ version: 4 }),
        ...changes,
      },
    ),
    signedIn,
  );
  const sent = (call: string) =>
    rendered.requests.filter(({ method, url }) => `${method.toUpperCase()} ${url}` === call);
  return { ...rendered, sent };
}

async function pressNext(user: ReturnType<typeof open>['user']) {
  await screen.findByRole('button', { name: /^Personal Details/ });
  await user.click(await screen.findByRole('button', { name: 'Next' }));
}

describe("'Important Alert!' for a license with another name or date of birth", () => {
  it('stores a choice for each difference, then saves', async () => {
    const { user, sent } = open({ document: 7, differences: [name, birth] });
    await pressNext(user);
    const dialog = await screen.findByRole('alertdialog', { name: 'Important Alert!' });
    expect(sent(save)).toHaveLength(0);
    const names = within(within(dialog).getByRole('radiogroup', { name: 'Name' }));
    const dates = within(within(dialog).getByRole('radiogroup', { name: 'Date of birth' }));
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(within(dialog).getByRole('alert').textContent).toBe('Choose the correct answer for each difference.');
    await user.click(names.getByRole('radio', { name: "According to you: José O'Neil" }));
    await user.click(dates.getByRole('radio', { name: 'According to your document: Apr 21, 1990' }));
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent(save)).toHaveLength(1));
    expect(sent(choose)[0]?.body).toEqual({ trn_id: 'trn-1', document: 7, name: 'typed', DOB: 'document' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('saves nothing on Cancel, keeps typed answers, and asks again', async () => {
    const { user, sent } = open({ document: 7, differences: [name] });
    await pressNext(user);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent(save)).toHaveLength(0);
    expect(sent(choose)).toHaveLength(0);
    expect(screen.getByLabelText<HTMLInputElement>(/^First name/).value).toBe('José');
    await waitFor(
      () => expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).not.toBe('true'),
      {
        timeout: 5000,
      },
    );
    await pressNext(user);
    expect(await screen.findByRole('alertdialog', { name: 'Important Alert!' })).toBeDefined();
  });

  it.each([
    ['both matched or a choice was made', { document: 7, differences: [] }],
    ['there is no back side or no barcode', null],
  ])('does not open when %s', async (_, match) => {
    const { user, sent } = open(match);
    await pressNext(user);
    await waitFor(() => expect(sent(save)).toHaveLength(1));
    expect(sent(choose)).toHaveLength(0);
  });

  it("saves nothing when the choice can't be stored", async () => {
    const refused = refusal(422, { message: 'Please correct', errors: [{ path: '/DOB', message: 'You must be 18' }] });
    const { user, sent } = open({ document: 7, differences: [birth] }, { [choose]: refused });
    await pressNext(user);
    await user.click(await screen.findByRole('radio', { name: /^According to your document/ }));
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/^Saving failed. Please correct. You must be 18/)).toBeDefined();
    expect(sent(save)).toHaveLength(0);
  });
});
