import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { axeFindings } from './support/axe';
import { watchConsole } from './support/console';
import { licenseBack, licenseFront } from './support/scan/licenseCard';
import { inventHolder, licensePayload } from './support/scan/licensePayload';
import { openBrowser, openDesktop, openPhone, readScanLink } from './support/scan/phone';
import { photograph } from './support/scan/photograph';
import { createRandom } from './support/scan/random';
import { writeVideo } from './support/scan/video';

const EXPIRED = 'The session has expired. Please close the tab and scan the barcode again.';
const holder = { ...inventHolder(createRandom(21)), first: 'ROBIN', last: 'HALE' };

// Scanning with two browsers and a video takes long on a busy machine.
test.describe.configure({ mode: 'default', timeout: 360_000 });

let video: string;
let front: string;
let back: string;

test.beforeAll(async ({ browserName: _ }, info) => {
  const folder = info.outputPath('pictures');
  await mkdir(folder, { recursive: true });
  video = await writeVideo(`${folder}/back.mjpeg`, licenseBack(licensePayload(holder)));
  [front, back] = [`${folder}/front.jpg`, `${folder}/back.jpg`];
  writeFileSync(front, await photograph(licenseFront(['HALE', 'ROBIN J'])));
  writeFileSync(back, await photograph(licenseBack(licensePayload(holder)), { rotate: -6, blur: 0.8 }));
});

