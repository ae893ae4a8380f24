// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeAnswer, records } from '../../api/fakeAdapter';
import { personal, validAnswers } from '../steps/stepApi';
import { servedForm } from '../support/checkers';
import { detail, refusal, status } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';
import { createCard, focused, method, token, unfinished } from './fakeCard';

const loadCardClient = vi.hoisted(() => vi.fn());
vi.mock('../../../src/app/payment/loadCardClient', () => ({ loadCardClient }));
vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
// Fonts and canvas need a browser. Browser tests check the image.
vi.mock('../../../src/engine/PagePreview', () => ({
  drawTypedSignature: async (name: string, style: string) => `data:image/png;base64,${btoa(`${name} ${style}`)}`,
}));

beforeEach(() => {
  loadCardClient.mockReset().mockImplementation(async () => createCard());
  method.mockReset().mockResolvedValue({});
  token.mockReset().mockResolvedValue({ token: { id: 'tok_1' } });
});
afterEach(() => {
  vi.useRealTimers();
  unfinished.clear();
  cleanUpApp();
});

const billing = {
  cname: "José O'Neil",
  billingAddress: '18 Lantern Ln',
  city: 'Austin',
  state: 'TX',
  zipCode: '78704',
};

const FEE_TERMS = { terms: [], is_waived: false, is_returned: false };

function api(changes: FakeApi = {}): FakeApi {
  const context = { applicant: { first_name: 'José', last_name: "O'Neil" } };
  return {
    'GET /users/applicationdetail': detail(),
    'GET /users/sectionstatus/trn-1': status(3),
    'GET /users/getTandCpageforregistration/trn-1': records({
      text: '<p>Be true.</p>',
      subscriber_text: '<p>Pay.</p>',
      digest: 'first',
    }),
    'GET /notices/trn-1': records({ notices: [] }),
    'GET /forms/application/payment': records(servedForm(['consent', 'payment', 'signature'], context)),
    'GET /applicant/getidentification/trn-1': records({
      version: 1,
      documents: [],
      ...validAnswers,
      applicant: personal,
    }),
    // e2e/review.test.ts tests the review before paying.
    ...Object.fromEntries(
      ['identification', 'applicant-details', 'income'].map((step) => [
        `GET /forms/application/${step}`,
        records(servedForm([])),
      ]),
    ),
    'GET /contextual/getdetails/trn-1': records({ version: 1 }),
    'GET /income/getdetails/trn-1': records({ version: 1 }),
    'GET /payment/fees/trn-1': records({
      recordset: [{ ApplicationFee: 45.5, SubscriberFee: 45.5 }],
      secondary: 'afterSubmission',
      ...FEE_TERMS,
      provider: 'sandbox',
      publishableKey: 'pk_test_sandbox',
    }),
    ...Object.fromEntries(
      ['consent', 'payment', 'signature'].map((section) => [`GET /drafts/trn-1/${section}`, records(null)]),
    ),
    'PUT /drafts/trn-1/consent': records({ revision: 'r' }),
    'PUT /drafts/trn-1/payment': records({ revision: 'r' }),
    ...changes,
  };
}

/** Answers with consent and billing. Only the signature is missing. */
const filled: FakeApi = {
  'GET /drafts/trn-1/consent': records({ answers: { concent: true } }),
  'GET /drafts/trn-1/payment': records({ answers: billing }),
};

/** Opens the signature and the card, or the terms if they aren't agreed to. */
const open = (changes: FakeApi = {}, at = '#ps') => renderApp(`/identification/payment${at}`, api(changes), signedIn);
const submit = () => screen.findByRole('button', { name: /^Submit and pay/ });
const openPanel = () => document.querySelector('.rp-accordion__item[data-open=true]')?.id;

async function sign(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('radio', { name: /Type my name/ }));
  await user.type(await screen.findByLabelText(/^Full name/), "José O'Neil");
  await user.click(screen.getByRole('radio', { name: /Allura/ }));
  await user.click(screen.getByRole('checkbox', { name: /^I confirm/ }));
}

/** From here on, the test can skip the ten seconds that lock the button. */
const fakeClock = () => vi.useFakeTimers({ shouldAdvanceTime: true });

async function passLock(button: HTMLElement): Promise<void> {
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
}

const bannerAround = (title: HTMLElement) => title.closest<HTMLElement>('[role=alert]') ?? title;

const payments = (requests: { url: string; headers: Record<string, string>; body: unknown }[]) =>
  requests.filter(({ url }) => url === '/payment');

const pdfNotice = {
  ...{ id: 'electronic-records', proof: 'pdf', title: 'Electronic records', paragraphs: ['You get PDFs.'] },
  ...{
    points: [],
    criteria: [],
    statute: 'E-SIGN',
    point_size: null,
    digest: 'd1',
    confirmed_at: null,
    since_start: 'new',
  },
};
const confirmedNotice = { ...pdfNotice, confirmed_at: '2026-11-26T10:00:00.000Z' };

