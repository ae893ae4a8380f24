import type { Page } from '@playwright/test';
import { expect } from '../../../e2e/support/expect';
import { fillSection } from '../../../e2e/support/fill';
import { completeStep, type Persona, pay } from '../../../e2e/support/journey';
import { clickUntil, untilUrl, untilVisible } from './clickUntil';
import { retryUploads } from './retryUploads';

/** Applies from the entry link, chooses a unit and logs in again. After each lost response, does what the page says. */
export async function completeWithRetries(page: Page, persona: Persona, folder: string): Promise<void> {
  await answerTroubles(page);
  await register(page, persona, folder);
  const saved = () => expect(page.getByText(/^Saved \d/).first()).toBeVisible({ timeout: 60_000 });
  for (const [step, route, next] of STEPS) {
    await expect(page).toHaveURL(route);
    await completeStep(page, persona, step, folder, saved);
    await clickUntil(page.getByRole('button', { name: 'Next', exact: true }), untilUrl(page, next), 1);
  }
  await pay(page, persona, folder);
  await clickUntil(page.getByRole('button', { name: /^Submit and pay/ }), untilUrl(page, /\/success$/), 1);
  await chooseUnit(page);
  await returnLater(page, persona);
}

const STEPS = [
  ['identification', /\/identification$/, /\/applicantDetail/],
  ['applicant-details', /\/applicantDetail/, /\/incomeDetail/],
  ['income', /\/incomeDetail/, /\/payment/],
] as const;

/** Clicks the retry buttons of uploads. If a source couldn't be added, closes the error and adds it again. */
async function answerTroubles(page: Page): Promise<void> {
  await retryUploads(page);
  const trouble = page.getByRole('alertdialog').filter({ hasText: "We couldn't reach the server" });
  await page.addLocatorHandler(trouble, async () => {
    await trouble.getByRole('button').last().click();
    for (const section of ['employers', 'banking']) {
      const yes = page.locator(`[id="${section}_response"] input[value=Yes]`);
      if (await yes.isVisible()) await yes.click();
    }
  });
}

async function register(page: Page, persona: Persona, folder: string): Promise<void> {
  await page.goto(persona.link);
  await page.getByRole('heading', { name: 'Please register to start your application' }).waitFor();
  for (const [section, answers] of Object.entries(persona.flows.entry.registration ?? {}))
    await fillSection({ page, section, folder }, answers);
  const start = page.getByRole('button', { name: 'Start Application' });
  await clickUntil(start, untilUrl(page, /\/instruction$/));
  const agree = page.getByRole('button', { name: 'Agree & Continue' });
  await clickUntil(agree, untilUrl(page, /\/identification$/));
}

async function chooseUnit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Desired Floor/Unit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desired Floor/Unit' });
  await dialog.getByLabel('Floor plan').selectOption({ index: 1 });
  await dialog.getByLabel('Unit').selectOption({ index: 1 });
  const confirmation = page.getByText('Floor Plan Unit updated', { exact: true });
  await clickUntil(dialog.getByRole('button', { name: 'Save' }), untilVisible(confirmation));
}

async function returnLater(page: Page, persona: Persona): Promise<void> {
  await page.goto('/success');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillSection({ page, section: 'login', folder: '' }, persona.flows.entry.login?.login);
  await clickUntil(page.getByRole('button', { name: 'Log in' }), untilUrl(page, /\/success$/));
}
