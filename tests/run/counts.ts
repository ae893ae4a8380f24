import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Count, REPORTS } from './stage';

/** What the report of this stage's Vitest says of its run; throws without one, as the other two do. */
export function vitestCount(stage: string, folder = REPORTS): Count {
  const report = JSON.parse(readFileSync(`${folder}/${stage}.json`, 'utf8'));
  const faults = vitestFaults(report.testResults);
  return { passed: report.numPassedTests, failed: faults.length, faults };
}

interface VitestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/** A file that failed as a whole, before a test of it ran, is a fault of its own. */
function vitestFaults(files: VitestFile[]): string[] {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      const lines = failed.map((test) => `› ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
      return (lines.length ? lines : [firstLine(message)]).map((line) => `${path.relative('.', name)} ${line}`);
    });
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? '';
}

/** What the report of this stage's Playwright says of its run. */
export function playwrightCount(stage: string, folder = REPORTS): Count {
  const { stats, suites } = JSON.parse(readFileSync(`${folder}/${stage}.json`, 'utf8'));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    flaky: stats.flaky,
    faults: suites.flatMap(playwrightFaults),
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; line: number; tests: { status: string }[] }[];
}

function playwrightFaults({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(
        ({ status }) => `e2e/${file}:${line} › ${title}${status === 'flaky' ? ' (at the second try it passed)' : ''}`,
      ),
  );
  return [...own, ...suites.flatMap(playwrightFaults)];
}

/** Reads the report that a command of our own wrote: `npm run trust`, `breaks` or `e2e:engines`. */
export function ownCount(stage: 'trust' | 'breaks' | 'engines', folder = REPORTS): Count {
  const { passed, failed, flaky, faults } = JSON.parse(readFileSync(`${folder}/${stage}.json`, 'utf8'));
  return { passed, failed, flaky, faults };
}
