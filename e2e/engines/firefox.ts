import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import puppeteer from 'puppeteer-core';
import { HEIGHT, type Preferences, strokePoints, type Tab, WIDTH } from './tab';

/** Milliseconds until an element that is missing, hidden, disabled or moving fails a click. */
const CLICK_MS = 10_000;

/** Controls Firefox with WebDriver BiDi. */
export async function openFirefox({ isDark, hasReducedMotion }: Preferences = {}): Promise<Tab> {
  const home = mkdtempSync(path.join(tmpdir(), 'engine-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    protocol: 'webDriverBiDi',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    env: { ...process.env, HOME: home },
    extraPrefsFirefox: {
      'ui.systemUsesDarkTheme': Number(isDark ?? 0),
      'ui.prefersReducedMotion': Number(hasReducedMotion ?? 0),
      // Otherwise, a downloaded PDF opens in a new tab, and the test waits for a hidden page.
      'browser.download.open_pdf_attachments_inline': false,
      'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
      'pdfjs.disabled': true,
    },
    defaultViewport: { width: WIDTH, height: HEIGHT },
  });
  const page = await browser.newPage();
  const find = async (selector: string) => {
    const found = await page.$(selector);
    if (!found) throw new Error(`There is no ${selector} on the page`);
    return found;
  };
  return {
    goto: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    run: <T>(body: string, ...args: unknown[]) =>
      // Runs a string, because the other engine's driver accepts nothing else.
      page.evaluate(`(function () { ${body} }).apply(null, ${JSON.stringify(args)})`) as Promise<T>,
    // A locator finds the element again if the page replaces it.
    click: (selector) => page.locator(selector).setTimeout(CLICK_MS).click(),
    type: async (selector, text) => (await find(selector)).type(text),
    choose: async (selector, value) => void (await page.select(selector, value)),
    async upload(selector, file) {
      // Only a file input accepts files.
      const input = (await find(selector)) as Awaited<ReturnType<typeof page.$<'input'>>>;
      await input?.uploadFile(file);
    },
    pressTab: () => page.keyboard.press('Tab'),
    async draw(selector) {
      const box = await (await find(selector)).boundingBox();
      if (!box) throw new Error(`${selector} cannot be seen`);
      for (const [act, x, y] of strokePoints(box)) {
        await page.mouse.move(x, y);
        if (act !== 'move') await page.mouse[act]();
      }
    },
    resize: (width, height) => page.setViewport({ width, height }),
    picture: async () => Buffer.from(await page.screenshot()),
    async close() {
      await browser.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
