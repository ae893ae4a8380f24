import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Results of one test file: how many tests ran, and the failed ones with the first line of their error. */
export interface TestRun {
  tests: number;
  failed: string[];
  /** Why the file failed outside of a test. */
  message: string;
}

const MINUTE_MS = 60_000;
/** Less than the run's limit, so that a test that hangs because of a break is reported as failed. */
const TEST_MS = 60_000;

/** Runs test files in one run in `folder`. Returns results by file. Files without a result are missing. */
export async function runTests(
  folder: string,
  files: readonly string[],
  env: Record<string, string>,
  { retries = 0, minutes = 3 } = {},
): Promise<Map<string, TestRun>> {
  const report = path.join(folder, 'test-results/breaks.json');
  rmSync(report, { force: true });
  const vitest = path.join(folder, 'node_modules/vitest/vitest.mjs');
  const flags = ['--reporter=json', `--outputFile=${report}`, `--retry=${retries}`, `--testTimeout=${TEST_MS}`];
  const child = spawn(process.execPath, [vitest, 'run', ...files, ...flags], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    timeout: minutes * MINUTE_MS,
  });
  await once(child, 'close');
  return readReport(folder, report);
}

interface Report {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readReport(folder: string, file: string): Map<string, TestRun> {
  try {
    const { testResults }: Report = JSON.parse(readFileSync(file, 'utf8'));
    return new Map(testResults.map((result) => [path.relative(folder, result.name), summarize(result)]));
  } catch {
    // A run that was killed or crashed leaves no report.
    return new Map();
  }
}

function summarize({ message, assertionResults }: Report['testResults'][number]): TestRun {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  return {
    tests: assertionResults.length,
    failed: failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`),
    message: firstLine(message),
  };
}

const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';
