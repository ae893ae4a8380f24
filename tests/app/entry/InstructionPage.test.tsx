// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ShownNotice } from '../../../src/contract/notices';
import { type FakeAnswer, records } from '../../api/fakeAdapter';
import { detail, status } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../src/app/steps/StepPage', () => import('../support/fakePages'));
afterEach(cleanUpApp);

const rich =
  '<h3>What you need</h3><p onclick="steal()">Bring <b>papers</b>.<script>steal()</script><img src=x onerror=steal()></p>';

const notice: ShownNotice = {
  ...{ id: 'electronic-records', proof: 'pdf', title: 'Electronic records', paragraphs: ['We send emails.'] },
  ...{ points: [], criteria: [], statute: '', point_size: null, digest: 'd', confirmed_at: null, since_start: 'new' },
};

function api(accept: FakeApi[string]): FakeApi {
  let agreed = false;
  return {
    'GET /users/applicationdetail': () => detail({ accept_terms_and_condition_status: agreed }),
    'GET /users/sectionstatus/trn-1': status(0),
    'GET /users/getTandCpageforregistration/trn-1': records({
      text: rich,
      subscriber_text: '<ol><li>Be true.</li></ol>',
    }),
    'GET /notices/trn-1': records({ notices: [notice] }),
    'POST /users/updateTandC': async (request) => {
      const answer = (typeof accept === 'function' ? await accept(request) : accept) as FakeAnswer;
      agreed = (answer.status ?? 200) === 200 && (answer.data as { success: boolean }).success;
      return answer;
    },
  };
}

describe('the instruction page', () => {
  it('has the notice about electronic records, collapsed, because applicants agree to them here', async () => {
    renderApp('/instruction', api(records(null)), signedIn);
    const title = await screen.findByText('Electronic records');
    expect(title.closest('details')?.open).toBe(false);
    expect(title.closest('details')?.textContent).toContain('We send emails.');
  });

  it('lists the required documents, two years of addresses and the fee', async () => {
    const fees = {
      recordset: [{ ApplicationFee: 45, SubscriberFee: 0 }],
      terms: [],
      currency: 'usd',
      publishableKey: 'pk',
    };
    const settings = { documents: { Visa: 'Hide', Paystub: 'Hide' }, fields: {} };
    const { user } = renderApp(
      '/instruction',
      {
        ...api(records(null)),
        'GET /payment/fees/trn-1': records({ ...fees, provider: 'sandbox' }),
        'GET /applicant/configuration/trn-1': records(settings),
      },
      signedIn,
    );
    await user.click(await screen.findByRole('button', { name: 'What you need', expanded: false }));
    const list = within(screen.getByRole('region', { name: 'What you need' }));
    expect(await list.findByText('$45.00 at the end.')).toBeDefined();
    expect(list.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
      'A picture of your ID',
      'Two years of addresses',
      'Your Social Security number',
      'Proof of income',
      'Your contacts',
      'Vehicle, if any',
      'A card for the application fee',
    ]);
    expect(
      list.getByText("Use a driver's license or state ID (both sides), a US passport, or a green card."),
    ).toBeDefined();
  });

  const STUBS = 'pay stubs for 4 weeks';
  const STATEMENTS = 'bank statements for 2 months (3 if self-employed)';
  const OTHER = 'proof of other income';
  it.each([
    [[], `Original PDFs, not pictures: ${STUBS}, ${STATEMENTS}, and ${OTHER}.`],
    [['OtherIncome'], `Original PDFs, not pictures: ${STUBS} and ${STATEMENTS}.`],
    [['Paystub', 'BankStatements'], `Original PDFs, not pictures: ${OTHER}.`],
  ])('lists only the proof of income that the landlord asks for, without %j', async (hidden, text) => {
    const documents = Object.fromEntries(hidden.map((name) => [name, 'Hide']));
    const { user } = renderApp(
      '/instruction',
      { ...api(records(null)), 'GET /applicant/configuration/trn-1': records({ documents, fields: {} }) },
      signedIn,
    );
    await user.click(await screen.findByRole('button', { name: 'What you need', expanded: false }));
    const list = within(screen.getByRole('region', { name: 'What you need' }));
    expect(await list.findByText(text)).toBeDefined();
  });

  it('lists vehicles and animals as one item if both are asked about', async () => {
    const asked = () => detail({ accept_terms_and_condition_status: false, asked: ['have_vehicle', 'have_pet'] });
    const { user } = renderApp(
      '/instruction',
      { ...api(records(null)), 'GET /users/applicationdetail': asked },
      signedIn,
    );
    await user.click(await screen.findByRole('button', { name: 'What you need', expanded: false }));
    const list = within(screen.getByRole('region', { name: 'What you need' }));
    expect((await list.findByText('Vehicle or animal, if any')).nextSibling?.textContent).toBe(
      "A vehicle's year, make, model, color and plate. An animal's type and breed.",
    );
    expect(list.queryByText(/^(Vehicle|Animals), if any$/)).toBeNull();
  });

  it("lists no employer's phone if no income documents are asked for", async () => {
    const settings = { documents: { Paystub: 'Hide', BankStatements: 'Hide', OtherIncome: 'Hide' }, fields: {} };
    const { user } = renderApp(
      '/instruction',
      { ...api(records(null)), 'GET /applicant/configuration/trn-1': records(settings) },
      signedIn,
    );
    await user.click(await screen.findByRole('button', { name: 'What you need', expanded: false }));
    const list = within(screen.getByRole('region', { name: 'What you need' }));
    expect(await list.findByText('Email for a reference.')).toBeDefined();
    expect(list.queryByText(/employer/)).toBeNull();
  });

  it('shows the instructions and the terms, sanitized, in panels that open and close', async () => {
    const { user } = renderApp('/instruction', api(records(null)), signedIn);
    const panel = await screen.findByRole('button', { name: 'Instructions', expanded: true });
    expect(screen.getByText('papers').tagName).toBe('B');
    expect(document.querySelector('script, img, [onclick]')).toBeNull();
    await user.click(panel);
    expect(screen.getByText('papers').closest('[hidden]')).toBeTruthy();
    await user.click(
      within(screen.getByRole('navigation', { name: 'Sections on this page' })).getByRole('link', {
        name: 'Instructions',
      }),
    );
    expect(screen.getByText('papers').closest('[hidden]')).toBeNull();
    expect(screen.getByRole('button', { name: 'Terms & Conditions', expanded: true })).toBeTruthy();
  });
});
