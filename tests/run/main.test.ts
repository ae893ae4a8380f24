import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'tests/run/main.ts', ...words], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Stages that end with these codes, run and reported as those of the project. */
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

  test.each([
    [['0'], '1 passed, 0 failed', 0],
    [['0', '1'], '1 passed, 1 failed', 1],
  ])(
    'closes with what passed and failed alone on a line, and fails when a stage fails: exits %j',
    (exits, last, code) => {
      const { status, stdout } = runStages(exits);
      expect(stdout.trimEnd().split('\n').at(-1)).toBe(last);
      expect(status).toBe(code);
    },
  );
});

test('what npm test leaves out, .ci/run runs', () => {
  expect(run('--help').stdout).toContain('all but trust');
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm test$[\s\S]*^npm run -s trust$/m);
});
