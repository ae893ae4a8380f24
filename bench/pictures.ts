import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { completeStep, pay, register, withNewEmail, withPrefilledCard } from '../e2e/support/journey';
import { logInToOffice } from '../e2e/support/officeLogin';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { findChromium } from '../tests/run/chromium';
import { type BuiltServer, startBuiltServer } from './support/builtServer';
import { takeMomentPictures } from './support/takeMomentPictures';
import { PICTURES, SIZES, takePicture } from './support/takePicture';

/**
 * `npm run pictures`: takes screenshots of the main pages on phone and desktop for the README and docs/moments.md. With
 * names such as `declined camera` (support/takeMomentPictures.ts), takes only those screenshots.
 */
async function main(): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const server = await startBuiltServer();
  try {
    const names = process.argv.slice(2);
    await takeMomentPictures(server, names.length > 0 ? names : undefined);
    if (names.length === 0) await takePages(server);
  } finally {
    await server.stop();
  }
}

async function takePages(server: BuiltServer): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: server.address, viewport: SIZES.desktop });
    await takePictures(await context.newPage());
    process.env.E2E_FOLDER = server.folder;
    await visitOffice(await context.newPage());
  } finally {
    await browser.close();
  }
  for (const name of COMPARED) await compare(name);
}

/** Screenshots from before the redesign. */
const BEFORE = `${PICTURES}/before`;
const COMPARED = ['registration', 'step', 'review', 'success'];
const GAP = 24;

async function compare(name: string): Promise<void> {
  const { width, height } = { width: SIZES.desktop.width / 2, height: SIZES.desktop.height / 2 };
  const files = [`${BEFORE}/${name}-desktop.png`, `${PICTURES}/${name}-desktop.png`];
  const both = await Promise.all(files.map((file) => sharp(file).resize(width, height).png().toBuffer()));
  const sheet = { width: 2 * width + GAP, height, channels: 3 as const, background: '#667382' };
  await sharp({ create: sheet })
    .composite(both.map((input, index) => ({ input, top: 0, left: index * (width + GAP) })))
    .png({ palette: true, colors: 64, compressionLevel: 9 })
    .toFile(`${PICTURES}/compare-${name}.png`);
}

async function takePictures(page: Page): Promise<void> {
  const persona = withPrefilledCard(withNewEmail(robin, 'pictures'));
  const folder = path.join(os.tmpdir(), 'pictures');
  await page.goto(persona.link);
  await page.getByRole('heading', { name: 'Please register to start your application' }).waitFor();
  await takePicture(page, 'registration');
  await register(page, persona, folder);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('region', { name: 'There is a problem' }).waitFor();
  await takePicture(page, 'errors');
  await takePicture(page, 'field-error', page.locator('.rp-field[data-invalid]').first(), ['phone']);
  const next = { identification: /applicantDetail/, 'applicant-details': /incomeDetail/, income: /payment/ };
  for (const [step, address] of Object.entries(next)) {
    await completeStep(page, persona, step, folder, () => takeRow(page));
    await page.waitForURL(address);
    if (step === 'identification') await takePicture(page, 'step');
  }
  await page.getByText('Bluebonnet Books').first().waitFor();
  await takePicture(page, 'review');
  await page.setViewportSize(SIZES.phone);
  await page.reload();
  await page.getByRole('button', { name: 'Show all answers' }).click();
  await takePicture(page, 'answers', page.getByRole('region', { name: 'Address', exact: true }), ['phone']);
  await pay(page, persona, folder, async () => {
    if (page.url().endsWith('#tc')) await takePicture(page, 'terms', page.locator('#tc-toggle'));
    if (!page.url().endsWith('#ps')) return;
    await page.locator('#tc-toggle').getByText('Done').waitFor();
    await takePicture(page, 'payment', page.locator('#ps-toggle'));
    await takePicture(page, 'card', page.getByRole('heading', { name: /^Pay \$/ }));
  });
  await page.waitForURL(/success$/);
  await page.getByRole('button', { name: /Document Upload/ }).waitFor();
  await takePicture(page, 'success');
  await page.getByRole('button', { name: /Document Upload/ }).click();
  await page.getByRole('heading', { name: 'Bank Statements' }).waitFor();
  await takePicture(page, 'documents');
  await page.goto('/viewconsent');
  await page.getByRole('link', { name: 'Download the signed record (PDF)' }).waitFor({ timeout: 30_000 });
  await takePicture(page, 'record');
}

async function visitOffice(page: Page): Promise<void> {
  await logInToOffice(page, { email: 'dana.whitlock@office.example', name: 'Dana Whitlock', role: 'owner' });
  await page.getByRole('link', { name: 'Robin Hale' }).first().waitFor();
  await takePicture(page, 'office');
  await page.getByRole('link', { name: 'Robin Hale' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Robin Hale' }).waitFor();
  await page.locator('.of-document').first().waitFor();
  await takePicture(page, 'office-application');
}

async function takeRow(page: Page): Promise<void> {
  const toggle = page.locator('#address-toggle[aria-expanded=true]');
  if (await toggle.isVisible()) await takePicture(page, 'row', toggle);
}

await main();
