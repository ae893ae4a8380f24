import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { playwrightCount, vitestCount } from './counts';

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/run/main.ts', ...words], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Runs stages with these exit codes, and reports them. */
function runStages(exits: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'stages-'));
  const stage = JSON.stringify(path.resolve('tests/run/stage.ts'));
  const script = `import { mkdirSync } from 'node:fs';
    import { REPORTS, report, runStage } from ${stage};
    mkdirSync(REPORTS, { recursive: true });
    const run = (code) => runStage({ name: 'exit', command: [process.execPath, '-e', \`process.exit(\${code})\`] });
    report(await Promise.all(${JSON.stringify(exits)}.map(run)));`;
  const file = path.join(folder, 'run.mts');
  writeFileSync(file, script);
  const tsx = import.meta.resolve('tsx');
  const { status, stdout } = spawnSync(process.execPath, ['--import', tsx, file], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { status, stdout };
}

const SHORT = ['types', 'lint', 'spelling', 'reading', 'imports', 'unused', 'unit', 'build', 'browser'];
const LONG = ['embedded', 'long-unit', 'long-browser', 'engines', 'node22', 'node24', 'trust', 'breaks'];
const STAGES = [...SHORT, ...LONG];

describe('npm test', () => {
  test('refuses an unknown stage, and lists the known ones', () => {
    const { status, stdout, stderr } = run('lint', 'tyeps');
    expect(status).toBe(2);
    expect(stderr).toContain("There's no stage 'tyeps'.");
    for (const stage of STAGES) expect(stderr).toMatch(new RegExp(`^  ${stage} `, 'm'));
    expect(stdout).not.toContain('passed');
  });

  test('lists its stages with --help and runs none', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    for (const stage of STAGES) expect(stdout).toMatch(new RegExp(`^  ${stage} `, 'm'));
    expect(stdout).not.toContain('passed');
  });

  test.each([
    [['0'], '1 passed, 0 failed', 0],
    [['0', '1'], '1 passed, 1 failed', 1],
  ])('ends with the totals on their own line, and fails if a stage fails: exits %j', (exits, last, code) => {
    const { status, stdout } = runStages(exits);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(last);
    expect(status).toBe(code);
  });
});

describe('the failures of a run, listed at its end', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'counts-'));
  const leave = (name: string, report: unknown) => writeFileSync(path.join(folder, name), JSON.stringify(report));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('Vitest: reports each failed test with its error, and files that failed before their tests ran', () => {
    const failed = {
      status: 'failed',
      fullName: 'sums add',
      failureMessages: ['expected 3 to be 4\n    at sums.ts:1'],
    };
    const passed = { status: 'passed', fullName: 'sums take away', failureMessages: [] };
    leave('unit.json', {
      numPassedTests: 1,
      testResults: [
        { name: path.resolve('tests/a.test.ts'), status: 'failed', message: '', assertionResults: [failed, passed] },
        { name: path.resolve('tests/b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
        { name: path.resolve('tests/c.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
      ],
    });
    expect(vitestCount('unit', folder)).toEqual({
      passed: 1,
      failed: 2,
      faults: ['tests/a.test.ts › sums add: expected 3 to be 4', 'tests/b.test.ts no such module'],
    });
  });

  test('Playwright: reports each test that failed or was retried, however deeply nested', () => {
    const spec = (title: string, status: string) => ({ title, file: 'a.test.ts', line: 7, tests: [{ status }] });
    const inner = { specs: [spec('late', 'flaky'), spec('right', 'expected')] };
    leave('browser.json', {
      stats: { expected: 1, unexpected: 1, flaky: 1 },
      suites: [{ specs: [spec('wrong', 'unexpected')], suites: [inner] }],
    });
    expect(playwrightCount('browser', folder)).toEqual({
      passed: 2,
      failed: 1,
      flaky: 1,
      faults: ['e2e/a.test.ts:7 › wrong', 'e2e/a.test.ts:7 › late (passed on the second try)'],
    });
  });
});

test('.ci/run runs what npm test leaves out', () => {
  const { stdout } = run('--help');
  expect(stdout).toContain(`without a stage: all but ${LONG.join(', ')}\n`);
  expect(stdout).toMatch(/^npm test -- all +every stage$/m);
  expect(readFileSync('.ci/run', 'utf8').trimEnd().split('\n').at(-1)).toBe('npm test -- all');
});
