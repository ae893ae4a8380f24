import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export interface Module {
  file: string;
  lines: number;
  source: ts.SourceFile;
  /** Our files that the module imports, including types and lazy imports. */
  imports: Set<string>;
  importers: Set<string>;
}

export function readModules(folders: string[]): Module[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(folder, name)),
  );
  const modules = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith('.d.ts')).map(readModule);
  const byFile = new Map(modules.map((module) => [module.file, module]));
  for (const { file, imports } of modules) for (const other of imports) byFile.get(other)?.importers.add(file);
  return modules;
}

export function readModule(file: string): Module {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const imports = new Set(named.flatMap((name) => findFile(file, name) ?? []));
  return { file, lines: text.trimEnd().split('\n').length, source, imports, importers: new Set() };
}

function findFile(from: string, name: string): string | undefined {
  if (!name.startsWith('.')) return undefined;
  const base = path.posix.join(path.posix.dirname(from), name.replace(/\?.*/, ''));
  return ['', '.ts', '.tsx'].map((ending) => base + ending).find((file) => /\.\w+$/.test(file) && existsSync(file));
}
