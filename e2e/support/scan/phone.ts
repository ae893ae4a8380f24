import { type Browser, type BrowserContext, chromium, devices, expect, type Page, test } from '@playwright/test';
import type { Persona } from '../journey';
import { draftSection, ROUTES, start } from '../start';
import { readCode } from './readCode';

/** Opens a browser whose camera plays a video file. Without one, the browser denies camera access. */
export function openBrowser(video?: string): Promise<Browser> {
  const { launchOptions } = test.info().project.use;
  const camera = video
    ? [
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ]
    : ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'];
  return chromium.launch({ ...launchOptions, args: [...(launchOptions?.args ?? []), ...camera] });
}

/** Opens the identity document tab on a desktop. */
export async function openDesktop(browser: Browser, persona: Persona): Promise<Page> {
  const { baseURL, viewport } = test.info().project.use;
  const page = await (await browser.newContext({ baseURL, viewport })).newPage();
  await start(page, persona, 'scan');
  await draftSection(page, 'personal-details', persona.flows.application.identification?.['personal-details']);
  await page.goto(`${ROUTES.identification}#poi`);
  await page.getByRole('radiogroup', { name: 'Can you upload proof of identity now?' }).getByText('Yes').click();
  await expect(page.getByRole('heading', { name: "Or use your phone's camera" })).toBeVisible();
  return page;
}

/** Returns the link in the desktop's QR code. */
export async function readScanLink(desktop: Page): Promise<string> {
  const code = desktop.getByRole('img', { name: 'QR code that opens the scan page on your phone' });
  await code.scrollIntoViewIfNeeded();
  return readCode(code);
}

/** Opens an empty page on a phone. */
export async function openPhone(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  const { baseURL } = test.info().project.use;
  const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'];
  const context = await browser.newContext({ ...pixel, baseURL });
  return { page: await context.newPage(), context };
}
