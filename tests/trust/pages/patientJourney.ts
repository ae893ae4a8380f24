import type { Page } from '@playwright/test';
import { expect } from '../../../e2e/support/expect';
import { fillSection } from '../../../e2e/support/fill';
import { completeStep, type Persona, pay } from '../../../e2e/support/journey';
import { appears, comesTo, pressUntil } from './pressUntil';
import { tryUploadsAgain } from './tryUploadsAgain';

/** Goes from the entry link to the success page. After each lost response, does what the page says. */
export async function walkPatiently(page: Page, persona: Persona, folder: string): Promise<void> {
  await answerTroubles(page);
  await register(page, persona, folder);
  const saved = () => expect(page.getByText(/^Saved \d/).first()).toBeVisible({ timeout: 60_000 });
  for (const [step, route, next] of STEPS) {
    await expect(page).toHaveURL(route);
    await completeStep(page, persona, step, folder, saved);
    await pressUntil(page.getByRole('button', { name: 'Next', exact: true }), comesTo(page, next), 1);
  }
  await pay(page, persona, folder);
  await pressUntil(page.getByRole('button', { name: /^Submit and pay/ }), comesTo(page, /\/success$/), 1);
  await chooseUnit(page);
  await comeAgain(page, persona);
}

const STEPS = [
  ['identification', /\/identification$/, /\/applicantDetail/],
  ['applicant-details', /\/applicantDetail/, /\/incomeDetail/],
  ['income', /\/incomeDetail/, /\/payment/],
] as const;

/** Retries uploads by their button. If a source couldn't be added, closes the error and adds it again. */
async function answerTroubles(page: Page): Promise<void> {
  await tryUploadsAgain(page);
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
  await pressUntil(start, comesTo(page, /\/instruction$/));
  const agree = page.getByRole('button', { name: 'Agree & Continue' });
  await pressUntil(agree, comesTo(page, /\/identification$/));
}

async function chooseUnit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Desired Floor/Unit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desired Floor/Unit' });
  await dialog.getByLabel('Floor plan').selectOption({ index: 1 });
  await dialog.getByLabel('Unit').selectOption({ index: 1 });
  const told = page.getByText('Floor Plan Unit updated', { exact: true });
  await pressUntil(dialog.getByRole('button', { name: 'Save' }), appears(told));
}

async function comeAgain(page: Page, persona: Persona): Promise<void> {
  await page.goto('/success');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillSection({ page, section: 'login', folder: '' }, persona.flows.entry.login?.login);
  await pressUntil(page.getByRole('button', { name: 'Log in' }), comesTo(page, /\/success$/));
}
