import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from './expect';
import { fillSection } from './fill';
import { codeInPdf } from './testPdf';

type Sections = Record<string, unknown>;

/** The parts of a persona file that a journey uses. */
export interface Persona {
  link: string;
  applicant: { first_name: string; last_name: string };
  flows: { entry: Record<string, Sections>; application: Record<string, Sections> };
  card?: { number: string; expiry: string; cvc: string };
}

/** Returns a persona with a new email, because registering with an email in use needs a username. */
export function withNewEmail<T extends Persona>(persona: T, tag: string): T {
  const copy = structuredClone(persona);
  const email = `${tag}.${Date.now().toString(36)}@example.com`;
  for (const step of Object.values(copy.flows.entry))
    for (const section of Object.values(step)) {
      const answers = section as Record<string, unknown>;
      for (const name of ['email', 'reEmail']) if (name in answers) answers[name] = email;
    }
  return copy;
}

/** Returns a persona that leaves name and billing address as the page filled them in. */
export function withPrefilledCard<T extends Persona>(persona: T): T {
  const copy = structuredClone(persona);
  Object.assign(copy.flows.application.payment ?? {}, { payment: {} });
  return copy;
}

/** Called once each page of a journey is filled in. */
type CapturePage = () => Promise<void>;

const skipCapture: CapturePage = async () => undefined;

/** Walks from the entry link to the first step: registration and terms. */
export async function register(page: Page, persona: Persona, folder: string, capture = skipCapture): Promise<void> {
  await page.goto(persona.link);
  await expect(page.getByRole('heading', { name: 'Please register to start your application' })).toBeVisible();
  for (const [section, answers] of Object.entries(persona.flows.entry.registration ?? {}))
    await fillSection({ page, section, folder }, answers);
  await capture();
  await page.getByRole('button', { name: 'Start Application' }).click();
  await expect(page).toHaveURL(/\/instruction$/);
  await page.getByRole('button', { name: 'Agree & Continue' }).waitFor();
  await capture();
  await page.getByRole('button', { name: 'Agree & Continue' }).click();
  await expect(page).toHaveURL(/\/identification$/);
}

/** Fills in every section of a step, tab by tab, and presses Next. */
export async function completeStep(
  page: Page,
  persona: Persona,
  step: string,
  folder: string,
  capture = skipCapture,
): Promise<void> {
  const sections = Object.entries(persona.flows.application[step] ?? {});
  for (const [index, [section, answers]] of sections.entries()) {
    await fillSection({ page, section, folder }, answers);
    await capture();
    if (index < sections.length - 1) await goToNextTab(page);
  }
  await page.getByRole('button', { name: 'Next', exact: true }).click();
}

async function goToNextTab(page: Page): Promise<void> {
  const open = page.locator('.rp-accordion__item[data-open=true]');
  const before = await open.getAttribute('id');
  await page.getByRole('button', { name: 'Next Tab' }).click();
  await expect(open).not.toHaveAttribute('id', before ?? '');
}

/** Goes from the review of the answers to the terms. */
export async function openTerms(page: Page): Promise<void> {
  await page.getByText("After you submit, you can't change these answers.").waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page).toHaveURL(/#tc$/);
}

/** Completes the last step: review, terms, card, signature, Submit. */
export async function pay(page: Page, persona: Persona, folder: string, capture = skipCapture): Promise<void> {
  const { consent, payment, signature } = persona.flows.application.payment ?? {};
  await capture();
  await openTerms(page);
  await enterPdfCode(page);
  await fillSection({ page, section: 'consent', folder }, consent);
  await capture();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('Sandbox').first()).toBeVisible();
  await fillCard(page, persona.card ?? { number: '', expiry: '', cvc: '' });
  await fillSection({ page, section: 'payment', folder }, payment);
  await fillSection({ page, section: 'signature', folder }, signature);
  await capture();
  await page.getByRole('button', { name: /^Submit and pay/ }).click();
}

/** Opens the test PDF and enters its code, to prove that PDFs can be opened. */
export async function enterPdfCode(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Open the test PDF' }).click();
  const code = await codeInPdf(await readFile(await (await download).path()));
  await page.getByLabel('Code in the test PDF').fill(code);
  // 'You can open PDFs' alone is also in the text above the code.
  await expect(page.getByText("You'll get your records electronically.")).toBeVisible();
}

/** Types a card into the payment provider's fields. */
export async function fillCard(
  page: Page,
  { number, expiry, cvc }: { number: string; expiry: string; cvc: string },
): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiration date').fill(expiry);
  await page.getByLabel('Security code').fill(cvc);
}

/** Logs in on the login page. */
export async function logIn(page: Page, persona: Persona): Promise<void> {
  await page.goto('/login');
  await fillSection({ page, section: 'login', folder: '' }, persona.flows.entry.login?.login);
  await page.getByRole('button', { name: 'Log in' }).click();
}
