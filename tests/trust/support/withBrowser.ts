import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test';
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

/** Creates a browser context whose pages can run this process's functions. */
export async function openContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // esbuild wraps named functions in a helper that pages lack.
  await context.addInitScript('globalThis.__name ??= (made) => made');
  return context;
}
