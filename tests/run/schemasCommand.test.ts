import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyProject, plainEnvironment } from './projectCopy';

describe('npm run schemas', () => {
  let copy: string;
  beforeAll(() => {
    copy = copyProject();
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  const TSX = 'node --import tsx';
  const COMMAND = `${TSX} src/tools/schemas.ts`;
  const bash = (script: string) =>
    spawnSync('bash', ['-c', script], { cwd: copy, encoding: 'utf8', env: plainEnvironment() });

  function cpuSeconds(command: string): number {
    const { stderr, status } = bash(`TIMEFORMAT='%U %S'; time ${command} > /dev/null`);
    expect(status).toBe(0);
    const [user = 0, system = 0] = stderr.trim().split(/\s+/).slice(-2).map(Number);
    return user + system;
  }

  // Relative to starting Node with tsx, because a slow machine slows both. Starting takes 0.2 s, and lint 1.8 s.
  it.each([
    ['lint', 20],
    ['prove employers', 25],
    ['prove address', 25],
    ['prove other-details', 25],
    ['prove', 60],
  ])('%s takes at most %d times the CPU time of starting Node', (command, most) => {
    let least = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < 3 && least > most; tried++)
      least = Math.min(least, cpuSeconds(`${COMMAND} ${command}`) / cpuSeconds(`${TSX} -e 0`));
    expect(least).toBeLessThanOrEqual(most);
  });

  it.each(['lint', 'explain address address/[]/city', 'prove ssn', ''])(
    '"%s" exits with 0 and prints no error when nothing reads the output',
    (command) => {
      const { stdout, stderr } = bash(`${COMMAND} ${command} | true; echo "\${PIPESTATUS[0]}"`);
      expect([stdout.trim(), stderr]).toEqual(['0', '']);
    },
  );

  it.each([
    ['lint', 'no problems', '"title": "Proof of SSN"', '"titel": "Proof of SSN"', "Did you mean 'title'?"],
    ['prove ssn', '; 0 failed', '"maxLength": 11', '"maxLength": 5', "can't be completed"],
  ])('%s --watch prints the result again after each change', async (command, before, from, to, after) => {
    const file = path.join(copy, command === 'lint' ? 'schemas/ssn.schema.json' : 'schemas/definitions/ssn.json');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    const child = spawn('node', ['--import', 'tsx', 'src/tools/schemas.ts', ...command.split(' '), '--watch'], {
      cwd: copy,
      env: plainEnvironment(),
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    const waitFor = async (words: string) => {
      while (!output.includes(words)) await wait(50);
      output = '';
    };
    try {
      await waitFor(before);
      writeFileSync(file, text.replace(from, to));
      await waitFor(after);
      writeFileSync(file, text);
      await waitFor(before);
    } finally {
      const ended = once(child, 'close');
      child.kill();
      await ended;
      writeFileSync(file, text);
    }
  });
});
