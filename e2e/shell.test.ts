import { type BrowserContext, expect, type Locator, type Page, type Route, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { disableBootstrap, overrideRecords } from './support/session';
import { start } from './support/start';

/** The tabs and their anchors (docs/spec/000.md, section 2). */
const steps = [
  {
    route: '/identification',
    title: 'Identification Details',
    anchors: ['Personal Detail', 'Proof of Identity', 'Address', 'SSN'],
  },
  {
    route: '/identification/applicantDetail',
    title: 'Applicant Details',
    called: 'Contextual Questions',
    anchors: ['Applicant Details', 'Contacts', 'Financial Details', 'Other Details'],
  },
  {
    route: '/identification/incomeDetail',
    title: 'Income & Banking',
    anchors: ['Employment Income', 'Other Income', 'Banking Information', 'Other Documents'],
  },
  {
    route: '/identification/payment',
    title: 'Consent & Payment',
    called: 'Check your answers',
    named: 'Check your answers, Consent & Payment',
    anchors: ['Check your answers', 'Terms and Conditions', 'Payment & Signature'],
  },
] as const;
const statuses = [
  'identification_details_status',
  'applicant_details_status',
  'income_banking_status',
  'consent_payment_status',
];

/** One applicant for the whole file. Tests fake the application's progress. */
let context: BrowserContext;
let page: Page;
// Runs the tests in order, because they share a page.
test.describe.configure({ mode: 'default' });
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  await start(page, robin, 'shell');
});
test.afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
test.afterAll(() => context.close());

/** Marks the steps with these numbers as complete, and the others as incomplete. The first step is 1. */
function done(...numbers: number[]): Promise<void> {
  const records = Object.fromEntries(statuses.map((status, index) => [status, numbers.includes(index + 1)]));
  return overrideRecords(page, 'sectionstatus/*', records);
}

/** Opens a page in the status that allows it: the consent view after submission, steps before it. */
async function visit(path: string): Promise<void> {
  await overrideRecords(page, 'applicationdetail', {
    application_status: path === '/viewconsent' ? 'Submitted' : 'Started',
  });
  await page.goto(path);
}

const stepButton = (title: string) =>
  page
    .getByRole('navigation', { name: 'Application steps' })
    .getByRole('button', { name: new RegExp(`^(.*\\s)?${title}`) });
const heading = () => page.getByRole('heading', { level: 1 });

test("every page of an application shows the subscriber's logo and name, the applicant's name and the Application ID", async () => {
  await done(1, 2, 3);
  for (const path of [...steps.map(({ route }) => route), '/view', '/viewconsent']) {
    await visit(path);
    const banner = page.getByRole('banner');
    await expect(
      banner
        .getByText('Demo Homes')
        .or(banner.getByRole('img', { name: 'Demo Homes' }))
        .first(),
      path,
    ).toBeVisible();
    await expect(banner.locator('img').first(), path).toHaveJSProperty('complete', true);
    expect(
      await banner
        .locator('img')
        .first()
        .evaluate((logo) => (logo as HTMLImageElement).naturalWidth),
    ).toBeGreaterThan(0);
    await expect(banner.getByText('Robin Hale'), path).toBeVisible();
    await expect(banner.getByText(/^Application ID \d{6}$/), path).toBeVisible();
    const foot = page.getByRole('contentinfo');
    await expect(foot.getByRole('link', { name: 'Data Policy' }), path).toHaveAttribute('href', '/atss/data-policy');
    // The link opens a new tab, so that typed answers stay open.
    await expect(foot.getByRole('link', { name: 'Data Policy' }), path).toHaveAttribute('target', '_blank');
    await expect(foot.getByRole('link', { name: 'Terms of Use' }), path).toHaveAttribute('href', '/atss/terms-of-use');
    await expect(foot.getByText(/^Version \d/), path).toHaveCount(0);
  }
});

test("the Logout menu and translation show only on an application's pages", async () => {
  await done(1, 2, 3);
  const menu = page.getByRole('button', { name: 'Menu' });
  const translate = page.getByRole('button', { name: 'Translate', exact: true });
  for (const path of [
    ...steps.map(({ route }) => route),
    '/view',
    '/view/applicantDetail',
    '/view/incomeDetail',
    '/viewconsent',
  ]) {
    await visit(path);
    await expect(menu, path).toBeVisible();
    await expect(translate, path).toBeVisible();
  }
  // The applicant's own link would continue their application, so this is another link.
  for (const path of [
    '/Floor/demo/harbor-view/2br/open',
    '/reset-password/x',
    '/unauthorizedAccess',
    '/atss/terms-of-use',
    '/Office/GuestCard/x',
    '/ml/predectPaystub',
    '/ml/predectBankStatement',
  ]) {
    await page.goto(path);
    await expect(heading(), path).toBeVisible();
    await expect(menu, path).toHaveCount(0);
    await expect(translate, path).toHaveCount(0);
  }
});

test("the note at the bottom of a page shows support's phone and email, and 'Click here' starts an email", async () => {
  for (const path of [
    '/identification',
    '/view',
    '/viewconsent',
    '/reset-password/x',
    '/unauthorizedAccess',
    '/Property/demo/harbor-view/open',
  ]) {
    await visit(path);
    const help = page.locator('.rp-help-note');
    await expect(help.getByRole('link', { name: 'Click here' }), path).toHaveAttribute('href', /^mailto:\S+@\S+$/);
    await expect(help.locator('a[href^="tel:+1"]'), path).toHaveText(/^\(\d{3}\) \d{3}-\d{4}$/);
    await expect(help.locator('a[href^="mailto:"]').last(), path).toHaveText(/^\S+@\S+$/);
  }
  expect(await axeFindings(page)).toEqual([]);
});

test("each step is a tab with its anchors, and shows a number, or a check when it's complete", async () => {
  await done(1, 2, 3);
  for (const [index, { route, title, anchors, ...step }] of steps.entries()) {
    await page.goto(route);
    await expect(heading()).toHaveText('called' in step ? step.called : title);
    await expect(page).toHaveTitle(`${'named' in step ? step.named : title} – Rental application`);
    await expect(page.locator('.rp-steps__anchors a')).toHaveText(anchors.map((anchor) => new RegExp(`^${anchor}`)));
    await expect(stepButton(title).and(page.locator('[aria-current=step]')), title).toBeVisible();
    for (const link of await page.locator('.rp-steps__anchors a').all())
      await expect(link).toHaveAttribute('href', new RegExp(`^(${route})?(#[a-z-]+)?$`));
    await expect(page.locator('.rp-steps__anchors a[aria-current=location]')).toHaveText(new RegExp(`^${anchors[0]}`));
    const marks = page.locator('.rp-steps__indicator');
    await expect(marks).toHaveText(['', '', '', '4']);
    await expect(marks.locator('svg')).toHaveCount(3);
    await expect(
      page
        .getByText(`Step ${index + 1} of 4`)
        .locator('visible=true')
        .first(),
    ).toBeVisible();
  }
  await page.goto('/identification/payment#tc');
  await expect(heading()).toHaveText('Consent & Payment');
  await expect(page).toHaveTitle('Consent & Payment – Rental application');
  await done();
  await page.goto('/identification');
  await expect(page.locator('.rp-steps__indicator')).toHaveText(['1', '2', '3', '4']);
  expect(await axeFindings(page)).toEqual([]);
});

test('the prediction test pages show a heading and a file chooser', async () => {
  for (const path of ['/ml/predectPaystub', '/ml/predectBankStatement']) {
    await page.goto(path);
    await expect(heading(), path).toBeVisible();
    await expect(page.locator('main input[type=file]'), path).toBeAttached();
  }
});

test('the back arrow opens the previous page', async () => {
  await page.goto('/identification');
  await expect(heading()).toHaveText('Identification Details');
  await page.goto('/view/incomeDetail');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/identification$/);
  await page.goto('/view');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/identification$/);
});

