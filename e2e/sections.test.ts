import { expect, type Page, test } from '@playwright/test';
import sam from '../schemas/personas/sam-ortega.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { findField } from './support/fill';
import { createKeyboard } from './support/keyboard';
import { expectOpen, findNextButton, findToggle } from './support/panels';
import { disableBootstrap } from './support/session';
import { draftSection, ROUTES, type StepName, start, startAt } from './support/start';

const ANCHORS = {
  identification: ['personal-details', 'poi', 'address', 'ssn'],
  'applicant-details': ['ad', 'contacts', 'fd', 'others'],
} as const;

async function saveAllDrafts(page: Page, step: 'identification' | 'applicant-details'): Promise<void> {
  for (const [section, answers] of Object.entries(sam.flows.application[step]))
    await draftSection(page, section, answers);
}

for (const step of ['identification', 'applicant-details'] as const)
  test(`every anchor of ${step} opens its section, and Back and Forward switch between sections`, async ({ page }) => {
    await startAt(page, sam, `back-${step}`, step);
    await saveAllDrafts(page, step);
    const [first, second, third] = ANCHORS[step];
    for (const anchor of ANCHORS[step]) {
      await page.goto(`${ROUTES[step]}#${anchor}`);
      await page.reload();
      await expectOpen(page, anchor);
    }
    await findToggle(page, first).click();
    await expectOpen(page, first);
    for (const anchor of [second, third]) {
      await page.getByRole('button', { name: 'Next Tab' }).click();
      await expectOpen(page, anchor);
      await expect(findToggle(page, anchor)).toBeFocused();
    }
    await page.goBack();
    await expectOpen(page, second);
    await page.goBack();
    await expectOpen(page, first);
    await page.goForward();
    await expectOpen(page, second);
    await expect(findToggle(page, first)).toContainText('Done');
  });

test('a click on a later section opens the earlier section that has an error instead', async ({ page }) => {
  await startAt(page, sam, 'order', 'identification');
  await expectUntouched(page);
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await findToggle(page, 'address').click();
  const banner = page.locator('[data-kind=error]').getByRole('link', { name: 'Answer the required field' });
  await expect(banner).toBeVisible();
  await expectOpen(page, 'personal-details');
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error:/);
  const link = page.locator('.rp-steps__link', { hasText: /^Personal Detail/ });
  await expect(link).toContainText('To fix');
  // The open section has the summary instead.
  await expect(page.getByText('To fix').locator('visible=true')).toHaveCount(1);
  await expect(findToggle(page, 'address')).not.toContainText('To fix');
  expect(await axeFindings(page)).toEqual([]);
  await summary.getByRole('link', { name: 'Enter your date of birth', exact: true }).click();
  const birth = findField({ page, section: 'personal-details' }, ['DOB']);
  await expect(birth).toBeFocused();
  await birth.pressSequentially('01201958');
  await birth.blur();
  await expect(page.getByText('Answer the required field')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error:/);
  await expect(page.getByText('To fix')).toHaveCount(0);
  await page.getByRole('button', { name: 'Next Tab' }).click();
  await expectOpen(page, 'poi');
  await findToggle(page, 'poi').click();
  await expect(page.locator('.rp-accordion__item[data-open=true]')).toHaveCount(0);
  await expect(link).toContainText('Done');
});

/** Expects the first section to be open, whatever the address, because nothing was typed yet. */
async function expectUntouched(page: Page): Promise<void> {
  await expect(page.locator('.rp-accordion__item[data-open=true]')).toHaveAttribute('id', 'personal-details');
}

test('steps 1 and 2 can be filled in with the keyboard alone', async ({ page }) => {
  await startAt(page, sam, 'keys', 'identification');
  const keys = createKeyboard(page);
  await keys.type('personal-details_DOB', '01201958');
  await keys.press('Next Tab');
  await keys.choose('proof-of-identity_availableToUpload_id', 'No');
  await keys.press('Next Tab');
  await keys.type('address_address_0_street_address', '9 Cypress Ct');
  await keys.type('address_address_0_city', 'Houston');
  await keys.type('address_address_0_state', 'TX');
  await keys.type('address_address_0_zipcode', '77002');
  await keys.type('address_address_0_move_in_date', '05012010');
  await keys.press('Next Tab');
  await keys.choose('ssn_isUS_citizen', 'No');
  await keys.choose('ssn_availableToUpload_ssn', 'No');
  await keys.press('Next');
  await page.waitForURL(`**${ROUTES['applicant-details']}`);
  for (const [section, questions] of Object.entries(sam.flows.application['applicant-details'])) {
    for (const question of Object.keys(questions)) await keys.choose(`${section}_${question}_response`, 'No');
    await keys.press(section === 'other-details' ? 'Next' : 'Next Tab');
  }
  await page.waitForURL(`**${ROUTES.income}`);
});

const LOADS: [StepName, string, string][] = [
  ['identification', 'getidentification', 'Something went wrong please try again'],
  ['applicant-details', 'getdetails', 'Error'],
];

for (const [step, call, words] of LOADS)
  test(`${step} shows '${words}' when it can't load, and loads on retry`, async ({ page }) => {
    await startAt(page, sam, `load-${step}`, step);
    const answers: (() => void)[] = [];
    const slow = new Promise<void>((answer) => answers.push(answer));
    await disableBootstrap(page);
    await page.route(`**/${call}/**`, async (route) => {
      await slow;
      await route.fulfill({ status: 500, json: { status: 500, success: false, message: '', records: null } });
    });
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
    for (const answer of answers) answer();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await page.unroute(`**/${call}/**`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.rp-accordion__item[data-open=true]')).toHaveCount(1);
  });

test("a save shows 'Saving', then 'Saving failed' after a server error, and Next tries again", async ({ page }) => {
  await start(page, sam, 'failed');
  await saveAllDrafts(page, 'identification');
  // The response waits until 'Saving' has been seen.
  let answer: () => void = () => undefined;
  const isSeen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/saveiddetail', async (route) => {
    await isSeen;
    await route.fulfill({ status: 500, json: { status: 500, success: false, message: '', records: null } });
  });
  await page.goto(ROUTES.identification);
  const saving = page.getByText('Saving', { exact: true });
  await findNextButton(page).click();
  await saving.first().waitFor();
  answer();
  await expect(page.getByText(/^Saving failed/)).toBeVisible();
  await page.unroute('**/saveiddetail');
  await findNextButton(page).click();
  await page.waitForURL(`**${ROUTES['applicant-details']}`);
});

test('a server error disappears when its field changes', async ({ page }) => {
  await start(page, sam, 'server');
  await saveAllDrafts(page, 'identification');
  await page.route('**/saveiddetail', (route) =>
    route.fulfill({
      status: 422,
      json: {
        status: 422,
        success: false,
        message: 'Correct the highlighted fields',
        records: null,
        errors: [
          {
            path: '/address/0/city',
            section: 'address',
            field: '/address/0/city',
            message: 'This city is not in Texas',
          },
        ],
      },
    }),
  );
  await page.goto(ROUTES.identification);
  await findNextButton(page).click();
  await expectOpen(page, 'address');
  const city = findField({ page, section: 'address' }, ['address', 0, 'city']);
  await expect(city).toHaveAttribute('aria-invalid', 'true');
  const summary = page.getByRole('region', { name: 'There is a problem' });
  await summary.getByRole('link', { name: /This city is not in Texas/ }).click();
  await expect(city).toBeFocused();
  await city.fill('Dallas');
  await expect(page.getByText('This city is not in Texas')).toHaveCount(0);
  await expect(city).not.toHaveAttribute('aria-invalid', 'true');
});
