import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Count, REPORTS } from './stage';

/** Reads the results of a stage's Vitest report. Throws if it's missing, as do the other two functions. */
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

/** Also lists files that failed before any of their tests ran. */
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

/** Reads the results of a stage's Playwright report. */
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
      .map(({ status }) => `e2e/${file}:${line} › ${title}${status === 'flaky' ? ' (passed on the second try)' : ''}`),
  );
  return [...own, ...suites.flatMap(playwrightFaults)];
}

/** Reads the report of one of our own commands: `npm run trust`, `breaks` or `e2e:engines`. */
export function ownCount(stage: 'trust' | 'breaks' | 'engines', folder = REPORTS): Count {
  const { passed, failed, flaky, faults } = JSON.parse(readFileSync(`${folder}/${stage}.json`, 'utf8'));
  return { passed, failed, flaky, faults };
}
