import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { completeStep, freshCopy, pay, register } from '../e2e/support/journey';
import { logInToOffice } from '../e2e/support/officeLogin';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { findChromium } from '../tests/run/chromium';
import { startBuiltServer } from './support/builtServer';

const FOLDER = 'docs/pictures';
const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

/** `npm run pictures`: takes screenshots of the main pages on phone and desktop for the README. */
async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const server = await startBuiltServer();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: server.address, viewport: SIZES.desktop });
    await takePictures(await context.newPage());
    process.env.E2E_FOLDER = server.folder;
    await visitOffice(await context.newPage());
  } finally {
    await browser.close();
    await server.stop();
  }
  for (const name of COMPARED) await compare(name);
}

/** Screenshots from before the redesign. */
const BEFORE = `${FOLDER}/before`;
const COMPARED = ['registration', 'step', 'review', 'success'];
const GAP = 24;

/** Combines screenshots of before and after, at half size. */
async function compare(name: string): Promise<void> {
  const { width, height } = { width: SIZES.desktop.width / 2, height: SIZES.desktop.height / 2 };
  const files = [`${BEFORE}/${name}-desktop.png`, `${FOLDER}/${name}-desktop.png`];
  const both = await Promise.all(files.map((file) => sharp(file).resize(width, height).png().toBuffer()));
  const sheet = { width: 2 * width + GAP, height, channels: 3 as const, background: '#667382' };
  await sharp({ create: sheet })
    .composite(both.map((input, index) => ({ input, top: 0, left: index * (width + GAP) })))
    .png({ palette: true, colors: 64, compressionLevel: 9 })
    .toFile(`${FOLDER}/compare-${name}.png`);
}

/** Takes screenshots of an applicant's journey. */
async function takePictures(page: Page): Promise<void> {
  const persona = freshCopy(robin, 'pictures');
  const folder = path.join(os.tmpdir(), 'pictures');
  await page.goto(persona.link);
  await page.getByRole('heading', { name: 'Please register to start your application' }).waitFor();
  await take(page, 'registration');
  await register(page, persona, folder);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('region', { name: 'There is a problem' }).waitFor();
  await take(page, 'errors');
  const next = { identification: /applicantDetail/, 'applicant-details': /incomeDetail/, income: /payment/ };
  for (const [step, address] of Object.entries(next)) {
    await completeStep(page, persona, step, folder, () => takeRow(page));
    await page.waitForURL(address);
    if (step === 'identification') await take(page, 'step');
  }
  await page.getByText('Bluebonnet Books').first().waitFor();
  await take(page, 'review');
  await pay(page, persona, folder, async () => {
    if (page.url().endsWith('#tc')) await take(page, 'terms', page.locator('#tc-toggle'));
    if (!page.url().endsWith('#ps')) return;
    await take(page, 'payment', page.getByLabel('Full name'));
    await take(page, 'card', page.getByRole('heading', { name: /^Card payment/ }));
  });
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

/** Takes screenshots of the office: the list and one application. */
async function visitOffice(page: Page): Promise<void> {
  await logInToOffice(page, { email: 'dana.whitlock@office.example', name: 'Dana Whitlock', role: 'owner' });
  await page.getByRole('link', { name: 'Robin Hale' }).first().waitFor();
  await take(page, 'office');
  await page.getByRole('link', { name: 'Robin Hale' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Robin Hale' }).waitFor();
  await page.locator('.of-document').first().waitFor();
  await take(page, 'office-application');
}

/** Takes a screenshot of the address list with an open row. */
async function takeRow(page: Page): Promise<void> {
  const toggle = page.locator('#address-toggle[aria-expanded=true]');
  if (await toggle.isVisible()) await take(page, 'row', toggle);
}

/** Takes a screenshot at each size, with `at` scrolled to the top. */
async function take(page: Page, name: string, at?: Locator): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    // Waits until no skeleton is visible.
    await page.waitForFunction(
      () =>
        !document.querySelector('.ap-skeleton, [aria-busy=true]') &&
        [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    );
    await at?.evaluate((element) => element.scrollIntoView());
    if (name === 'record') await page.getByRole('heading', { name: 'Signed record' }).scrollIntoViewIfNeeded();
    const raw = await page.screenshot({ animations: 'disabled' });
    // Fewer colors make a page a tenth as large, without a visible difference.
    await sharp(raw).png({ palette: true, colors: 64, compressionLevel: 9 }).toFile(`${FOLDER}/${name}-${size}.png`);
  }
  await page.setViewportSize(SIZES.desktop);
}

await main();
