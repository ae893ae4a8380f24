import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { pay, withPrefilledCard } from '../../e2e/support/journey';
import { licenseFront } from '../../e2e/support/scan/licenseCard';
import { writeVideo } from '../../e2e/support/scan/video';
import { readSession } from '../../e2e/support/session';
import { start, startAt } from '../../e2e/support/start';
import robin from '../../schemas/personas/robin-hale.json' with { type: 'json' };
import { findChromium } from '../../tests/run/chromium';
import type { BuiltServer } from './builtServer';
import { openPayment } from './openPayment';
import { takeDocumentCards } from './takeDocumentCards';
import { takeDark, takeSpanish } from './takeOtherLooks';
import { SIZES, takePicture } from './takePicture';

const DECLINED = '4000000000000002';
const SECURE = '4000002760003184';

/** Takes the screenshots of `MOMENTS`. The bank, the wallet and the camera are simulated. */
export async function takeMomentPictures(server: BuiltServer, names = Object.keys(MOMENTS)): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'moments-'));
  const film = await writeVideo(
    `${folder}/front.mjpeg`,
    licenseFront(['HALE', 'ROBIN J', '1208 BARTON HILLS DR', 'AUSTIN, TX 78704']),
  );
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  process.env.E2E_FOLDER = server.folder;
  const open = () => browser.newContext({ baseURL: server.address, viewport: SIZES.desktop });
  try {
    for (const name of names) await MOMENTS[name]?.(await open(), folder);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function payWith(context: BrowserContext, tag: string, number: string): Promise<Page> {
  const page = await context.newPage();
  const persona = await startAt(page, robin, tag, 'payment');
  await pay(page, { ...withPrefilledCard(persona), card: { ...robin.card, number } }, tmpdir());
  return page;
}

async function takeDeclined(context: BrowserContext): Promise<void> {
  const page = await payWith(context, 'declined', DECLINED);
  await page.getByText(/^Invalid card details/).waitFor({ timeout: 60_000 });
  await takePicture(page, 'declined', page.getByRole('heading', { name: /^Pay \$/ }));
}

async function takeBankDialog(context: BrowserContext): Promise<void> {
  const page = await payWith(context, 'bank', SECURE);
  await page.getByRole('dialog', { name: 'Sandbox bank' }).waitFor({ timeout: 60_000 });
  await takePicture(page, 'bank', undefined, ['phone']);
}

async function takeWallet(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript({ content: 'window.ApplePaySession = { canMakePayments: () => true };' });
  await startAt(page, robin, 'wallet', 'payment');
  await openPayment(page);
  await page.getByRole('button', { name: 'Sandbox wallet' }).waitFor();
  await takePicture(page, 'wallet', page.getByRole('heading', { name: /^Pay \$/ }));
}

async function takeCamera(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await start(page, robin, 'camera');
  const { headers } = await readSession(page);
  const link = (await (await page.request.post('/api/scan/link', { headers })).json()).records;
  await page.setViewportSize(SIZES.phone);
  await page.goto(link.path);
  await page.getByRole('heading', { name: 'Take pictures of your ID' }).waitFor();
  await takePicture(page, 'scan', undefined, ['phone']);
  await page.setViewportSize(SIZES.phone);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: "Driver's license or state ID" }).click();
  await page.getByRole('heading', { name: 'Take a picture of the front' }).waitFor();
  await takePicture(page, 'front', undefined, ['phone']);
  await page.setViewportSize(SIZES.phone);
  await page.getByRole('button', { name: 'Open the camera' }).click();
  await page.locator('button:enabled', { hasText: 'Take a picture' }).waitFor();
  await takePicture(page, 'camera', undefined, ['phone']);
}

/** The screenshots, by the names that `npm run pictures` accepts. */
export const MOMENTS: Record<string, (context: BrowserContext, folder: string) => Promise<void>> = {
  declined: takeDeclined,
  bank: takeBankDialog,
  wallet: takeWallet,
  camera: takeCamera,
  cards: takeDocumentCards,
  dark: takeDark,
  spanish: takeSpanish,
};