async function inBrowser(camera: string | undefined, work: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await openBrowser(camera);
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

const progress = (desktop: Page, text: string) => desktop.getByRole('listitem').filter({ hasText: text });
const files = (desktop: Page, field: string) =>
  desktop.locator(`[id="proof-of-identity_${field}"]`).getByRole('listitem').locator('img');

test('the desktop shows the progress while a phone photographs the license', async () => {
  await inBrowser(video, async (browser) => {
    const desktop = await openDesktop(browser, robin);
    const problems = watchConsole(desktop);
    await expect(progress(desktop, 'Waiting for your phone')).toBeVisible();
    const link = await readScanLink(desktop);
    expect(link).toMatch(/\/scan\/[\w-]{22}\?token=[\w-]{43}&lang=en$/);
    expect(await axeFindings(desktop)).toEqual([]);

    const { page: phone } = await openPhone(browser);
    const consoleErrors = watchConsole(phone);
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Take pictures of your ID' })).toBeVisible();
    expect(phone.url()).not.toContain('token');
    expect(await phone.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
      new URL(link).searchParams.get('token'),
    );
    await expect(progress(desktop, 'Opened on your phone')).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Start' }).click();
    await expect(phone).toHaveURL(/\/menu$/);
    expect(await axeFindings(phone)).toEqual([]);

    const chooser = phone.waitForEvent('filechooser');
    // Resolves once the page intercepts file choosers (e2e/support/keyboard.ts).
    await phone.evaluate(() => undefined);
    await phone.getByRole('button', { name: "Driver's license or state ID" }).click();
    await expect(phone).toHaveURL(/\/camera\/2$/);
    const opened = await chooser;
    await opened.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
    await expect(phone.getByRole('alert').filter({ hasText: 'File format not supported' })).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);

    await phone.goBack().catch(() => undefined);
    await expect(phone).toHaveURL(/\/camera\/2$/);
    await expect(phone.getByRole('heading', { name: 'Take a picture of the front' })).toBeVisible();

    await phone.getByRole('button', { name: 'Open the camera' }).click();
    await expect(phone).toHaveURL(/\/camera-avi\/2$/);
    await expect(phone.getByRole('button', { name: 'Take a picture' })).toBeEnabled();
    expect(await axeFindings(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Take a picture' }).click();

    // The live scanner reads the barcode from the video without a click.
    await expect(phone).toHaveURL(/\/camera_back\/2$/, { timeout: 40_000 });
    await expect(phone.getByText("We've read the barcode.").first()).toBeVisible();
    await expect(progress(desktop, 'Front uploaded')).not.toContainText('to do');
    await expect(files(desktop, 'file')).toHaveCount(1);
    expect(await axeFindings(phone)).toEqual([]);

    await phone.locator('input[type=file]').setInputFiles(back);
    await expect(phone.getByRole('heading', { name: 'Thank you for uploading documents!' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(phone.getByText('Please return to your desktop browser and click Refresh button!')).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);

    for (const text of ['Back uploaded', 'Barcode read', 'Name matches your application'])
      await expect(progress(desktop, text)).not.toContainText('to do');
    await expect(files(desktop, 'backfile')).toHaveCount(1);
    await expect(desktop.getByRole('button', { name: 'Next Tab' })).toBeVisible();
    expect(await axeFindings(desktop)).toEqual([]);

    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Your documents have already been uploaded' })).toBeVisible();
    await phone.goto(`${new URL(link).pathname}/menu`);
    await phone.getByRole('button', { name: 'US passport' }).click();
    await expect(phone.getByRole('alertdialog')).toContainText('You have aready uploaded documents');
    expect(consoleErrors).toEqual([]);
    expect(problems).toEqual([]);

    await desktop.reload();
    await expect(files(desktop, 'file')).toHaveCount(1);
    await expect(files(desktop, 'backfile')).toHaveCount(1);
  });
});

/** Returns the phone's live scanner, right after it was opened. */
async function openScanner(browser: Browser): Promise<Page> {
  const desktop = await openDesktop(browser, robin);
  const { page: phone } = await openPhone(browser);
  await phone.goto(await readScanLink(desktop));
  await phone.getByRole('button', { name: 'Start' }).click();
  await phone.getByRole('button', { name: "Driver's license or state ID" }).click();
  await phone.locator('input[type=file]').setInputFiles(front);
  // The card may already have been read. The page then asks for the next picture.
  await expect(phone).toHaveURL(/\/(camera_)?back\/2$/, { timeout: 40_000 });
  return phone;
}

test('a card tilted by 40 degrees is read by the live scanner', async ({ browserName: _ }, info) => {
  const tilted = await writeVideo(info.outputPath('tilted.mjpeg'), licenseBack(licensePayload(holder)), {
    rotate: 3,
    tiltX: 40,
  });
  await inBrowser(tilted, async (browser) => {
    const phone = await openScanner(browser);
    await expect(phone).toHaveURL(/\/camera_back\/2$/, { timeout: 40_000 });
    await expect(phone.getByText("We've read the barcode.").first()).toBeVisible();
  });
});

test('a card turned by 60 degrees gets a hint within two seconds to hold it level', async ({
  browserName: _,
}, info) => {
  const turned = await writeVideo(info.outputPath('turned.mjpeg'), licenseBack(licensePayload(holder)), {
    rotate: 60,
    tiltY: 40,
  });
  await inBrowser(turned, async (browser) => {
    const phone = await openScanner(browser);
    const status = phone.getByRole('status').filter({ hasText: /Looking|We can't see the barcode/ });
    await expect(status).toBeVisible({ timeout: 40_000 });
    // Waits with the page's clock, because other load delays it as much as the scanner.
    await phone.evaluate(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
    expect(await status.textContent()).toContain('Hold the card level');
    await phone.getByRole('button', { name: 'Skip' }).click();
    await expect(phone).toHaveURL(/\/camera_back\/2$/);
  });
});

test('without a camera the file chooser works, the photo is read, and the page survives a reload', async () => {
  await inBrowser(undefined, async (browser) => {
    const desktop = await openDesktop(browser, robin);
    const { page: phone } = await openPhone(browser);
    await phone.goto(await readScanLink(desktop));
    await phone.getByRole('button', { name: 'Start' }).click();
    await phone.reload();
    await phone.getByRole('button', { name: "Driver's license or state ID" }).click();
    await phone.getByRole('button', { name: 'Open the camera' }).click();
    await expect(phone.getByText('Your browser is blocking the camera. Choose a picture instead.')).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Choose a picture' }).click();
    await phone.locator('input[type=file]').setInputFiles(front);
    await expect(phone).toHaveURL(/\/back\/2$/, { timeout: 20_000 });
    await expect(phone.getByText('Your browser is blocking the camera.', { exact: false })).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Skip' }).click();
    await phone.locator('input[type=file]').setInputFiles(back);
    await expect(phone.getByRole('heading', { name: 'Thank you for uploading documents!' })).toBeVisible({
      timeout: 40_000,
    });
    await expect(progress(desktop, 'Barcode read')).not.toContainText('to do');
  });
});

test("a canceled code ends the phone's scan, but a lost connection doesn't", async () => {
  await inBrowser(video, async (browser) => {
    const desktop = await openDesktop(browser, robin);
    const { page: phone, context } = await openPhone(browser);
    await phone.goto(await readScanLink(desktop));
    await phone.getByRole('button', { name: 'Start' }).click();
    await phone.getByRole('button', { name: 'US passport' }).click();
    await context.setOffline(true);
    await phone.locator('input[type=file]').setInputFiles(front);
    await expect(phone.getByRole('alert').filter({ hasText: 'Fail to upload,Pls try again!' })).toBeVisible();
    await context.setOffline(false);
    await desktop.getByRole('button', { name: 'Cancel the code' }).click();
    await expect(desktop.getByText('This code no longer works.')).toBeVisible();
    await phone.locator('input[type=file]').setInputFiles(front);
    await expect(phone.getByText(EXPIRED)).toBeVisible();
    expect(await axeFindings(phone)).toEqual([]);

    await desktop.getByRole('button', { name: 'Create a new code' }).click();
    await phone.goto(await readScanLink(desktop));
    await phone.getByRole('button', { name: 'Start' }).click();
    await phone.getByRole('button', { name: 'US passport' }).click();
    await phone.locator('input[type=file]').setInputFiles(front);
    await expect(phone.getByRole('heading', { name: 'Thank you for uploading documents!' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(files(desktop, 'file')).toHaveCount(1);
  });
});

test('the code is shown only above 776 pixels', async () => {
  await inBrowser(undefined, async (browser) => {
    const desktop = await openDesktop(browser, robin);
    const code = desktop.getByRole('img', { name: 'QR code that opens the scan page on your phone' });
    await desktop.setViewportSize({ width: 777, height: 900 });
    await expect(code).toBeVisible();
    await desktop.setViewportSize({ width: 776, height: 900 });
    await expect(code).toHaveCount(0);
  });
});

test("the questions don't move when the code changes", async () => {
  await inBrowser(undefined, async (browser) => {
    const desktop = await openDesktop(browser, robin);
    const code = desktop.getByRole('img', { name: 'QR code that opens the scan page on your phone' });
    const question = desktop.getByText('Can you upload proof of identity now?');
    const place = () => question.evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
    await expect(code).toBeVisible();
    await expect(question).toBeVisible();
    const first = await place();
    await desktop.getByRole('button', { name: 'Cancel the code' }).click();
    await expect(desktop.getByText('This code no longer works.')).toBeVisible();
    expect(await place()).toBe(first);

    let fail = () => {};
    await desktop.route('**/api/scan/link', (route) => {
      fail = () => void route.abort();
    });
    await desktop.reload();
    await expect(desktop.getByText('Creating a code')).toBeVisible();
    expect(await place()).toBe(first);
    fail();
    await expect(desktop.getByText("We couldn't create the code.")).toBeVisible();
    expect(await place()).toBe(first);
  });
});
