import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseTodaysTurn } from '../run/turns';
import type { Mode, Outcome, Suite } from './suite';
import { requireBuild } from './support/requireBuild';

/**
 * `npm run trust` (quick), `npm run trust -- long`, `npm run trust -- kill load` for some suites. `npm run trust --
 * long kill/saves` or `kill/saves=20` runs one part of a suite with PARTS. A long run reports each part on its own
 * line. `--turn` runs one of the three longest suites and a third of the others (docs/decisions/036).
 *
 * A suite is a file `<name>.trust.ts` in this folder whose default export is a `Suite` ({ name, run(mode) },
 * suite.ts). It tests its cases on the built server (support/builtServer.ts) or on a test server, and returns n, figure
 * and failures. It prints only the progress of long runs, stops what it starts, uses free ports and temporary folders,
 * and only throws on bugs. With CI set, a failed suite is retried once at the end, alone. If it then passes, it counts
 * as passed and is reported as flaky. Suites that measure run one after another, after the others, which run a few at a
 * time. All quick parts together take less than nine minutes on two cores.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const mode: Mode = words.includes('long') ? 'long' : 'quick';
  const isTurn = words.includes('--turn');
  const wanted = words.filter((word) => !['long', 'quick', '--turn'].includes(word));
  requireBuild();
  if (process.env[SINGLE_SUITE]) return runInThisProcess(wanted[0] ?? '', mode);
  const found = findNames(wanted, mode);
  const due = isTurn ? chooseShare(found) : found;
  const names = due.flatMap((name) => (mode === 'long' ? inParts(name) : name));
  const queue = longestFirst(names.filter((name) => !measures(name)));
  const started = Date.now();
  const all: SuiteReport[] = [];
  const lane = async (): Promise<void> => {
    for (let name = queue.shift(); name; name = queue.shift()) all.push(print(await runInOwnProcess(name, mode)));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const name of names.filter(measures)) all.push(print(await runInOwnProcess(name, mode)));
  if (process.env.CI) await retryFailed(all, mode);
  printSummary(all, Math.round((Date.now() - started) / 1000));
}

/** Suites whose times are valid only while no other suite runs. */
const MEASURING = ['failover', 'kill', 'load', 'malformed', 'tokens', 'uploads'];
/** Suites that run only in long runs or by name, because they build another release first. */
const LONG_ONLY = ['upgrade'];
/** Suites that are started first, so they don't run alone at the end. */
const LONGEST = ['pages', 'xss', 'secrets'];
/** Parts that a long run reports one by one, as `kill/saves`. Otherwise it would print nothing for an hour. */
const PARTS: Record<string, readonly string[]> = {
  kill: ['saves', 'payments', 'uploads', 'points', 'household', 'unanswered'],
};
/** More than the usual two cores, because browsers often wait. */
const LANES = 3;
/** Environment variable that marks a single suite's process. */
const SINGLE_SUITE = 'TRUST_SINGLE_SUITE';

interface SuiteReport extends Outcome {
  name: string;
  seconds: number;
  /** True if the suite failed at first and passed when it was retried. */
  isFlaky?: boolean;
}

const folder = path.dirname(fileURLToPath(import.meta.url));

const inParts = (name: string) => PARTS[name]?.map((part) => `${name}/${part}`) ?? [name];

const suiteOf = (name: string) => name.replace(/\/.*/, '');

const measures = (name: string) => MEASURING.includes(suiteOf(name));

const longestFirst = (names: string[]) => [
  ...LONGEST.filter((name) => names.includes(name)),
  ...names.filter((name) => !LONGEST.includes(name)),
];

/** One of the longest suites and a third of the others. The choice depends on the day and the commit. */
function chooseShare(all: readonly string[]): string[] {
  const others = all.filter((name) => !LONGEST.includes(name));
  return [...chooseTodaysTurn(1, LONGEST), ...chooseTodaysTurn(Math.ceil(others.length / 3), others)];
}

