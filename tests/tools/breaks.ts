import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { REPORTS } from '../run/stage';
import { choosePart, chooseTodaysTurn } from '../run/turns';
import { hasPostgres } from '../trust/support/postgres';
import { runTests, type TestRun } from './breaks/runTests';
import { type Break, breaks, findFaults } from './breaks/table';
import { createWorkingCopy, type WorkingCopy } from './breaks/workingCopy';

const HELP = `npm run breaks                  breaks each line in tests/tools/breaks/breaks.json, one at a time, in a copy of
                                the working tree, and fails if the line's test file still passes
npm run breaks -- name …        only these
npm run breaks -- --part 3/10   the third tenth
npm run breaks -- --turn 5      five of them, different ones for each day and commit
npm run breaks -- --list        lists their names`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      part: { type: 'string' },
      turn: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(HELP);
  const chosen = choose(positionals, values);
  if (values.list) return console.log(chosen.map(({ name, fact }) => `${name.padEnd(40)} ${fact}`).join('\n'));
  const faults = findFaults(breaks);
  if (faults.length) throw new Error(`breaks.json has errors:\n${faults.join('\n')}`);
  report(await tryAll(chosen));
}

function choose(names: string[], { part, turn }: { part?: string; turn?: string }): Break[] {
  const unknown = names.filter((name) => !breaks.some((one) => one.name === name));
  if (unknown.length) throw new Error(`There's no break '${unknown.join("', '")}'. To see their names, use --list`);
  if (names.length) return breaks.filter(({ name }) => names.includes(name));
  if (part) return choosePart(part, breaks);
  return turn ? chooseTodaysTurn(Number(turn), breaks) : [...breaks];
}

interface BreakResult {
  name: string;
  test: string;
  isNoticed: boolean;
  /** The test that failed, or why the break counts as unnoticed. */
  why: string;
  seconds: number;
}

async function tryAll(chosen: readonly Break[]): Promise<BreakResult[]> {
  const copy = createWorkingCopy();
  const env = { TEST_ENGINE: process.env.TEST_ENGINE ?? ((await hasPostgres()) ? 'PostgreSQL' : 'PGlite') };
  const files = [...new Set(chosen.map(({ test }) => test))];
  console.log(`${files.length} test files run without a break`);
  const whole = await runTests(copy.folder, files, env, { retries: 1, minutes: 20 });
  const all: BreakResult[] = [];
  for (const one of chosen) {
    const tried = await tryBreak(copy, one, env, whole.get(one.test));
    console.log(line(tried));
    all.push(tried);
  }
  return all;
}

async function tryBreak(
  copy: WorkingCopy,
  one: Break,
  env: Record<string, string>,
  whole: TestRun | undefined,
): Promise<BreakResult> {
  const started = Date.now();
  const broken = await copy.whileBroken(one, () => runTests(copy.folder, [one.test], env));
  const unnoticed = explainUnnoticed(whole, broken.get(one.test));
  const why = unnoticed ?? broken.get(one.test)?.failed[0] ?? '';
  const seconds = Math.round((Date.now() - started) / 1000);
  return { name: one.name, test: one.test, isNoticed: unnoticed === undefined, why, seconds };
}

/** Undefined if a test failed that passes without the break. A file that doesn't load fails with any break. */
function explainUnnoticed(whole: TestRun | undefined, broken: TestRun | undefined): string | undefined {
  if (!whole?.tests) return `its tests don't run even without the break: ${whole?.message ?? 'no report'}`;
  if (whole.failed.length || whole.message) return `fails even without the break: ${whole.failed[0] ?? whole.message}`;
  if (!broken) return 'the run ended without a report';
  if (broken.failed.length) return undefined;
  return broken.message ? `no test failed, but the file did: ${broken.message}` : `all ${broken.tests} tests passed`;
}

const line = ({ isNoticed, name, test, why, seconds }: BreakResult) =>
  `${isNoticed ? 'ok  ' : 'FAIL'} ${name.padEnd(40)} ${String(seconds).padStart(3)} s  ${test} › ${why}`;

function report(all: readonly BreakResult[]): void {
  const passed = all.filter(({ isNoticed }) => isNoticed).length;
  const unnoticed = all.filter(({ isNoticed }) => !isNoticed);
  mkdirSync(REPORTS, { recursive: true });
  const counts = { passed, failed: unnoticed.length, faults: unnoticed.map(({ name, why }) => `${name}: ${why}`) };
  writeFileSync(`${REPORTS}/breaks.json`, JSON.stringify({ ...counts, breaks: all }, null, 2));
  console.log(`\nbreaks: ${passed} noticed, ${unnoticed.length} not`);
  process.exitCode = unnoticed.length || !passed ? 1 : 0;
}

await main();
