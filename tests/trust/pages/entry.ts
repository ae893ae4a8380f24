import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '../../../e2e/support/expect';
import { fillSection } from '../../../e2e/support/fill';
import type { Persona } from '../../../e2e/support/journey';
import robin from '../../../schemas/personas/robin-hale.json';
import { runOnServer } from '../../../src/server/platform/db/operatorSocket';
import { clickUntil, untilUrl, untilVisible } from './clickUntil';
import type { Scenario, ScenarioContext } from './scenario';

const password = 'Other!Harbor77';

/** Ways into an account: a forgotten password, a new one, a stale token, and an operator's login link. */
export const entry: Scenario = {
  name: 'entry',
  persona: robin as unknown as Persona,
  async walk(stage) {
    await forget(stage);
    await reset(stage);
    await renew(stage.page);
    await logInByLink(stage);
  },
  leaves: { accounts: 1, applications: 1 },
};

async function forget({ page, email }: ScenarioContext): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot Password?' });
  await dialog.getByLabel('Email').fill(email);
  const confirmation = dialog.getByText(/If an account uses this email, we've sent a link/);
  await clickUntil(dialog.getByRole('button', { name: 'Send Reset Link' }), untilVisible(confirmation));
}

/** Of two requested links, only the last one works. */
async function reset({ page, email, folder }: ScenarioContext): Promise<void> {
  const links = () => linksTo(email, folder);
  await expect.poll(() => links().length, { timeout: 20_000 }).toBe(2);
  await page.goto(`/reset-password/${links().at(-1)}`);
  await fillSection({ page, section: 'reset-password', folder: '' }, { password, reEnterPassword: password });
  await clickUntil(page.getByRole('button', { name: 'Change Password' }), untilUrl(page, /\/login$/));
  await fillSection({ page, section: 'login', folder: '' }, { email, password });
  await clickUntil(page.getByRole('button', { name: 'Log in' }), untilUrl(page, /\/identification/));
}

/** Returns the tokens of the reset links emailed to an address, oldest first. */
function linksTo(email: string, folder: string): string[] {
  const outbox = path.join(folder, 'outbox');
  const mails = readdirSync(outbox)
    // An email that is being written has another file name.
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(path.join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(email))
    .map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
  return mails.flatMap((mail) => /\/reset-password\/([\w-]+)/.exec(mail)?.[1] ?? []);
}

/** Opens a step with a stale access token, which the page must renew before it shows anything. */
async function renew(page: Page): Promise<void> {
  await page.goto('/atss/data-policy');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('rental-session') ?? '{}');
    localStorage.setItem('rental-session', JSON.stringify({ ...session, token: 'stale' }));
  });
  await page.goto('/identification');
  await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
}

async function logInByLink({ page, email, folder }: ScenarioContext): Promise<void> {
  const result = await runOnServer(folder, { args: ['login-link', email], cwd: folder });
  const { pathname, search } = new URL(String(result?.lines[0]));
  await page.evaluate(() => localStorage.clear());
  await page.goto(pathname + search);
  await page.waitForURL(/\/(instruction|identification)/);
}
