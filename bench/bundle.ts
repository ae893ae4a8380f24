import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { freshCopy, register } from '../e2e/support/journey';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { findChromium } from '../tests/run/chromium';
import { startBuiltServer } from './support/builtServer';

/** kB of JavaScript, gzip, that a page may load in all (a thousand bytes each). */
const BARS = { login: 155, step: 215 };

/** `npm run bench:bundle`: what the login page and a step page of the built app load in a real browser. */
async function main(): Promise<void> {
  const server = await startBuiltServer();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: server.address });
    const login = await scriptsOf(await context.newPage(), (page) => page.goto('/login'));
    const page = await context.newPage();
    await register(page, freshCopy(robin, 'bundle'), '/tmp');
    const step = await scriptsOf(await context.newPage(), (fresh) => fresh.goto('/identification'));
    report('login', login);
    report('step', step);
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Every script the page fetches until it rests, with its gzip size. */
async function scriptsOf(page: Page, open: (page: Page) => Promise<unknown>): Promise<Map<string, number>> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '');
    if (isScript)
      sizes.set(
        new URL(response.url()).pathname,
        response.body().then((body) => gzipSync(body, { level: 9 }).length),
      );
  });
  await open(page);
  await page.getByRole('button').first().waitFor();
  await page.waitForLoadState('networkidle');
  return new Map(await Promise.all([...sizes].map(async ([name, size]) => [name, await size] as const)));
}

function report(name: keyof typeof BARS, scripts: Map<string, number>): void {
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000;
  console.log(
    `\n${name} page: ${total.toFixed(1)} kB of JavaScript, gzip; bar ${BARS[name]} kB: ${total <= BARS[name] ? 'held' : 'MISSED'}`,
  );
  for (const [file, size] of [...scripts].sort((a, b) => b[1] - a[1]))
    console.log(`  ${(size / 1000).toFixed(1).padStart(6)}  ${file}`);
  if (total > BARS[name]) process.exitCode = 1;
}

await main();