describe('consent and payment', () => {
  it("asks for the test PDF's code before the signature, and sends the code once it has four digits", async () => {
    const { user, requests } = open({
      ...filled,
      'GET /notices/trn-1': records({ notices: [pdfNotice] }),
      'POST /notices/confirm': records({ notices: [confirmedNotice] }),
    });
    await user.click(await submit());
    expect(await screen.findByText('Open the test PDF and enter the 4-digit code')).toBeTruthy();
    expect(payments(requests)).toHaveLength(0);
    await user.type(screen.getByLabelText(/^Code in the test PDF/), '4071');
    expect(await screen.findByText("The code is correct. You'll get your records electronically.")).toBeTruthy();
    const sent = requests.filter(({ url }) => url === '/notices/confirm');
    expect(sent.map(({ body }) => body)).toEqual([{ notice: 'electronic-records', digest: 'd1', code: '4071' }]);
  });

  it('shows a code as confirmed if only the response was lost', async () => {
    let isStored = false;
    const { user } = open({
      ...filled,
      'GET /notices/trn-1': () => records({ notices: [isStored ? confirmedNotice : pdfNotice] }),
      'POST /notices/confirm': () => {
        isStored = true;
        return undefined;
      },
    });
    await user.type(await screen.findByLabelText(/^Code in the test PDF/), '4071');
    expect(await screen.findByText("The code is correct. You'll get your records electronically.")).toBeTruthy();
  });

  it('opens the payment only after the terms are accepted', async () => {
    const { user } = open({}, '#tc');
    expect(await screen.findByText('Pay.')).toBeDefined();
    expect(screen.getByText('Be true.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Payment & Signature/ }));
    expect(await screen.findByText('This field must be checked')).toBeDefined();
    expect(openPanel()).toBe('tc');
    await user.click(screen.getByRole('checkbox', { name: /^I have read/ }));
    await user.click(screen.getByRole('button', { name: /^Payment & Signature/ }));
    await waitFor(() => expect(openPanel()).toBe('ps'));
  });

  it("shows the fee, that it isn't refundable, and the sandbox note with the card", async () => {
    open(filled);
    const order = within(await screen.findByRole('region', { name: 'Your payment' }));
    const facts = order.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Rental home', 'Harbor View Apartments'],
      ['Paid to', 'Demo Homes'],
    ]);
    expect(screen.getByRole('heading', { name: 'Application fee: $45.50' })).toBeDefined();
    // Above the signature, and beside the page on wide screens.
    expect(screen.getAllByText(/We refund the fee only if the law requires it/)).toHaveLength(2);
    const signing = screen.getByRole('heading', { name: 'Sign your answers and the terms' });
    const top = screen.getByRole('region', { name: 'Your payment' });
    expect(signing.compareDocumentPosition(top) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
    expect(screen.getByText('Sandbox')).toBeDefined();
    expect(screen.getByText(/4242 4242 4242 4242/)).toBeDefined();
  });

  it("copies the applicant's name and current address", async () => {
    const [home] = validAnswers.address;
    const address = [{ ...home, state: { value: 'TX', label: 'TX - Texas' } }];
    const { user } = open({
      'GET /drafts/trn-1/consent': filled['GET /drafts/trn-1/consent'] as FakeAnswer,
      'GET /applicant/getidentification/trn-1': records({ version: 1, ...validAnswers, address, applicant: personal }),
    });
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /in my name|my current address/ });
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true]);
    // Copied answers are one line, until the box is unchecked or a part is missing.
    expect(screen.getByText(/^18 Lantern Ln, Austin, TX \d{5}$/)).toBeDefined();
    expect(screen.queryByLabelText(/^City/)).toBeNull();
    for (const box of boxes) await user.click(box);
    expect(screen.getByLabelText<HTMLInputElement>(/^Cardholder name/).value).toBe("José O'Neil");
    await user.clear(screen.getByLabelText(/^City/));
    await user.click(screen.getByRole('checkbox', { name: 'Billing address: same as my current address' }));
    await user.click(screen.getByRole('checkbox', { name: 'Billing address: same as my current address' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^City/).value).toBe('Austin');
    expect(screen.getByLabelText<HTMLInputElement>(/^Billing address(?!:)/).value).toBe('18 Lantern Ln');
    const state = screen.getByLabelText<HTMLSelectElement>(/^State/);
    expect([state.value, state.selectedOptions[0]?.text]).toEqual(['TX', 'TX - Texas']);
  });

  it("offers to try again when the card form can't load", async () => {
    loadCardClient.mockRejectedValueOnce(new Error('blocked'));
    const { user } = open(filled);
    expect(await screen.findByText(/load the card form/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Card details, all required')).toBeDefined();
  });
});

