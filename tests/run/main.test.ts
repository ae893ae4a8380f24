import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync('npx', ['tsx', 'tests/run/main.ts', ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

const STAGES = ['types', 'lint', 'rooms', 'unused', 'unit', 'build', 'browser', 'trust'];

describe('npm test', () => {
  test('refuses a stage that it does not know, and names those it knows', () => {
    const { status, stdout, stderr } = run('lint', 'tyeps');
    expect(status).toBe(2);
    expect(stderr).toContain("There is no stage 'tyeps'.");
    for (const stage of STAGES) expect(stderr).toMatch(new RegExp(`^  ${stage} `, 'm'));
    expect(stdout).not.toContain('passed');
  });

  test('lists its stages for --help and runs none', () => {
    const { status, stdout } = run('--help');
    expect(status).toBe(0);
    for (const stage of STAGES) expect(stdout).toMatch(new RegExp(`^  ${stage} `, 'm'));
    expect(stdout).not.toContain('passed');
  });

  test('closes with what passed and failed alone on a line, and fails when a stage fails', () => {
    const { status, stdout } = run('lint');
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(status === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
  });
});

test('what npm test leaves out, .ci/run runs', () => {
  expect(run('--help').stdout).toContain('all but trust');
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm test$[\s\S]*^npm run -s trust$/m);
});
