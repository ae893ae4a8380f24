import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { handIn } from './support/applicant';
import { sessionOf } from './support/session';
import { expectAnswers } from './support/shown';
import { startAt } from './support/start';

/** The read-only twins of steps 1 to 3, and what their panels are called (spec 000 §2, 001 §2). */
const twins = [
  {
    step: 'identification',
    route: '/view',
    panels: ['Personal Details', 'Proof of Identity', 'Address', 'Social Security Number'],
  },
  {
    step: 'applicant-details',
    route: '/view/applicantDetail',
    panels: ['Applicant Details', 'Contacts', 'Financial Details', 'Others'],
  },
  {
    step: 'income',
    route: '/view/incomeDetail',
    panels: ['Employment Income', 'Other Income', 'Banking Information', 'Other documents'],
  },
] as const;

// One applicant and one page serve them all, in their order.
test.describe.configure({ mode: 'default' });
/** One submitted application for the whole file, its documents among the answers. */
let context: BrowserContext;
let page: Page;
test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  const persona = await startAt(page, robin, 'views', 'payment');
  await handIn({ request: page.request, session: {}, ...(await sessionOf(page)) }, persona);
});
test.afterAll(() => context.close());

for (const { step, route, panels } of twins)
  test(`${route} shows what was submitted, lets nothing be changed and sends nothing`, async () => {
    const sent: string[] = [];
    const listen = (request: { method(): string; url(): string }) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    };
    await page.goto(route);
    await expect(page.locator('.ap-accordion[data-open=true] h2')).toHaveText(panels);
    for (const [section, answers] of Object.entries(robin.flows.application[step]))
      await expectAnswers(page, section, answers);

    page.on('request', listen);
    const main = page.getByRole('main');
    for (const control of await main.locator('input, select, textarea').all()) {
      const name = await control.evaluate((element) => element.id || element.outerHTML);
      await expect(control, name).not.toBeEditable();
    }
    await expect(main.locator('input[type=file]')).toHaveCount(0);
    await expect(
      main.getByRole('button', { name: /^(Next|Next Tab|Save|Change|Delete.*|Add .*|Upload.*)$/ }),
    ).toHaveCount(0);
    await page.locator('.ap-accordion input[type=text]').first().press('x');
    await page.keyboard.press('Enter');
    await page.reload();
    page.off('request', listen);
    expect(sent).toEqual([]);
  });
