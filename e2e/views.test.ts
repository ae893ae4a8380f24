import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { signAndSubmit } from './support/applicant';
import { axeFindings } from './support/axe';
import { readSession } from './support/session';
import { startAt } from './support/start';

/** Read-only pages of steps 1 to 3, with their panel titles. */
const viewPages = [
  {
    step: 'identification',
    route: '/view',
    panels: ['Personal Details', 'Proof of Identity', 'Address', 'Social Security Number'],
    answers: [
      ['Date of birth', 'Apr 12, 1990'],
      ['Landlord', 'Dana Whitlock'],
      ['Social Security Number', '***-**-9999'],
    ],
    files: ['license-front.jpg'],
  },
  {
    step: 'applicant-details',
    route: '/view/applicantDetail',
    panels: ['Applicant Details', 'Contacts', 'Financial Details', 'Others'],
    answers: [
      ['Student', 'No'],
      ['License plate', 'HLE 1208'],
    ],
    files: [],
  },
  {
    step: 'income',
    route: '/view/incomeDetail',
    panels: ['Employment Income', 'Other Income', 'Banking Information', 'Other documents'],
    answers: [],
    files: ['pay-stub.pdf', 'bank-statement.pdf'],
  },
] as const;

// Runs the tests in order, because they share a page.
test.describe.configure({ mode: 'default' });
/** One submitted application with documents, for the whole file. */
let context: BrowserContext;
let page: Page;
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  const persona = await startAt(page, robin, 'views', 'payment');
  await signAndSubmit({ request: page.request, session: {}, ...(await readSession(page)) }, persona);
});
test.afterAll(() => context.close());

for (const { route, panels, answers, files } of viewPages)
  test(`${route} shows submitted answers as text, read-only, and sends nothing`, async () => {
    const sent: string[] = [];
    const listen = (request: { method(): string; url(): string }) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    };
    page.on('request', listen);
    await page.goto(route);
    const main = page.getByRole('main');
    const cards = main.locator('.ap-answers');
    await expect(cards).toHaveCount(panels.length);
    for (const [index, title] of panels.entries())
      await expect(cards.nth(index).locator(':scope > header')).toContainText(title);
    for (const [label, text] of answers)
      await expect(
        main
          .locator('dl > div')
          .filter({ has: page.getByText(label, { exact: true }) })
          .first(),
      ).toHaveText(`${label}${text}`);
    await expect(main.locator('input, select, textarea')).toHaveCount(0);
    await expect(
      main.getByRole('button', { name: /^(Next|Next Tab|Save|Change|Delete.*|Add .*|Upload.*)$/ }),
    ).toHaveCount(0);
    for (const name of files) {
      const opening = context.waitForEvent('page');
      await main.getByRole('button', { name: `${name}, opens in a new tab` }).click();
      await (await opening).close();
    }
    await page.reload();
    page.off('request', listen);
    expect(sent.filter((call) => !call.includes('/api/files'))).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });
