import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mode, Outcome, Suite } from './suite';
import { requireBuild } from './support/requireBuild';

/**
 * `npm run trust` (quick), `npm run trust -- long`, `npm run trust -- kill load` for some suites, `npm run trust -- long kill/saves` or
 * `kill/saves=20` for one part of a suite that has PARTS; a long run tells each part on a line of its own.
 *
 * A suite is a file `<name>.trust.ts` in this folder whose default export is a `Suite` ({ name, run(mode) }, suite.ts): it tries its N
 * cases against the built server (support/builtServer.ts), or against a server of its own, and gives back n, figure and failures. It
 * prints nothing, stops what it starts, takes free ports and temporary folders, and throws only when it is itself broken.
 * With CI set a suite that fails is tried once more; one that passes then counts as passed and is called flaky.
 * Suites that measure run one after another, the others some at a time before them. All quick parts together stay below nine minutes on two cores.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const mode: Mode = words.includes('long') ? 'long' : 'quick';
  const wanted = words.filter((word) => word !== 'long' && word !== 'quick');
  requireBuild();
  if (process.env[BESIDE]) return runHere(wanted[0] ?? '', mode);
  const names = findNames(wanted, mode).flatMap((name) => (mode === 'long' ? inParts(name) : name));
  const queue = longestFirst(names.filter((name) => !measures(name)));
  const started = Date.now();
  const all: Told[] = [];
  const lane = async (): Promise<void> => {
    for (let name = queue.shift(); name; name = queue.shift()) all.push(await tryOut(name, mode));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const name of names.filter(measures)) all.push(await tryOut(name, mode));
  report(all, Math.round((Date.now() - started) / 1000));
}

/** Their times are valid only while none of our other suites run. */
const MEASURING = ['failover', 'kill', 'load', 'malformed', 'uploads'];
/** Only when named, or in a long run: it builds another release first. */
const LONG_ONLY = ['upgrade'];
/** Begun first, or one lane would be at them long after the others. */
const LONGEST = ['pages', 'xss', 'secrets'];
/** What a long run reports one by one, as `kill/saves`: together they would print nothing for an hour. */
const PARTS: Record<string, readonly string[]> = {
  kill: ['saves', 'payments', 'uploads', 'points', 'household', 'unanswered'],
};
/** One more than there are cores at least: a browser often waits. */
const LANES = 3;
/** Says to a process that it is one suite's own. */
const BESIDE = 'TRUST_SUITE_BESIDE';

interface Told extends Outcome {
  name: string;
  seconds: number;
  /** It failed at first. */
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

/** Those wanted, or all; throws for a name that is none. */
function findNames(wanted: string[], mode: Mode): string[] {
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.trust\.ts$/.exec(file)?.[1] ?? []);
  const isPart = (name: string) =>
    Object.keys(PARTS).some((suite) => inParts(suite).includes(name.replace(/=\d+$/, '')));
  const unknown = wanted.filter((name) => !names.includes(name) && !isPart(name));
  if (unknown.length) throw new Error(`No suite '${unknown.join("', '")}': there are ${names.join(', ')}`);
  const isDue = (name: string) =>
    wanted.length ? wanted.includes(name) : mode === 'long' || !LONG_ONLY.includes(name);
  return [...names.filter(isDue).sort(), ...wanted.filter(isPart)];
}

/** A machine shared with others may stall, as for the browser tests (playwright.config.ts). */
async function tryOut(name: string, mode: Mode): Promise<Told> {
  const told = tell(await runBeside(name, mode));
  if (isPassed(told) || !process.env.CI) return told;
  const again = await runBeside(name, mode);
  return tell({ ...again, isFlaky: isPassed(again) });
}

const isPassed = ({ failures, n }: Told) => failures.length === 0 && n > 0;

/** Each suite has a process of its own, this very file once more. */
function runBeside(name: string, mode: Mode): Promise<Told> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), [name, mode], {
      execArgv: process.execArgv,
      env: { ...process.env, [BESIDE]: '1' },
    });
    let told: Told = {
      name,
      n: 0,
      figure: 'the suite ended without a word',
      failures: ['it ended by itself'],
      seconds: 0,
    };
    child.on('message', (message: Told) => {
      told = message;
    });
    child.once('close', () => resolve(told));
  });
}

async function runHere(word: string, mode: Mode): Promise<void> {
  const [name = '', part] = word.split('/');
  const told = await time((await import(`./${name}.trust.ts`)).default as Suite, mode, part);
  process.send?.(told, () => process.exit(0));
}

async function time({ name, run }: Suite, mode: Mode, part?: string): Promise<Told> {
  const started = Date.now();
  const outcome = await run(mode, part).catch((error: Error): Outcome => {
    return { n: 0, figure: 'the suite itself broke', failures: [error.stack ?? String(error)] };
  });
  return { name: part ? `${name}/${part}` : name, ...outcome, seconds: Math.round((Date.now() - started) / 1000) };
}

function tell(told: Told): Told {
  const { name, n, figure, failures, notRun = [], seconds, isFlaky } = told;
  const flaky = isFlaky ? '  flaky: passed at the second try' : '';
  console.log(`${isPassed(told) ? 'ok  ' : 'FAIL'} ${name.padEnd(15)} N=${n}  ${figure}  (${seconds} s)${flaky}`);
  for (const failure of failures.slice(0, 20)) console.log(`       ${failure}`);
  if (failures.length > 20) console.log(`       and ${failures.length - 20} more`);
  for (const part of notRun) console.log(`       not run: ${part}`);
  return told;
}

function report(all: Told[], seconds: number): void {
  const passed = all.filter(isPassed).length;
  const failed = all.length - passed;
  const flaky = all.filter(({ isFlaky }) => isFlaky).length;
  mkdirSync('test-results/reports', { recursive: true });
  writeFileSync('test-results/reports/trust.json', JSON.stringify({ passed, failed, flaky, suites: all }, null, 2));
  console.log(`\n${seconds} s${flaky ? `, ${flaky} flaky` : ''}`);
  console.log(`trust: ${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

await main();
