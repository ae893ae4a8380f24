import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import robin from '../schemas/personas/robin-hale.json' with { type: 'json' };
import { findChromium } from '../tests/run/chromium';
import { startBuiltServer } from './support/builtServer';

const TOOL = path.join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js');
const PAGES = { login: '/login', 'entry link': robin.link };

/** Out of a hundred, on its simulated slow phone. */
const BARS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 0 } as const;

type Category = keyof typeof BARS;

/** Only what is read here of a Lighthouse report. */
interface Report {
  categories: Record<Category, { score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

/**
 * `npm run bench:lighthouse`: Lighthouse on the pages that are opened without a session, of the built app, as a phone. The median of
 * `--runs` by its performance; what else the machine does makes it worse, so its load is printed.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
  if (!existsSync(TOOL))
    spawnSync('npm', ['ci', '--prefix', import.meta.dirname, '--ignore-scripts', '--no-audit', '--no-fund'], {
      stdio: 'inherit',
    });
  const server = await startBuiltServer();
  const folder = mkdtempSync(path.join(tmpdir(), 'lighthouse-'));
  try {
    for (const [name, address] of Object.entries(PAGES)) {
      const reports = Array.from({ length: Number(values.runs) }, () => audit(server.address + address, folder));
      show(name, middle(reports));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  }
}

/** @throws Error when Lighthouse wrote no report */
function audit(url: string, folder: string): Report {
  const file = path.join(folder, 'report.json');
  const options = ['--output=json', `--output-path=${file}`, '--quiet', '--disable-full-page-screenshot'];
  const flags = '--chrome-flags=--headless=new --no-sandbox --disable-gpu';
  const { status, stderr } = spawnSync(process.execPath, [TOOL, url, ...options, flags], {
    env: { ...process.env, CHROME_PATH: findChromium() },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Lighthouse could not measure ${url}: ${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function middle(reports: Report[]): Report {
  const sorted = reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'));
  return sorted[Math.floor(sorted.length / 2)] as Report;
}

function scoreOf({ categories }: Report, category: Category): number {
  return Math.round((categories[category].score ?? 0) * 100);
}

const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** The scores beside their bars, the metrics, and every audit that is not passed. */
function show(name: string, report: Report): void {
  console.log(`\n${name} (load of the machine ${loadavg()[0]?.toFixed(1)})`);
  for (const category of Object.keys(BARS) as Category[]) {
    const [score, bar] = [scoreOf(report, category), BARS[category]];
    if (score < bar) process.exitCode = 1;
    console.log(`  ${category.padEnd(15)} ${score}${bar ? `  bar ${bar}: ${score >= bar ? 'held' : 'MISSED'}` : ''}`);
  }
  for (const id of METRICS) console.log(`  ${report.audits[id]?.title}: ${report.audits[id]?.displayValue}`);
  for (const category of ['accessibility', 'best-practices', 'seo'] as const)
    for (const { id } of report.categories[category].auditRefs)
      if (report.audits[id]?.score === 0) console.log(`  not passed: ${report.audits[id]?.title}`);
}

await main();
