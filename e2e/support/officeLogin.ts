import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect } from './expect';
import { runPortalCommand } from './operator';

export interface InvitedPerson {
  email: string;
  name?: string;
  role: 'reader' | 'reviewer' | 'owner';
}

/** Invites a person with `run` and returns the path of their one-time link. */
export async function inviteToOffice({ email, name, role }: InvitedPerson, run = runPortalCommand): Promise<string> {
  const printed = await run('office', 'invite', 'demo', email, ...(name ? ['--name', name] : []), '--role', role);
  const { pathname, hash } = new URL(/https?:\/\/\S+/.exec(printed)?.[0] ?? '');
  return `${pathname}${hash}`;
}

/** Invites a person, logs them in and sets up their authenticator. The page ends at the list of applications. */
export async function logInToOffice(page: Page, person: InvitedPerson, run = runPortalCommand): Promise<void> {
  await openInvitation(page, person, run);
  await setUpAuthenticator(page);
}

/** Invites a person and logs them in, up to the page that sets up the authenticator. */
export async function openInvitation(page: Page, person: InvitedPerson, run = runPortalCommand): Promise<void> {
  await page.goto(await inviteToOffice(person, run));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your authenticator' })).toBeVisible();
}

/** Enters the code for the secret that the page shows. Returns the secret. */
export async function setUpAuthenticator(page: Page): Promise<string> {
  const secret = await page.locator('code').innerText();
  await page.getByLabel('6-digit code from your authenticator app').fill(authenticatorCode(secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  return secret;
}

/** Returns the current authenticator code for a secret, with or without spaces. */
export const authenticatorCode = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, '')) }).generate();
