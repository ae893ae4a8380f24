import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../run/chromium';

/** A real Chromium, closed after `work`. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