/** Returns the requested suites and parts, or all suites of this mode. Throws for an unknown name. */
function findNames(wanted: string[], mode: Mode): string[] {
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.trust\.ts$/.exec(file)?.[1] ?? []);
  const isPart = (name: string) =>
    Object.keys(PARTS).some((suite) => inParts(suite).includes(name.replace(/=\d+$/, '')));
  const unknown = wanted.filter((name) => !names.includes(name) && !isPart(name));
  if (unknown.length) throw new Error(`There's no suite '${unknown.join("', '")}'. Use one of ${names.join(', ')}`);
  const isDue = (name: string) =>
    wanted.length ? wanted.includes(name) : mode === 'long' || !LONG_ONLY.includes(name);
  return [...names.filter(isDue).sort(), ...wanted.filter(isPart)];
}

/** Retries each failed suite once, alone, because a shared machine may stall. Playwright also retries in CI. */
async function retryFailed(all: SuiteReport[], mode: Mode): Promise<void> {
  for (const [at, { name }] of [...all.entries()].filter(([, report]) => !isPassed(report))) {
    const again = await runInOwnProcess(name, mode);
    all[at] = print({ ...again, isFlaky: isPassed(again) });
  }
}

const isPassed = ({ failures, n }: SuiteReport) => failures.length === 0 && n > 0;

/** Runs a suite in its own process, which starts this file again. */
function runInOwnProcess(name: string, mode: Mode): Promise<SuiteReport> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), [name, mode], {
      execArgv: process.execArgv,
      env: { ...process.env, [SINGLE_SUITE]: '1' },
    });
    let report: SuiteReport = {
      name,
      n: 0,
      figure: 'the suite ended without a result',
      failures: ['its process ended'],
      seconds: 0,
    };
    child.on('message', (message: SuiteReport) => {
      report = message;
    });
    child.once('close', () => resolve(report));
  });
}

async function runInThisProcess(word: string, mode: Mode): Promise<void> {
  const [name = '', part] = word.split('/');
  const report = await time((await import(`./${name}.trust.ts`)).default as Suite, mode, part);
  process.send?.(report, () => process.exit(0));
}

async function time({ name, run }: Suite, mode: Mode, part?: string): Promise<SuiteReport> {
  const started = Date.now();
  const outcome = await run(mode, part).catch((error: Error): Outcome => {
    return { n: 0, figure: 'the suite crashed', failures: [error.stack ?? String(error)] };
  });
  return { name: part ? `${name}/${part}` : name, ...outcome, seconds: Math.round((Date.now() - started) / 1000) };
}

function print(report: SuiteReport): SuiteReport {
  const { name, n, figure, failures, notRun = [], seconds, isFlaky } = report;
  const flaky = isFlaky ? '  flaky: passed on the second attempt' : '';
  console.log(`${isPassed(report) ? 'ok  ' : 'FAIL'} ${name.padEnd(15)} N=${n}  ${figure}  (${seconds} s)${flaky}`);
  for (const failure of failures.slice(0, 20)) console.log(`       ${failure}`);
  if (failures.length > 20) console.log(`       and ${failures.length - 20} more`);
  for (const part of notRun) console.log(`       not run: ${part}`);
  return report;
}

function printSummary(all: SuiteReport[], seconds: number): void {
  const passed = all.filter(isPassed).length;
  const failed = all.length - passed;
  const flaky = all.filter(({ isFlaky }) => isFlaky).length;
  const faults = all.filter((suite) => !isPassed(suite)).map(({ name }) => name);
  mkdirSync('test-results/reports', { recursive: true });
  writeFileSync(
    'test-results/reports/trust.json',
    JSON.stringify({ passed, failed, flaky, faults, suites: all }, null, 2),
  );
  console.log(`\n${seconds} s${flaky ? `, ${flaky} flaky` : ''}`);
  console.log(`trust: ${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

await main();
