import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Words of comment per line of code. */
const MAX_RATIO = 0.7;

it('comments in src and widgets have at most 0.7 words per line of code', () => {
  const counts = listSources().map(countFile);
  const words = sum(counts.map((count) => count.words));
  const lines = sum(counts.map((count) => count.lines));
  expect(lines).toBeGreaterThan(50_000);
  expect(words / lines).toBeGreaterThan(0.3);
  expect(words / lines).toBeLessThanOrEqual(MAX_RATIO);
}, 60_000);

it('the words in comments and the lines with code are counted', () => {
  const text = '/** Adds one. */\nconst add = (n: number) => n + 1; // to `n`\n\nconst url = "http://x";\n';
  expect(countText('sum.ts', text)).toEqual({ words: 4, lines: 2 });
});

const listSources = (): string[] =>
  execFileSync('git', ['ls-files', 'src', 'widgets'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|js)$/.test(file));

const countFile = (file: string) => countText(file, readFileSync(file, 'utf8'));

/** Lines without code aren't counted. */
function countText(file: string, text: string): { words: number; lines: number } {
  const comments = findComments(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  const found = comments.map(({ pos, end }) => text.slice(pos, end));
  const code = comments.reduceRight((rest, { pos, end }) => rest.slice(0, pos) + rest.slice(end), text);
  return {
    words: found
      .join(' ')
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    lines: code.split('\n').filter((line) => line.trim() !== '').length,
  };
}

/** Returns each comment once, in the file's order. A comment can belong to several nodes. */
function findComments(source: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    if (!ts.isJsxText(node))
      for (const range of [
        ...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
      ])
        found.set(range.pos, range);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...found.values()].sort((one, other) => one.pos - other.pos);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
