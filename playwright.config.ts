import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, existingChromium } from './tests/run/chromium';
import { temporaryFolder } from './tests/support/folders/memoryFolder';

const PORT = Number(process.env.E2E_PORT ?? 3107);
// Data folder of the tested app. Tests read emails there.
process.env.E2E_FOLDER ??= path.join(temporaryFolder(), `portal-e2e-${PORT}`);

/** Ends of the names of slow test files. Only `npm test -- long-browser` runs them (docs/decisions/036). */
const LONG_NAMES = [
  'accessibility',
  'dark',
  'edits',
  'foldedRows',
  'household',
  '[kK]eyboard',
  'law',
  'layoutShift',
  'liveEdits',
  'longNames',
  'messages',
  'motion',
  'outsideWidget',
  'questions',
  'rehearsal',
  'scan',
  'scannedDocuments',
  'sections',
  'studioMerge',
  'studioRestructure',
  'studioTexts',
  'studioWork',
  'toasts',
  'typing',
  'wrongAnswers',
];
const LONG = new RegExp(`(${LONG_NAMES.join('|')})\\.test\\.ts$`);

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
  // Three workers keep two cores busy, because many tests wait.
  fullyParallel: true,
  workers: 3,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    viewport: { width: 1280, height: 900 },
    // Animations would slow down the tests. e2e/motion.test.ts turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing is slow, so only retries are traced. Use `--trace on` to trace all tests.
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
