import { describe, expect, it } from 'vitest';
import { choosePart, chooseTurn } from '../run/turns';
import { type Break, breaks, findFaults } from './breaks/table';

const DAY_MS = 86_400_000;

describe('tests/tools/breaks/breaks.json', () => {
  it('has at least a hundred breaks, each with its text, docs row and test file', () => {
    expect(breaks.length).toBeGreaterThanOrEqual(100);
    expect(findFaults(breaks)).toEqual([]);
  });

  it("reports why a break can't be tried", () => {
    const sound: Break = {
      name: 'sound',
      fact: "docs/threats.md › someone else's data as a download",
      file: 'tests/run/turns.ts',
      find: 'const DAY_MS = 86_400_000;',
      replace: 'const DAY_MS = 1;',
      test: 'tests/tools/breaks.test.ts',
    };
    expect(findFaults([sound])).toEqual([]);
    for (const [fault, wrong] of [
      ['has the text 0 times', { find: 'const WEEK_MS' }],
      ['has the text 3 times', { find: 'export', file: 'tests/tools/breaks/table.ts' }],
      ['has the text 0 times', { file: 'src/nowhere.ts' }],
      ['nothing is replaced', { replace: sound.find }],
      ['more than one line', { replace: 'const DAY_MS = 1;\n' }],
      ['0 rows for the fact', { fact: 'docs/threats.md › no such row' }],
      ['0 rows for the fact', { fact: 'docs/threats.md' }],
      ['no test file', { test: 'tests/tools/nowhere.test.ts' }],
      ['no test file', { test: 'tests/tools/breaks.ts' }],
    ] as const)
      expect(findFaults([{ ...sound, ...wrong }])).toEqual([expect.stringContaining(fault)]);
    expect(findFaults([sound, { ...sound, name: 'again' }])).toEqual([
      'sound: the same as again',
      'again: the same as sound',
    ]);
  });
});

describe('npm run breaks', () => {
  const all = Array.from({ length: 23 }, (_, index) => index);

  it('splits the breaks into parts that cover all of them, and rejects an unknown part', () => {
    const parts = Array.from({ length: 10 }, (_, index) => choosePart(`${index + 1}/10`, all));
    expect(parts.flat()).toEqual(all);
    for (const part of ['0/10', '11/10', 'x', '3']) expect(() => choosePart(part, all)).toThrow(part);
  });

  it.each([
    ['day', (turn: number) => ({ at: new Date(turn * DAY_MS), commits: 700 })],
    ['commit', (turn: number) => ({ at: new Date(0), commits: 700 + turn })],
  ])('runs every break in turn, at most five per %s', (_, momentOf) => {
    const turns = Array.from({ length: 5 }, (_, turn) => chooseTurn(5, momentOf(turn), all));
    expect(turns[0]?.length).toBeLessThanOrEqual(5);
    expect(turns.flat().sort((a, b) => a - b)).toEqual(all);
  });
});
