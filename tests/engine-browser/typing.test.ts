import { type Browser, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outsideWidgetsPlugin } from '../../src/engine/outsideWidgetsPlugin';
import { messagesPlugin } from '../../src/messages/messagesPlugin';
import type { Answers } from '../../src/model/types';
import { findChromium } from '../run/chromium';

let server: ViteDevServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    cacheDir: '../../node_modules/.cache/engine-browser',
    plugins: [react(), messagesPlugin(), outsideWidgetsPlugin()],
    server: { port: 4320 },
    logLevel: 'error',
  });
  await server.listen();
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.getByRole('textbox', { name: 'City' }).waitFor();
});

afterEach(() => page.close());

const answers = () => page.evaluate(() => (window as unknown as { page: { answers: Answers } }).page.answers);

describe('text typed into a section form in Chromium', () => {
  it('loses no key typed fast, with and without a mask', async () => {
    await page.getByRole('textbox', { name: 'City' }).pressSequentially('San Buenaventura');
    await page.getByRole('textbox', { name: 'Phone' }).pressSequentially('5125550123');
    await page.getByRole('textbox', { name: 'Rent' }).pressSequentially('1250.5');
    expect(await answers()).toEqual({ city: 'San Buenaventura', phone: '15125550123', rent: 1250.5 });
  });

  it('is inserted at the cursor', async () => {
    const city = page.getByRole('textbox', { name: 'City' });
    await city.pressSequentially('Autin');
    for (let step = 0; step < 3; step++) await city.press('ArrowLeft');
    await city.pressSequentially('s');
    await city.press('End');
    await city.pressSequentially('!');
    expect(await answers()).toEqual({ city: 'Austin!' });
  });

  it('can be composed with an input method', async () => {
    const city = page.getByRole('textbox', { name: 'City' });
    await city.focus();
    const client = await page.context().newCDPSession(page);
    for (const part of ['ㅅ', '서', '섷'])
      await client.send('Input.imeSetComposition', { text: part, selectionStart: 1, selectionEnd: 1 });
    expect(await city.inputValue()).toBe('섷');
    await client.send('Input.insertText', { text: '서울' });
    expect(await city.inputValue()).toBe('서울');
    expect(await answers()).toEqual({ city: '서울' });
  });

  it('can be filled in by the browser without focus', async () => {
    await page.evaluate(() => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      for (const [id, value] of [
        ['home_city', 'Austin'],
        ['home_phone', '(512) 555-0123'],
        ['home_zip', '78701'],
      ] as const) {
        const input = document.getElementById(id);
        set?.call(input, value);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
        input?.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    expect(await answers()).toEqual({ city: 'Austin', phone: '15125550123', zip: '78701' });
  });

  it('is replaced by a chosen address, all fields at once', async () => {
    await page.getByRole('textbox', { name: 'City' }).pressSequentially('Aus');
    const street = page.getByRole('combobox', { name: 'Street' });
    await street.pressSequentially('12 Oak');
    await page.getByRole('option', { name: '12 Oak St, Austin, TX 78701' }).click();
    expect(await answers()).toEqual({ street: '12 Oak St', city: 'Austin', state: 'TX', zip: '78701' });
    expect(await street.inputValue()).toBe('12 Oak St');
    expect(await page.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Austin');
  });

  it('can be pasted, undone and continued', async () => {
    const city = page.getByRole('textbox', { name: 'City' });
    await city.focus();
    await page.keyboard.insertText('Austin, TX');
    await city.press('Control+z');
    expect(await answers()).toEqual({});
    await city.pressSequentially('Waco');
    expect(await answers()).toEqual({ city: 'Waco' });
  });
});
