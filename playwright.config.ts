import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, existingChromium } from './tests/run/chromium';
import { temporaryFolder } from './tests/support/folders/memoryFolder';

const PORT = Number(process.env.E2E_PORT ?? 3107);
// Where the served app keeps its data: tests read its mail there, and its operator's commands find it by it.
process.env.E2E_FOLDER ??= path.join(temporaryFolder(), `portal-e2e-${PORT}`);

/**
 * What takes longer than one waits for, left to `npm test -- long-browser` (docs/decisions/036): how pages open and move, scans that are
 * read, cameras, each section's messages and addresses, each page's contrasts, the whole road by keyboard, forms that are edited under an
 * open page, and every persona in a rehearsal.
 */
const LONG =
  /(dark|edits|outsideWidget|[kK]eyboard|law|live|messages|motion|openingPages|papers|refused|rehearsal|scan|sections|states|studioWork)\.test\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  projects: [
    { name: 'browser', testIgnore: LONG },
    { name: 'long-browser', testMatch: LONG },
  ],
  outputDir: 'test-results/browser',
  timeout: 180_000,
  expect: { timeout: 10_000 },
  // A machine shared with others may stall; what passes only at the second try is told as flaky.
  retries: process.env.CI ? 1 : 0,
  // Most of a test is waiting (locks, timers, the network's pauses): three at a time keep two cores busy.
  fullyParallel: true,
  workers: 3,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1280, height: 900 },
    // A test waits for whatever moves to stand still; e2e/motion.test.ts and the journey ask for what moves.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a third of a run's work: it is taken at a second try, or asked for by `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: existingChromium(),
      args: chromiumArgs,
    },
  },
  webServer: {
    command: 'node --import tsx e2e/support/serve.ts',
    url: `http://127.0.0.1:${PORT}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    env: { PORT: String(PORT), E2E_FOLDER: process.env.E2E_FOLDER, LIMIT_FACTOR: '50' },
  },
});
