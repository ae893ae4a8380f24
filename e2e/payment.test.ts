import { expect, type Locator, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { makeDocument } from './support/documents';
import { fillSection } from './support/fill';
import { enterPdfCode, fillCard, openTerms, pay } from './support/journey';
import { readSession } from './support/session';
import { openStep, ROUTES, startAt } from './support/start';

test('a declined card can be replaced, a double click on Pay charges once, and the signed record is intact', async ({
  page,
}, info) => {
  const folder = info.outputPath('documents');
  const confirmed: number[] = [];
  const settled: number[] = [];
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api')) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  page.on('response', (response) => {
    if (/\/payment_intents\/[^/]+\/confirm$/.test(response.url())) confirmed.push(response.status());
    if (response.url().endsWith('/api/payment/settle')) settled.push(response.status());
  });

  await page.clock.install();
  const persona = await startAt(page, robin, 'twice', 'payment');
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
  await expect(page.getByText('Bluebonnet Books').first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Edit Gross pay, Employer 1' }).click();
  // The URL changes before the page does.
  await expect(page.getByRole('heading', { name: 'Income & Banking', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/\/identification\/payment/);

  await pay(page, { ...persona, card: { ...robin.card, number: '4000000000000002' } }, folder);
  await expect(
    page.getByText('Invalid card details, please provide valid card details. Payment Failed.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/identification\/payment/);

  const submit = page.getByRole('button', { name: /^Submit and pay/ });
  await page.clock.fastForward(10_000);
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true');
  await fillCard(page, robin.card);
  await submit.dblclick();
  await expect(page).toHaveURL(/\/success$/, { timeout: 30_000 });
  expect(confirmed).toEqual([402, 200]);
  expect(settled).toEqual([200]);
  for (const number of ['4000000000000002', robin.card.number, robin.card.number.replaceAll(' ', '')])
    expect(sent.filter((request) => request.includes(number))).toEqual([]);

  await page.getByRole('button', { name: /Document Upload/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Document Upload' });
  for (const title of [
    'Proof of Identification',
    'Social Security Number',
    'Proof of Employment Income',
    'Proof of Non-Employment Income',
    'Bank Statements',
    'Other Documents',
  ])
    await expect(dialog.getByRole('heading', { name: title, exact: false }).first()).toBeVisible();
  const other = dialog.locator('section').filter({ hasText: 'Other Documents' }).last();
  await other.locator('input[type=file]').setInputFiles(await makeDocument('bank-statement', folder));
  await expect(other.getByRole('listitem').filter({ hasText: 'Delete' })).toHaveCount(1, { timeout: 20_000 });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByText('In review, 1 thing left', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'View Consent' }).click();
  await expect(page.getByText('The record is intact: nothing has changed since it was signed.')).toBeVisible();
  const document = page.getByRole('link', { name: 'Download the signed record (PDF)' });
  await expect(document).toBeVisible({ timeout: 30_000 });
  const pdf = await page.request.get(String(await document.getAttribute('href')));
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await axeFindings(page)).toEqual([]);
});

test("the bank's challenge opens in the page: a refusal charges nothing, an approval submits", async ({
  page,
}, info) => {
  const persona = await startAt(page, robin, 'secure', 'payment');
  const card = { ...robin.card, number: '4000002760003184' };
  await pay(page, { ...persona, card }, info.outputPath('documents'));
  const bank = page.getByRole('dialog', { name: 'Sandbox bank' });
  await bank.getByRole('button', { name: 'Fail' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: "Your bank didn't confirm this payment." });
  await expect(refusal).toContainText("You haven't been charged");
  await expect(refusal.locator('xpath=..')).toBeFocused();
  await expect(page.getByText("This card wasn't accepted")).toHaveCount(0);
  await expect(page).toHaveURL(/\/identification\/payment/);
  const submit = page.getByRole('button', { name: 'Submit and pay $45.00' });
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  await submit.click();
  // This time, approves the payment by keyboard.
  await bank.getByRole('button', { name: 'Complete' }).press('Enter');
  await expect(page).toHaveURL(/\/success$/, { timeout: 30_000 });
  await expect(page.getByText('$45.00, card ending in 3184')).toBeVisible();
});

test('a payment whose response is lost is found, and charged once', async ({ page }, info) => {
  const persona = await startAt(page, robin, 'lost', 'payment');
  const confirmed: string[] = [];
  page.on('request', (request) => {
    if (/payment_intents\/.*\/confirm$/.test(request.url())) confirmed.push(request.url());
  });
  await page.route('**/api/payment/settle', (route) => route.abort(), { times: 1 });
  await pay(page, persona, info.outputPath('documents'));
  await expect(page.getByText(/^We don't know yet if your application was submitted/)).toBeVisible();
  const submit = page.getByRole('button', { name: 'Submit and pay $45.00' });
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true', { timeout: 20_000 });
  await submit.click();
  await expect(page).toHaveURL(/\/success$/, { timeout: 30_000 });
  expect(confirmed).toHaveLength(1);
});

test('a wallet is offered if the browser has one, and pays the signed amount', async ({ page }) => {
  const wallet = page.getByRole('button', { name: 'Sandbox wallet' });
  const openPayment = async () => {
    await openTerms(page);
    await enterPdfCode(page);
    await page.getByRole('checkbox', { name: /^I have read/ }).check();
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
  };
  await startAt(page, robin, 'wallet', 'payment');
  await openPayment();
  await expect(wallet).toHaveCount(0);
  await page.addInitScript(() => Object.assign(window, { ApplePaySession: { canMakePayments: () => true } }));
  await page.reload();
  await expect(page.getByText('Or pay with a card')).toBeVisible();
  await expect(page.getByText('If you pay with a wallet, you also sign and submit your application.')).toBeVisible();
  const submit = page.getByRole('button', { name: /^Submit and pay/ });
  await expect(submit).toHaveAccessibleDescription('By submitting, you sign your application.');
  await wallet.click();
  await expect(page.getByText('Please Sign the Application.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/identification\/payment/);
  await fillSection({ page, section: 'signature', folder: '' }, robin.flows.application.payment.signature);
  await wallet.click();
  await expect(page).toHaveURL(/\/success$/, { timeout: 30_000 });
  await expect(page.getByText('$45.00, card ending in 4242')).toBeVisible();
});

test('a new payment shows what is paid for, with name and current address filled in', async ({ page }) => {
  await startAt(page, robin, 'filled', 'payment');
  const files = page.getByRole('complementary', { name: 'Files and fee' }).getByRole('listitem');
  await expect(files).toHaveText([/3 files/, /2 files/]);
  await openTerms(page);
  await page.getByRole('checkbox', { name: /^I have read/ }).check();
  await page.getByRole('button', { name: /^Payment & Signature/ }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  const cardTop = async () =>
    ((await page.getByLabel('Card number').boundingBox())?.y ?? 9_999) + (await page.evaluate(() => window.scrollY));
  await expect.poll(cardTop).toBeLessThan(1_180);
  const order = page.getByRole('region', { name: 'Your payment' });
  await expectOrder(order);
  await expect(order.getByRole('heading', { name: 'Application fee: $45.00' })).toBeVisible();
  const signing = page.getByRole('heading', { name: 'Sign your answers and the terms' });
  const places = [order, signing, page.getByLabel('Card number')];
  const [pay, sign, number] = await Promise.all(places.map(async (one) => (await one.boundingBox())?.y ?? 0));
  expect([pay, sign, number]).toEqual([pay, sign, number].toSorted((one = 0, other = 0) => one - other));
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('heading', { name: 'Pay $45.00' })).toBeVisible();
  const side = page.getByRole('complementary', { name: 'Your payment' });
  await expectOrder(side, true);
  await expect(side).toContainText(/We refund the fee only if the law requires it.*We'll email you a receipt/);
  // The list of steps on the left makes a second list unnecessary.
  await expect(page.getByText('Files and fee')).toHaveCount(0);
  // The amount is beside the page, in a heading and on the button.
  await expect(page.getByText('$45.00').filter({ visible: true })).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Submit and pay $45.00', exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'The card is in my name' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Billing address: same as my current address' })).toBeChecked();
  const [home] = robin.flows.application.identification.address.address;
  const street = `${home?.street_address}, ${home?.appartment}`;
  const billed = page.locator('#ps-panel').getByText(`${street}, ${home?.city}, ${home?.state} ${home?.zipcode}`);
  await expect(billed).toBeVisible();
  for (const name of ['The card is in my name', 'Billing address: same as my current address'])
    await page.getByRole('checkbox', { name }).uncheck();
  const filled = {
    cname: 'Robin J Hale',
    billingAddress: street,
    city: home?.city,
    zipCode: home?.zipcode,
  };
  for (const [name, value] of Object.entries(filled))
    await expect(page.locator(`[id="payment_${name}"]`)).toHaveValue(String(value));
  // A typed address isn't replaced.
  await page.locator('[id="payment_billingAddress"]').fill('9 Second St');
  // "Saved" isn't shown beside the card form.
  await expect(page.locator('[role=status][data-state=saved]')).toBeAttached();
  await expect(page.getByText(/^Saved/)).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[id="payment_billingAddress"]')).toHaveValue('9 Second St');
  await expect(page.getByRole('checkbox', { name: 'Billing address: same as my current address' })).not.toBeChecked();
});

async function expectOrder(order: Locator, isWide = false): Promise<void> {
  const fee = isWide ? ['Application fee'] : [];
  await expect(order.getByRole('term')).toHaveText([...fee, 'Rental home', 'Paid to']);
  const amount = isWide ? ['$45.00'] : [];
  await expect(order.getByRole('definition')).toHaveText([...amount, 'Harbor View Apartments', 'Demo Homes']);
}

test('the box with the terms shows exactly what is recorded: terms, notices, instructions, each with a heading', async ({
  page,
}) => {
  await startAt(page, robin, 'whole-terms', 'payment');
  const recorded = await recordedTerms(page);
  await openTerms(page);
  const box = page.locator('#tc-panel section');
  await expect(box).toHaveCount(1);
  await expect(box.locator('[data-since]')).toHaveText([
    'You agreed to this when you started.',
    'Unchanged since you started.',
    'New in this step.',
    'You saw this when you started.',
  ]);
  await expect.poll(() => readRecorded(box)).toBe(recorded);
  await expect(box.getByRole('heading')).toHaveText([
    'Terms and Conditions of Demo Homes',
    /electronic/i,
    /reports/,
    'Instructions',
  ]);
  await expect(page.getByText('Terms & Conditions')).toHaveCount(0);
  await expect(page.locator('#tc-panel')).toContainText(
    /The box above contains: Terms and Conditions of Demo Homes; .*Electronic.*;.*reports.*; Instructions\./,
  );
  await expect(
    page.getByRole('checkbox', {
      name: /^I have read and agree to the Terms and Conditions and all the other text in the box above/,
    }),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: /^I have read/ }).check();
  await page.getByRole('button', { name: /^Payment & Signature/ }).click();
  await page.getByRole('button', { name: 'Read the terms' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terms and Conditions' });
  await expect.poll(() => readRecorded(dialog)).toContain(recorded);
});

/** Returns the text without spaces and without the lines that say what's new, which aren't recorded. */
const readRecorded = (part: Locator) =>
  part.evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const line of copy.querySelectorAll('[data-since]')) line.remove();
    return (copy.textContent ?? '').replace(/\s/g, '');
  });

/**
 * Returns the text of the terms, the notices and the instructions that the signature covers, with headings, without
 * spaces.
 */
async function recordedTerms(page: Page): Promise<string> {
  const { trnId, headers } = await readSession(page);
  const find = async (call: string) =>
    (await (await page.request.get(`/api/${call}/${trnId}`, { headers })).json()).records;
  const { text, subscriber_text } = await find('users/getTandCpageforregistration');
  const { notices }: { notices: ShownNotice[] } = await find('notices');
  const plain = (html: string) =>
    page.evaluate((given) => new DOMParser().parseFromString(given, 'text/html').body.textContent, html);
  const parts = notices.flatMap(({ title, paragraphs, points }) => [title, ...paragraphs, ...points]);
  const whole = ['Terms and Conditions of Demo Homes', await plain(subscriber_text), ...parts];
  return withoutSpaces([...whole, 'Instructions', await plain(text)].join(''));
}

interface ShownNotice {
  title: string;
  paragraphs: string[];
  points: string[];
}

const withoutSpaces = (text: string | null) => (text ?? '').replace(/\s/g, '');

test('the review lists a section that was changed after its step was saved', async ({ page }) => {
  await startAt(page, robin, 'unsaved', 'payment');
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: 'You have unsaved changes' });
  await expect(notice).toHaveCount(0);
  await page.goto(`${ROUTES.identification}#personal-details`);
  await page.locator('[id="personal-details_middle_name"]').fill('Wren');
  // Opens the URL right away, while the last answers are still being saved.
  await page.goto(ROUTES.payment);
  await notice.getByRole('link', { name: 'Identification Details: Personal Details' }).click();
  await expect(page.locator('[id="personal-details_middle_name"]')).toHaveValue('Wren');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).not.toHaveURL(/personal-details/);
  await openStep(page, 'payment');
  await expect(page.getByText('Wren').first()).toBeVisible();
  await expect(notice).toHaveCount(0);
});
