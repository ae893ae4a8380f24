import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../tests/run/chromium';

/** Starts a headless Chromium without a frame limit. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
