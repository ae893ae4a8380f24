import { chromium } from '@playwright/test';
import { register, withNewEmail } from '../e2e/support/journey';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { findChromium } from '../tests/run/chromium';
import { startBuiltServer } from './support/builtServer';
import { visit } from './support/visit';

/** Maximum kB (1,000 bytes) of gzipped JavaScript that a page loads before its first field is usable. */
const BARS = { login: 220, step: 320 };

/**
 * `npm run bench:bundle`: measures what the login page and a step page of the built app load in a browser until their
 * first field.
 */
async function main(): Promise<void> {
  const server = await startBuiltServer();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: server.address });
    const login = await visit(context, '/login');
    const page = await context.newPage();
    await register(page, withNewEmail(robin, 'bundle'), '/tmp');
    const step = await visit(context, '/identification');
    report('login', login.scripts);
    report('step', step.scripts);
  } finally {
    await browser.close();
    await server.stop();
  }
}

function report(name: keyof typeof BARS, scripts: Map<string, number>): void {
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1000;
  console.log(
    `\n${name} page: ${total.toFixed(1)} kB of JavaScript, gzip; limit ${BARS[name]} kB: ${total <= BARS[name] ? 'ok' : 'EXCEEDED'}`,
  );
  for (const [file, size] of [...scripts].sort((a, b) => b[1] - a[1]))
    console.log(`  ${(size / 1000).toFixed(1).padStart(6)}  ${file}`);
  if (total > BARS[name]) process.exitCode = 1;
}

await main();
