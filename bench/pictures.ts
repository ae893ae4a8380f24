import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { completeStep, freshCopy, pay, register } from '../e2e/support/journey';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { findChromium } from '../tests/run/chromium';
import { startBuiltServer } from './support/builtServer';

const FOLDER = 'docs/pictures';
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

/** `npm run pictures`: the main pages of the built app, by phone and desktop, for the README. */
async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const server = await startBuiltServer();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: server.address, viewport: SIZES.desktop });
    await walk(await context.newPage());
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** One applicant's journey, with a picture at each stop. */
async function walk(page: Page): Promise<void> {
  const persona = freshCopy(robin, 'pictures');
  const folder = path.join(os.tmpdir(), 'pictures');
  await page.goto(persona.link);
  await page.getByRole('heading', { name: 'Please register to start your application' }).waitFor();
  await take(page, 'registration');
  await register(page, persona, folder);
  const next = { identification: /applicantDetail/, 'applicant-details': /incomeDetail/, income: /payment/ };
  for (const [step, address] of Object.entries(next)) {
    await completeStep(page, persona, step, folder);
    await page.waitForURL(address);
    if (step === 'identification') await take(page, 'step');
  }
  await page.getByText('Bluebonnet Books').first().waitFor();
  await take(page, 'review');
  await pay(page, persona, folder);
  await page.waitForURL(/success$/);
  await page.getByRole('button', { name: /Document Upload/ }).waitFor();
  await take(page, 'success');
  await page.getByRole('button', { name: /Document Upload/ }).click();
  await page.getByRole('heading', { name: 'Bank Statements' }).waitFor();
  await take(page, 'documents');
  await page.goto('/viewconsent');
  await page.getByRole('link', { name: 'Download the signed record (PDF)' }).waitFor({ timeout: 30_000 });
  await take(page, 'record');
}

async function take(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    // Until nothing is grey any more.
    await page.waitForFunction(
      () =>
        !document.querySelector('.ap-skeleton, [aria-busy=true]') &&
        [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    );
    await page
      .getByRole('heading', { name: 'Signed record' })
      .scrollIntoViewIfNeeded({ timeout: 200 })
      .catch(() => undefined);
    const raw = await page.screenshot({ animations: 'disabled' });
    // With few colours a page is a tenth of its size, and nobody sees it.
    await sharp(raw).png({ palette: true, colours: 64, compressionLevel: 9 }).toFile(`${FOLDER}/${name}-${size}.png`);
  }
  await page.setViewportSize(SIZES.desktop);
}

await main();
