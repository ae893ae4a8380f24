import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { type Applicant, makeApplicant, openAsApplicant, signAndSubmit } from './support/applicant';
import { withNewEmail } from './support/journey';
import { expectNoBrokenWords } from './support/words';

test.describe.configure({ mode: 'serial' });

/** Names in responses, and the long names that replace them. */
const NAMES = {
  'Demo Homes': 'Bartholomew & Featherstonehaugh Property Management',
  Robin: 'Bartholomew',
  Hale: 'Cholmondeley-Featherstonehaugh',
  'Dana Whitlock': 'Bartholomew Cholmondeley-Featherstonehaugh',
  'Bluebonnet Books': 'Featherstonehaugh Bookbinding & Restoration',
  'Pecan Street Credit Union': 'Wolverhampton Schoolteachers Credit Union',
};

const persona = withNewEmail(robin, 'names');
let context: BrowserContext;
let page: Page;
let applicant: Applicant;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
  applicant = await makeApplicant(context.request, persona, 'saved');
  await page.route(/\/api\//, async (route) => {
    const response = await route.fetch();
    const body = Object.entries(NAMES).reduce((text, names) => text.replaceAll(...names), await response.text());
    await route.fulfill({ response, body });
  });
  await openAsApplicant(page, applicant, '/identification');
});
test.afterAll(async () => {
  // The page may still be calling the API.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

/** Opens a page and each of its folded parts in turn, because opening one may close another. */
async function checkPage(path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const parts = page.getByRole('main').locator('.rp-accordion__trigger, .ap-answers > header button');
  await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
  await expectNoBrokenWords(page);
  for (const part of await parts.all()) {
    if ((await part.isVisible()) && (await part.getAttribute('aria-expanded')) === 'false')
      await part.click({ timeout: 10_000 });
    await expectNoBrokenWords(page);
  }
}

for (const path of [
  '/identification',
  '/identification/applicantDetail',
  '/identification/incomeDetail',
  '/identification/payment',
  '/identification/payment#tc',
  '/account',
])
  test(`names break between words at ${path}`, () => checkPage(path));

test('names break between words after submission', async () => {
  await signAndSubmit(applicant, persona);
  for (const path of ['/success', '/view', '/view/applicantDetail', '/view/incomeDetail', '/viewconsent', '/account'])
    await checkPage(path);
});
