import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findChromium } from './chromium';
import { type Outcome, runStage, type Stage } from './stage';

const REPORTS = 'test-results/reports';

/** Every check of the project: `npm test`, or `npm test -- types lint` for some of them. */
async function main(): Promise<void> {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const wanted = process.argv.slice(2);
  const outcomes: Outcome[] = [];
  for (const group of groups())
    outcomes.push(
      ...(await Promise.all(group.filter(({ name }) => !wanted.length || wanted.includes(name)).map(runStage))),
    );
  report(outcomes);
}

/** Two cores: what is light runs side by side, what measures or drives a browser runs alone. */
function groups(): Stage[][] {
  const chromium = findChromium();
  return [
    [
      { name: 'types', command: ['npx', 'tsc', '--noEmit', '-p', '.'] },
      { name: 'lint', command: ['npx', 'biome', 'ci', '.'] },
    ],
    [
      { name: 'rooms', command: ['npx', 'depcruise', 'src', 'widgets', 'e2e', '--config', '.dependency-cruiser.cjs'] },
      { name: 'unused', command: ['npx', 'knip'] },
    ],
    [{ name: 'unit', command: vitest(), env: { CHROMIUM_PATH: chromium }, count: vitestCount }],
    [{ name: 'build', command: ['npm', 'run', '-s', 'build'] }],
    [{ name: 'browser', command: ['npx', 'playwright', 'test'], env: browserEnv(chromium), count: playwrightCount }],
    [{ name: 'trust', command: ['npm', 'run', '-s', 'trust'], env: { CHROMIUM_PATH: chromium }, count: trustCount }],
  ];
}

function vitest(): string[] {
  return ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/unit.json`];
}

function vitestCount() {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(
    readFileSync(`${REPORTS}/unit.json`, 'utf8'),
  );
  return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites) };
}

function browserEnv(chromium: string) {
  return { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: `${REPORTS}/browser.json` };
}

function playwrightCount() {
  const { stats } = JSON.parse(readFileSync(`${REPORTS}/browser.json`, 'utf8'));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, flaky: stats.flaky };
}

function trustCount() {
  const { passed, failed, flaky } = JSON.parse(readFileSync(`${REPORTS}/trust.json`, 'utf8'));
  return { passed, failed, flaky };
}

function report(outcomes: Outcome[]): void {
  console.log('\n');
  for (const { name, passed, failed, flaky, seconds } of outcomes)
    console.log(
      `${name.padEnd(8)} ${passed} passed${flaky ? ` (${flaky} flaky)` : ''}, ${failed} failed, ${seconds} s`,
    );
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0);
  const failed = sum((outcome) => outcome.failed);
  console.log(`\n${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

await main();
