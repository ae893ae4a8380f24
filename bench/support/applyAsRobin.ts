import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { completeStep, pay, register, withNewEmail } from '../../e2e/support/journey';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { addDays, addYears, toIsoDate } from '../../src/model/format/dates';
import { findChromium } from '../../tests/run/chromium';
import { startBuiltServer } from './builtServer';

interface RobinRun {
  options: BrowserContextOptions;
  prepare?(context: BrowserContext): Promise<void>;
  /** Called on each screen once it's filled in and its files are read. */
  capture(page: Page): Promise<void>;
}

/**
 * Completes an application as the persona Robin, from the entry link to the page after payment. Starts the built app
 * with its own data.
 */
export async function applyAsRobin({ options, prepare, capture }: RobinRun): Promise<void> {
  const server = await startBuiltServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'walk-'));
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: server.address, reducedMotion: 'reduce', ...options });
    await prepare?.(context);
    const page = await context.newPage();
    await completeApplication(page, folder, async () => {
      await settle(page);
      await capture(page);
    });
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Longer than the delay of a draft and the time to draw a file's first page. */
const SETTLE_MS = 1_500;

/** Waits until files are read and drawn, drafts are saved, and effects have updated the page. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[data-verdict=reading]'));
  for (const file of await page.locator('.rp-file:visible').all()) await file.scrollIntoViewIfNeeded();
  await page.waitForTimeout(SETTLE_MS);
}

function robinsAnswers(): typeof robin {
  const persona = structuredClone(robin);
  const { identification, income, payment } = persona.flows.application;
  const [current, former] = identification.address.address;
  const moved = addYears(toIsoDate(new Date()), -1);
  Object.assign(current ?? {}, { move_in_date: moved });
  Object.assign(former ?? {}, { move_out_date: addDays(moved, -1) });
  identification.address.address = identification.address.address.map((row) => ({
    search_address: { suggest: `${row.street_address} ${row.zipcode}` },
    ...row,
  }));
  // Choosing a document also answers whether it can be uploaded now.
  const { availableToUpload_id: _id, ...identity } = identification['proof-of-identity'];
  const { availableToUpload_ssn: _ssn, ...ssn } = identification.ssn;
  Object.assign(identification, { 'proof-of-identity': identity, ssn });
  income.employers.employer = income.employers.employer.map((row) => ({
    search_employer_address: { suggest: `${row.employer_address} ${row.employer_zipcode}` },
    ...row,
  }));
  income.banking.banking = income.banking.banking.map(({ availableToUpload: _bank, ...row }) => row as never);
  // A typed signature in the first style is the default.
  const { mode: _mode, style: _style, ...signature } = payment.signature;
  Object.assign(payment, { payment: {}, signature });
  return persona;
}

async function completeApplication(page: Page, folder: string, capture: () => Promise<void>): Promise<void> {
  const persona = withNewEmail(robinsAnswers(), 'walk');
  await register(page, persona, folder, capture);
  const next = { identification: /applicantDetail/, 'applicant-details': /incomeDetail/, income: /payment/ };
  for (const [step, address] of Object.entries(next)) {
    await completeStep(page, persona, step, folder, capture);
    await page.waitForURL(address);
  }
  await page.getByText('Bluebonnet Books').first().waitFor();
  // Skips the terms, because their length depends on the landlord and the law.
  await pay(page, persona, folder, async () => {
    if (!page.url().endsWith('#tc')) await capture();
  });
  await page.waitForURL(/success$/);
  await page.getByText(/^(Payment reference$|Reference )/).waitFor();
  // The page's last parts load after its heading.
  await page.getByRole('button', { name: 'Write a message' }).waitFor();
  await page.getByText('No other adult is applying with you').waitFor();
  await capture();
}