describe('the payment', () => {
  it.each([
    [0, 'Please complete Identification Details.', '/identification'],
    [1, 'Please complete Applicant Details.', '/identification/applicantDetail'],
    [2, 'Please complete Income & Banking.', '/identification/incomeDetail'],
  ])(
    'redirects to the open step before asking for the card when only %i earlier steps are complete',
    async (done, text, path) => {
      let now = status(3);
      const { requests, user } = open({ ...filled, 'GET /users/sectionstatus/trn-1': () => now });
      await sign(user);
      now = status(done);
      await user.click(await submit());
      expect(await screen.findByText(text)).toBeDefined();
      await waitFor(() => expect(window.location.pathname).toBe(path));
      expect(method).not.toHaveBeenCalled();
      expect(payments(requests)).toHaveLength(0);
    },
  );

  it('links to sections that changed after their save, before asking for the card', async () => {
    const unsaved = [
      { step: 'income', section: 'employers' },
      { step: 'income', section: 'banking' },
    ];
    const { requests, user } = open({ ...filled, 'GET /payment/unsaved/trn-1': records(unsaved) });
    const notice = within(await screen.findByText('You have unsaved changes').then(bannerAround));
    expect(notice.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/identification/incomeDetail#ei',
      '/identification/incomeDetail#bank-info',
    ]);
    expect(notice.getByRole('link', { name: 'Income & Banking: Banking Information' })).toBeDefined();
    await sign(user);
    await user.click(await submit());
    expect(await screen.findByText(/^You have unsaved changes in Employment Income/)).toBeDefined();
    await waitFor(() => expect(window.location.pathname).toBe('/identification/incomeDetail'));
    expect(method).not.toHaveBeenCalled();
    expect(payments(requests)).toHaveLength(0);
  });

  it('links to unsaved sections that the server reports when the applicant submits', async () => {
    let now: object[] = [];
    const { user } = open({
      ...filled,
      'GET /payment/unsaved/trn-1': () => records(now),
      'POST /payment': () => {
        now = [{ step: 'identification', section: 'address' }];
        return refusal(409, { code: 'unsavedChanges', message: 'Save them, then submit again.', records: now });
      },
    });
    await sign(user);
    await user.click(await submit());
    expect(await screen.findByText('Save them, then submit again.')).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Identification Details: Address' })).toBeDefined();
  });

  it('shows incomplete card fields in the summary and at the field, before calling the provider', async () => {
    unfinished.add('cardExpiry').add('cardCvc');
    const { user } = open(filled);
    await sign(user);
    await user.click(await submit());
    const summary = await screen.findByRole('region', { name: 'There is a problem' });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    const expiry = 'Enter the month and year printed on your card';
    const links = within(summary).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      `Expiration date: ${expiry}`,
      'Security code: Enter the security code, 3 or 4 digits',
    ]);
    expect(screen.getByText(expiry).closest('.rp-field')?.textContent).toContain('Expiration date');
    await user.click(links[1] as HTMLElement);
    expect(focused).toHaveBeenLastCalledWith('cardCvc');
    expect(method).not.toHaveBeenCalled();
  });

  it("focuses the provider's refusal and sends no payment", async () => {
    method.mockResolvedValue({ error: { message: 'Your card number is incomplete.' } });
    const { requests, user } = open(filled);
    await sign(user);
    await user.click(await submit());
    const words = await screen.findByText(/^Your card number is incomplete\./);
    await waitFor(() => expect(document.activeElement?.contains(words)).toBe(true));
    expect(screen.getByText("The payment didn't go through. You haven't been charged.")).toBeDefined();
    expect(payments(requests)).toHaveLength(0);
  });

  it('shows the amount in the order and on the button, before and during the payment', async () => {
    let answer: (value: FakeAnswer) => void = () => undefined;
    const waiting = new Promise<FakeAnswer>((resolve) => {
      answer = resolve;
    });
    const { user } = open({ ...filled, 'POST /payment': () => waiting });
    await sign(user);
    const button = await submit();
    // In both headings, on the button, and beside the page on wide screens.
    expect(screen.getAllByText(/\$45\.50/).map(({ tagName }) => tagName)).toEqual(['H3', 'H3', 'BUTTON', 'STRONG']);
    await user.click(button);
    expect(await screen.findByRole('button', { name: 'Paying $45.50…' })).toBe(button);
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    answer(refusal(400, { code: 'paymentDeclined', message: '' }));
    await waitFor(() => expect(button.textContent).toBe('Submit and pay $45.50'));
  });

  it("sends the provider the cardholder's name and a US billing address", async () => {
    const { user } = open({ ...filled, 'POST /payment': refusal(400, { code: 'paymentDeclined', message: '' }) });
    await sign(user);
    await user.click(await submit());
    await waitFor(() => expect(token).toHaveBeenCalledTimes(1));
    const address = { line1: '18 Lantern Ln', city: 'Austin', state: 'TX', postal_code: '78704', country: 'US' };
    expect(method.mock.calls[0]?.[0]).toMatchObject({
      type: 'card',
      billing_details: { name: "José O'Neil", address },
    });
    expect(token.mock.calls[0]?.[1]).toEqual({
      name: "José O'Neil",
      address_line1: '18 Lantern Ln',
      address_city: 'Austin',
      address_state: 'TX',
      address_zip: '78704',
      address_country: 'US',
    });
  });

  it('shows a changed fee and charges it only after another submit', async () => {
    let fee = 45.5;
    const fees = () =>
      records({
        recordset: [{ ApplicationFee: fee, SubscriberFee: fee }],
        secondary: 'afterSubmission',
        ...FEE_TERMS,
        provider: 'sandbox',
        publishableKey: 'pk_test_sandbox',
      });
    const refused = refusal(400, { code: 'wrongAmount', message: 'The application fee has changed.' });
    const { requests, user } = open({ ...filled, 'GET /payment/fees/trn-1': fees, 'POST /payment': refused });
    await sign(user);
    fakeClock();
    fee = 999;
    await user.click(await submit());
    expect(await screen.findByText(/changed from \$45\.50 to \$999\.00 .* You haven.t been charged/)).toBeDefined();
    expect(payments(requests).map(({ body }) => (body as { amount: number }).amount)).toEqual([4550]);
    const button = await submit();
    await passLock(button);
    await user.click(button);
    await waitFor(() => expect(payments(requests)).toHaveLength(2));
    expect(payments(requests)[1]?.body).toMatchObject({ amount: 99_900 });
    const [first, second] = payments(requests).map(({ headers }) => headers['Idempotency-Key']);
    expect(second).not.toBe(first);
  });

  it.each([
    [[], ['You agreed to this when you started.', 'New in this step.', 'You saw this when you started.']],
    [['subscriber_text'], ['Changed since you started.', 'New in this step.', 'You saw this when you started.']],
    [undefined, ['New in this step.']],
  ])('marks what is new if the terms that changed since the start are %j', async (changed, marks) => {
    const terms = { text: '<p>Be true.</p>', subscriber_text: '<p>Pay.</p>', digest: 'first', changed };
    open(
      {
        'GET /users/getTandCpageforregistration/trn-1': records(terms),
        'GET /notices/trn-1': records({ notices: [pdfNotice] }),
      },
      '#tc',
    );
    const box = await screen.findByRole('region', { name: 'What you agree to' });
    await within(box).findByText('Pay.');
    expect([...box.querySelectorAll('[data-since]')].map(({ textContent }) => textContent)).toEqual(marks);
  });

  it('shows changed terms and pays only after a new consent', async () => {
    const now = { text: '<p>Be true.</p>', subscriber_text: '<p>No pets.</p>', digest: 'second' };
    const refused = refusal(409, {
      code: 'otherTerms',
      message: "The terms changed, and you haven't been charged.",
      records: now,
    });
    const { requests, user } = open({ ...filled, 'POST /payment': refused });
    await sign(user);
    fakeClock();
    await user.click(await submit());
    expect(await screen.findByText(/^The terms changed after you opened this page/)).toBeDefined();
    expect(screen.getByText('No pets.')).toBeDefined();
    await waitFor(() => expect(openPanel()).toBe('tc'));
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^I have read and agree/ });
    expect(box.checked).toBe(false);
    await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await submit());
    await waitFor(() => expect(payments(requests)).toHaveLength(2));
    expect(payments(requests).map(({ body }) => (body as { terms: string }).terms)).toEqual(['first', 'second']);
  });

  it('retries the same order if no response came', async () => {
    const answers = [refusal(502, {}), refusal(400, { code: 'paymentDeclined', message: '' })];
    const { requests, user } = open({ ...filled, 'POST /payment': () => answers.shift() ?? refusal(500, {}) });
    await sign(user);
    fakeClock();
    await user.click(await submit());
    expect(await screen.findByText(/You won't be charged twice/)).toBeDefined();
    token.mockResolvedValue({ token: { id: 'tok_2' } });
    const button = await submit();
    await passLock(button);
    await user.click(button);
    await waitFor(() => expect(payments(requests)).toHaveLength(2));
    const [first, second] = payments(requests);
    expect(second?.headers['Idempotency-Key']).toBe(first?.headers['Idempotency-Key']);
    expect(second?.body).toEqual(first?.body);
  });
});
