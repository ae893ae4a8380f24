import './typing/production';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { preview } from 'vite';
import { formatVerdicts } from './typing/bars';
import { launchBrowser } from './typing/browser';
import { buildContenders, OUT } from './typing/build';
import { CONTENDERS, type ContenderFile } from './typing/contenders';
import { serveIncomePage } from './typing/incomePage';
import { measure, type Sample } from './typing/measure';
import { table } from './typing/table';

/**
 * Measures typing into the income page, and into its employers section with our engine and with react-hook-form.
 * Contenders alternate, so that other load affects all of them equally. Fails if a limit is exceeded.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    rows: { type: 'string', default: '3,20' },
    only: { type: 'string' },
    port: { type: 'string', default: '4310' },
    /** Measures the last run's build instead of building again. */
    built: { type: 'boolean', default: false },
  },
});
const sizes = values.rows.split(',').map(Number);
const wanted = CONTENDERS.filter(
  ({ file }) => !values.only || values.only.split(',').includes(file?.replace(/\.\w+$/, '') ?? 'page'),
);

if (!values.built) await buildContenders(Math.max(...sizes));
const server = await preview({
  configFile: false,
  root: OUT,
  build: { outDir: OUT },
  preview: { port: Number(values.port), strictPort: true },
  logLevel: 'error',
});
const incomePage = wanted.some(({ file }) => !file) ? await serveIncomePage(sizes) : undefined;
const browser = await launchBrowser();
const samples: Sample[] = [];
try {
  for (let round = 0; round < Number(values.rounds); round++)
    for (const rows of sizes)
      for (const contender of round % 2 ? [...wanted].reverse() : wanted) {
        samples.push(await measure(browser, contender, rows, (page) => open(page, contender, rows)));
        process.stderr.write('.');
      }
} finally {
  await browser.close();
  await server.close();
  await incomePage?.stop();
}

for (const rows of sizes)
  console.log(
    table(
      samples.filter((sample) => sample.rows === rows),
      rows,
    ),
  );
const { lines, held } = formatVerdicts(samples, sizes);
console.log(lines.join('\n'));
process.exitCode = held ? 0 : 1;

function open(page: Page, { file }: ContenderFile, rows: number): Promise<unknown> | undefined {
  return file
    ? page.goto(`http://localhost:${values.port}/?contender=${file}&rows=${rows}`)
    : incomePage?.open(page, rows);
}
