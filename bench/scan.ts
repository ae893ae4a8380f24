import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { licenceBack } from '../e2e/support/scan/licenceCard';
import { photograph } from '../e2e/support/scan/photograph';
import { findChromium } from '../tests/run/chromium';
import { type Still, stillsOf } from './scan/classes';
import type { Reading, ScanBench } from './scan/page';
import { type Outcome, type Result, rateOf, report } from './scan/report';

/*
 * Photographs invented licence backs and has both read them in one browser, in one run: the scan pages' own reader, and
 * html5-qrcode by itself. Fails when ours reads fewer than 95 of 100, or of those held in a hand less than five times as many.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** The share of each class that is taken. */
    share: { type: 'string', default: '1' },
    port: { type: 'string', default: '4855' },
  },
});

const outDir = mkdtempSync(path.join(tmpdir(), 'bench-scan-'));
await build({
  configFile: false,
  root: path.join(import.meta.dirname, 'scan'),
  build: { outDir, target: 'es2022' },
  logLevel: 'error',
});
const server = await preview({
  configFile: false,
  root: outDir,
  build: { outDir },
  preview: { port: Number(values.port), strictPort: true },
  logLevel: 'error',
});
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const results: Result[] = [];
try {
  const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
  await page.goto(`http://localhost:${values.port}/`);
  await page.waitForFunction(() => 'bench' in window);
  for (const still of stillsOf(Number(values.seed), Number(values.share))) results.push(await compare(page, still));
} finally {
  await browser.close();
  await server.close();
  rmSync(outDir, { recursive: true, force: true });
}

const held = results.filter(({ set }) => set === 'held');
const alone = results.filter(({ set }) => set === 'alone');
console.log(`\n${report('held in a hand', held)}\n\n${report('level, one thing wrong', alone)}\n`);
const [ours, library] = [rateOf(held, 'ours'), rateOf(held, 'library')];
const holds = ours >= 0.95 && ours >= 5 * library && rateOf(alone, 'ours') >= 0.95;
console.log(
  `bar, at least 95 % of all and 5 times html5-qrcode alone on those held in a hand: ${percent(ours)}, ${percent(rateOf(alone, 'ours'))}, ` +
    `${library > 0 ? (ours / library).toFixed(1) : 'infinitely many'} times: ${holds ? 'held' : 'MISSED'}`,
);
process.exitCode = holds ? 0 : 1;

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

async function compare(page: Page, { set, kind, payload, print, shot }: Still): Promise<Result> {
  const jpeg = (await photograph(licenceBack(payload, print), shot)).toString('base64');
  const read = (way: keyof ScanBench) =>
    page.evaluate(([name, file]) => (window as unknown as { bench: ScanBench }).bench[name](file), [
      way,
      jpeg,
    ] as const);
  process.stderr.write('.');
  return { set, kind, ours: outcome(await read('ours'), payload), library: outcome(await read('library'), payload) };
}

function outcome({ text, ms }: Reading, payload: string): Outcome {
  return { isRight: text === payload, isWrong: text !== undefined && text !== payload, ms };
}
