import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, existingChromium } from './tests/run/chromium';
import { temporaryFolder } from './tests/support/folders/memoryFolder';

const PORT = Number(process.env.E2E_PORT ?? 3107);
// The served app's data folder. Tests read emails there and run operator commands on it.
process.env.E2E_FOLDER ??= path.join(temporaryFolder(), `portal-e2e-${PORT}`);

/**
 * Slow tests, which only `npm test -- long-browser` runs (docs/decisions/036): how pages load and move, reading scans,
 * cameras, each section's messages and addresses, each page's contrast, the whole application by keyboard, forms edited
 * under an open page, and every persona in a rehearsal.
 */
const LONG =
  /(dark|edits|outsideWidget|[kK]eyboard|law|liveEdits|messages|motion|layoutShift|wrongAnswers|rehearsal|scan|scannedDocuments|sections|accessibility|studioWork)\.test\.ts$/;

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
  // A shared machine may stall. Tests that pass only on the second attempt are reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Tests mostly wait (for locks, timers and the network), so three at a time keep two cores busy.
  fullyParallel: true,
  workers: 3,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1280, height: 900 },
    // Animations would slow down every test. e2e/motion.test.ts and the journey turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording traces takes a third of a run's CPU time, so only retries have one. For all tests, use `--trace on`.
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