test('at 360 px landlord and applicant have one line each, and Back is next to the list of steps', async () => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/identification');
  await expect(heading()).toHaveText('Identification Details');
  // Hides the translation widget, which takes up a line if an operator has turned it on.
  await page.locator('#translate-widget').evaluate((line) => line.style.setProperty('display', 'none'));
  expect((await heading().boundingBox())?.y).toBeLessThan(126);
  const banner = page.getByRole('banner');
  expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(76);
  const steps = page.getByRole('button', { name: /^Step 1 of 4/ });
  const back = page.getByRole('button', { name: 'Back', exact: true });
  const [toggle, link, title] = await Promise.all([steps.boundingBox(), back.boundingBox(), heading().boundingBox()]);
  expect(link?.y).toBe(toggle?.y);
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThan(toggle?.x ?? 0);
  expect((toggle?.y ?? 0) + (toggle?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0);
  for (const language of ['Español', 'English']) {
    // Two lines are 38 px high.
    expect((await banner.getByText('Demo Homes').boundingBox())?.height).toBeLessThan(25);
    await banner.getByRole('button', { name: language }).click();
    await expect(banner.getByRole('button', { name: language })).toHaveCount(0);
  }
  await steps.click();
  await expect(stepButton('Income & Banking')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  if (before) await page.setViewportSize(before);
});

for (const [finished, requested, opened, message] of [
  [[], '/identification/applicantDetail', '/identification', 'Please complete Identification Details.'],
  [[1], '/identification/incomeDetail', '/identification/applicantDetail', 'Please complete Applicant Details.'],
  [[1, 2], '/identification/payment', '/identification/incomeDetail', 'Please complete Income & Banking.'],
  [[1, 3], '/identification/payment', '/identification/applicantDetail', 'Please complete Applicant Details.'],
  [[2, 3], '/identification/incomeDetail', '/identification', 'Please complete Identification Details.'],
] as const)
  test(`with ${finished.length > 0 ? 'step ' : 'no step'}${finished.join(' and step ')} done, ${requested} redirects to ${opened} and says why`, async () => {
    await done(...finished);
    await page.goto(requested);
    await expect(page.getByRole('alert').getByText(message)).toBeVisible();
    await expect(page).toHaveURL(opened);
  });

for (const [finished, opened] of [
  [[], '/identification'],
  [[1], '/identification/applicantDetail'],
  [[1, 2], '/identification/incomeDetail'],
  [[1, 2, 3], '/identification/payment'],
] as const)
  test(`with ${finished.length} of 4 steps done, /login redirects a logged-in applicant to ${opened}`, async () => {
    await done(...finished);
    await page.goto('/login');
    await expect(page).toHaveURL(opened);
  });

for (const [finished, clicked, isOpen] of [
  [[1], 2, true],
  [[1], 3, false],
  [[1, 3], 3, false],
  [[1, 2], 3, true],
  [[1, 2], 4, false],
  [[2, 3], 4, false],
  [[1, 2, 3], 4, true],
] as const)
  test(`with step ${finished.join(' and step ')} done, the tab of step ${clicked} ${isOpen ? 'opens it' : 'submits step 1 instead'}`, async () => {
    await done(...finished);
    await page.goto('/identification');
    await expect(page.locator('[id="personal-details_last_name"]')).toBeVisible();
    await stepButton(steps[clicked - 1]?.title ?? '').click();
    if (isOpen) {
      await expect(page).toHaveURL(steps[clicked - 1]?.route ?? '');
      return expect(heading()).toBeFocused();
    }
    await expect(page.getByText('There is a problem').first()).toBeVisible();
    await expect(page).toHaveURL(/\/identification(#.*)?$/);
  });

for (const { route, name, lock } of [
  { route: '/identification', name: 'Next', lock: 3_000 },
  { route: '/identification/payment#ps', name: 'Submit and pay $45.00', lock: 10_000 },
])
  test(`the footer button on ${route} reads '${name}' and locks itself for ${lock / 1000} seconds`, async ({
    browser,
  }) => {
    // Uses another context, because the clock of a context applies to all of its pages.
    const own = await browser.newContext({ storageState: await context.storageState() });
    const tab = await own.newPage();
    await disableBootstrap(tab);
    await tab.route('**/api/users/sectionstatus/*', async (answer) => {
      const records = Object.fromEntries(statuses.map((status, index) => [status, index < 3]));
      await answer.fulfill({ json: { status: 200, success: true, message: '', records } });
    });
    const agreed = { 'notices/*': { notices: [] }, 'drafts/*/consent': { answers: { concent: true } } };
    for (const [call, records] of Object.entries(agreed))
      await tab.route(`**/api/${call}`, (answer) =>
        answer.fulfill({ json: { status: 200, success: true, message: '', records } }),
      );
    await tab.clock.install();
    await tab.goto(route);
    const button = tab.getByRole('button', { name, exact: true });
    await button.waitFor();
    await tab.clock.pauseAt(Date.now() + 60_000);
    await button.click();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await tab.clock.runFor(lock - 200);
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await tab.clock.runFor(400);
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await own.close();
  });

test('submitted applications open /success, started ones open step 1, and unaccepted terms open first', async () => {
  for (const application_status of ['Completed', 'Submitted']) {
    await overrideRecords(page, 'applicationdetail', { application_status });
    for (const path of ['/identification', '/identification/payment', '/login']) {
      await page.goto(path);
      await expect(page, `${path} ${application_status}`).toHaveURL('/success');
    }
  }
  await overrideRecords(page, 'applicationdetail', { application_status: 'Started' });
  await page.goto('/instruction');
  await expect(page).toHaveURL('/identification');
  await overrideRecords(page, 'applicationdetail', { accept_terms_and_condition_status: false });
  for (const { route } of steps) {
    await page.goto(route);
    await expect(page).toHaveURL('/instruction');
  }
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible();
});

test('before submission /success and /viewconsent redirect to the open step', async () => {
  await done(1);
  for (const path of ['/success', '/viewconsent']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/identification/applicantDetail');
    await expect(heading(), path).toHaveText('Contextual Questions');
  }
});

test('without a token, every page of an application redirects to the login', async ({ browser }) => {
  const stranger = await browser.newPage();
  for (const path of [
    '/instruction',
    ...steps.map(({ route }) => route),
    '/view',
    '/view/applicantDetail',
    '/view/incomeDetail',
    '/viewconsent',
    '/success',
  ]) {
    await stranger.goto(path);
    await expect(stranger, path).toHaveURL('/login');
  }
  await stranger.close();
});

for (const name of ['Bartholomew & Featherstonehaugh Property Management', 'Wohnungsbaugenossenschaftsverwaltung'])
  test(`'${name}' doesn't overlap the language switch or the menu on a phone`, async () => {
    const rename = async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('Demo Homes', name) });
    };
    await page.route(/\/api\/.*(application|detail)/, rename);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto('/identification');
      const words = page.getByRole('banner').getByText(name);
      await expect(words).toBeVisible();
      const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const brand = await boxOf(words);
      for (const button of ['Español', 'Menu']) {
        const other = await boxOf(page.getByRole('button', { name: button }));
        expect(other.width).toBeGreaterThan(0);
        const isApart = brand.y + brand.height <= other.y || brand.x + brand.width <= other.x;
        expect(isApart, `${button} at ${width} px`).toBe(true);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
    }
    await page.unroute(/\/api\/.*(application|detail)/, rename);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

test("Logout ends the session, clears the browser's storage and opens the login", async () => {
  await page.goto('/identification');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  await expect(menu).toBeFocused();
  const ended = page.waitForResponse('**/api/users/logout');
  await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await (await ended).finished();
  await expect(page).toHaveURL('/login');
  const message = page.getByText("You're logged out.", { exact: true });
  await expect(message).toBeVisible();
  // The response clears the storage. Afterward, the page stores that the applicant logged out.
  const session = () => page.evaluate(() => localStorage.getItem('rental-session'));
  await expect.poll(session).toContain('"logout":true');
  await page.reload();
  await expect(message).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toMatch(/@example\.com|"token\\?":\\?"[^"\\]/);
  await page.goto('/identification');
  await expect(page).toHaveURL('/login');
});
