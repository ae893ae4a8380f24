import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

// The headless shell first: it has no browser UI and takes about two thirds of the CPU time.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * Turns off what Chromium does besides the tested page. Otherwise it renders two more pages per window (lists of the
 * address bar), which takes longer than most pages. The last list of features replaces earlier ones, so this one
 * includes Playwright's.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'AimEnabled',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsFirstBalancedModeAutoEnable',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'NetworkTimeServiceQuerying',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ]}`,
];

/**
 * Finds or installs the browser: `CHROMIUM_PATH`, one on this machine, Playwright's download or Debian's package, in
 * that order. Prints what it installs.
 * @throws Error with what to do if there is none
 */
export function findChromium(): string {
  return existingChromium() ?? download() ?? debianPackage() ?? fail();
}

/** Returns an installed browser, if any. */
export function existingChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...PLACES, chromium.executablePath()].find((path) => path && existsSync(path));
}

function download(): string | undefined {
  console.log('No Chromium found. Trying Playwright’s download …');
  run('npx', ['playwright', 'install', 'chromium'], 180_000);
  return existingChromium();
}

function debianPackage(): string | undefined {
  console.log('The download failed. Installing Debian’s package chromium …');
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  run('env', [...sudo, 'apt-get', 'update'], 300_000);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    run('env', [...sudo, 'apt-get', 'install', '-y', '--no-install-recommends', name], 600_000);
    if (existingChromium()) break;
  }
  return existingChromium();
}

function run(command: string, args: string[], timeout: number): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function fail(): never {
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  );
}
