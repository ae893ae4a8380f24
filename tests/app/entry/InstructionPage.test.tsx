// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeAnswer, records } from '../../api/fakeAdapter';
import { detail, refusal, status } from '../support/records';
import { type FakeApi, forgetApp, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/app/steps/StepPage', () => import('../support/fakePages'));
afterEach(forgetApp);

const rich =
  '<h3>What you need</h3><p onclick="steal()">Bring <b>papers</b>.<script>steal()</script><img src=x onerror=steal()></p>';

function api(accept: FakeApi[string]): FakeApi {
  let agreed = false;
  return {
    'GET /users/applicationdetail': () => detail({ accept_terms_and_condition_status: agreed }),
    'GET /users/sectionstatus/trn-1': status(0),
    'GET /users/getTandCpageforregistration/trn-1': records({
      text: rich,
      subscriber_text: '<ol><li>Be true.</li></ol>',
    }),
    'POST /users/updateTandC': async (request) => {
      const answer = (typeof accept === 'function' ? await accept(request) : accept) as FakeAnswer;
      agreed = (answer.status ?? 200) === 200 && (answer.data as { success: boolean }).success;
      return answer;
    },
  };
}

describe('the instruction page', () => {
  it('says what to have at hand: the documents asked for by name, two years of addresses, and the fee', async () => {
    const fees = { recordset: [{ ApplicationFee: 45, SubscriberFee: 0 }], currency: 'usd', publishableKey: 'pk' };
    const settings = { documents: { Visa: 'Hide', Paystub: 'Hide' }, fields: {} };
    renderApp(
      '/instruction',
      {
        ...api(records(null)),
        'GET /payment/fees/trn-1': records({ ...fees, provider: 'sandbox' }),
        'GET /applicant/configuration/trn-1': records(settings),
      },
      signedIn,
    );
    const list = within(await screen.findByRole('region', { name: 'Have these at hand' }));
    expect(await list.findByText('$45.00, paid at the end, not paid back.')).toBeDefined();
    expect(list.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
      "A picture of one of these: Driver's license or state ID, US passport, Permanent residence ID",
      'Your addresses of the last two years',
      'Your Social Security number',
      'Bank statements of the 2 most recent months',
      'A card for the application fee',
    ]);
    expect(screen.getByText(/^About 25 minutes/)).toBeDefined();
  });

  it('shows both texts, cleaned, in panels that open and close', async () => {
    const { user } = renderApp('/instruction', api(records(null)), signedIn);
    const panel = await screen.findByRole('button', { name: 'Instructions', expanded: true });
    expect(screen.getByText('papers').tagName).toBe('B');
    expect(document.querySelector('script, img, [onclick]')).toBeNull();
    await user.click(panel);
    expect(screen.getByText('papers').closest('[hidden]')).toBeTruthy();
    await user.click(
      within(screen.getByRole('navigation', { name: 'Sections of this page' })).getByRole('link', {
        name: 'Instructions',
      }),
    );
    expect(screen.getByText('papers').closest('[hidden]')).toBeNull();
    expect(screen.getByRole('button', { name: 'Terms & Conditions', expanded: true })).toBeTruthy();
  });

  it('sends the agreement and goes to step 1', async () => {
    const { user, requests } = renderApp('/instruction', api(records(null, 'Thank you.')), signedIn);
    await user.click(await screen.findByRole('button', { name: 'Agree & Continue' }));
    await screen.findByText('The page of this step');
    expect(window.location.pathname).toBe('/identification');
    expect(requests.find(({ url }) => url === '/users/updateTandC')?.body).toEqual({ trn_id: 'trn-1' });
    expect(screen.getByText('Thank you.')).toBeTruthy();
  });

  it.each([
    ['success false', { data: { status: 200, success: false, message: 'Not yet.', records: null } }],
    ['a refusal', refusal(500, { message: 'Not yet.' })],
  ])('stays and shows the message of %s', async (_, answer) => {
    const { user } = renderApp('/instruction', api(answer), signedIn);
    await user.click(await screen.findByRole('button', { name: 'Agree & Continue' }));
    expect(await screen.findByText('Not yet.')).toBeTruthy();
    expect(window.location.pathname).toBe('/instruction');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Agree & Continue' })).toBeTruthy());
  });
});
