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

  const COMMAND = 'node --import tsx src/tools/schemas.ts';
  const bash = (script: string) =>
    spawnSync('bash', ['-c', script], { cwd: copy, encoding: 'utf8', env: plainEnvironment() });

  /** The seconds that one waits for a command, or its processor seconds where other work on the machine makes one wait longer than those. */
  function secondsOf(command: string): number {
    const { stderr, status } = bash(`TIMEFORMAT='%U %S %R'; time ${COMMAND} ${command} > /dev/null`);
    expect(status).toBe(0);
    const [user = 0, system = 0, clock = 0] = stderr.trim().split(/\s+/).slice(-3).map(Number);
    return Math.min(user + system, clock);
  }

  it.each([
    ['lint', 2],
    ['prove employers', 5],
    ['prove address', 5],
    ['prove other-details', 5],
  ])('%s takes %d s at most', (command, most) => {
    // The quickest of three: the first may read files that nobody has read yet, and other tests are at work beside it.
    let quickest = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < 3 && quickest > most; tried++) quickest = Math.min(quickest, secondsOf(command));
    expect(quickest).toBeLessThanOrEqual(most);
  });

  it('prove takes 30 s at most for all sections', () => {
    expect(secondsOf('prove')).toBeLessThanOrEqual(30);
  });

  it.each(['lint', 'explain address address/[]/city', 'prove ssn', ''])(
    'ends quietly when whoever reads what "%s" says is gone',
    (command) => {
      const { stdout, stderr } = bash(`${COMMAND} ${command} | true; echo "\${PIPESTATUS[0]}"`);
      expect([stdout.trim(), stderr]).toEqual(['0', '']);
    },
  );

  it.each([
    ['lint', 'no problems', '"title": "Proof of SSN"', '"titel": "Proof of SSN"', "did you mean 'title'?"],
    ['prove ssn', '0 impossible', '"maxLength": 11', '"maxLength": 5', 'cannot be completed'],
  ])('%s --watch says it again after every change', async (command, before, from, to, after) => {
    const file = path.join(copy, command === 'lint' ? 'schemas/ssn.schema.json' : 'schemas/definitions/ssn.json');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    const child = spawn('node', ['--import', 'tsx', 'src/tools/schemas.ts', ...command.split(' '), '--watch'], {
      cwd: copy,
      env: plainEnvironment(),
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const heard = async (words: string) => {
      while (!said.includes(words)) await wait(50);
      said = '';
    };
    try {
      await heard(before);
      writeFileSync(file, text.replace(from, to));
      await heard(after);
      writeFileSync(file, text);
      await heard(before);
    } finally {
      const ended = once(child, 'close');
      child.kill();
      await ended;
      writeFileSync(file, text);
    }
  });
});
