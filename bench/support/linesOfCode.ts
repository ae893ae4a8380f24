import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Counts the lines of TypeScript and JavaScript below these folders, without comments and blank lines. */
export function countLinesOfCode(folders: readonly string[]): number {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(folder, name)),
  );
  const scripts = files.filter((file) => /\.(ts|tsx|mjs|js|jsx)$/.test(file) && !file.includes('node_modules'));
  return scripts.reduce((sum, file) => sum + linesOfCode(file, readFileSync(file, 'utf8')), 0);
}

/** Counts lines that contain a token: `'a.ts', '// why\n\nlet a;'` → 1. */
export function linesOfCode(file: string, text: string): number {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const isBlank = text.split('\n').map((line) => line.trim() === '');
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    const [first = 0, last = 0] = [node.getStart(source), node.end].map(
      (at) => source.getLineAndCharacterOfPosition(at).line,
    );
    // A template literal can span several lines.
    if (!children.length && node.end > node.getStart(source))
      for (let line = first; line <= last; line++) if (!isBlank[line]) lines.add(line);
  };
  visit(source);
  return lines.size;
}
