import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { readChains } from './support/chains';
import { countLinesOfCode } from './support/linesOfCode';
import { type Module, readModules } from './support/modules';

const STAGES = 'test-results/reports/stages.json';

/** `npm run bench:architecture`: prints counts and sizes of modules, and the number of files in each of six flows. */
function main(): void {
  const modules = readModules(['src', 'widgets']);
  const lines = modules.map((module) => module.lines);
  const functions = modules.flatMap((module) => functionLines(module.source));
  const total = lines.reduce((sum, one) => sum + one, 0);
  const casts = modules.reduce((sum, module) => sum + countCasts(module.source), 0);
  const slivers = modules.filter((module) => module.lines <= 30 && module.importers.size === 1);
  print('modules in src and widgets', modules.length, 'at most 520');
  print('small files (at most 30 lines, one importer)', slivers.length, 'at most 40');
  print('lines per file, median', quantile(lines, 0.5), '45 to 90');
  print('lines per file, p90', quantile(lines, 0.9), 'at most 220');
  print('lines per function, median', quantile(functions, 0.5), 'about 10');
  print('lines per function, p90', quantile(functions, 0.9), 'at most 35');
  print('casts per thousand lines', Math.round((casts / total) * 10_000) / 10, 'at most 3');
  print('import cycles, including types', countCircles(modules), '0');
  print('imports of a server feature from another', countFeatureImports(modules), '0');
  print('lines of code, src and widgets', countLinesOfCode(['src', 'widgets']), 'at most 44792');
  print('lines of code, tests, e2e and bench', countLinesOfCode(['tests', 'e2e', 'bench']), 'at most 39928');
  for (const { name, files, bar } of readChains()) print(`files, ${name}`, new Set(files).size, `at most ${bar}`);
  for (const { name, seconds } of readStages()) print(`seconds, stage ${name}`, seconds, '480 in total');
}

function print(what: string, figure: number, bar: string): void {
  console.log(`${what.padEnd(44)} ${String(figure).padStart(6)}   ${bar}`);
}

function quantile(numbers: number[], at: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0;
}

/** Returns the number of lines of each function that has a body and isn't inside another function. */
function functionLines(source: ts.SourceFile): number[] {
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const isWhole = (node: ts.Node) => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
  return nodesOf(source, isWhole)
    .filter(isWhole)
    .map((node) => lineOf(node.end) - lineOf(node.getStart(source)) + 1);
}

/** Counts `x as T` and `x!`. Ignores `as const`, which the compiler checks. */
function countCasts(source: ts.SourceFile): number {
  const isConst = (node: ts.AsExpression) => node.type.getText(source) === 'const';
  return nodesOf(source).filter((node) => ts.isNonNullExpression(node) || (ts.isAsExpression(node) && !isConst(node)))
    .length;
}

/** Lists a node and all nodes below it. Skips the contents of nodes for which `isEnough` is true. */
function nodesOf(node: ts.Node, isEnough = (_: ts.Node) => false): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (one: ts.Node): void => {
    found.push(one);
    if (!isEnough(one)) ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

function countFeatureImports(modules: Module[]): number {
  const featureOf = (file: string) => /^src\/server\/features\/(\w+)\//.exec(file)?.[1];
  return modules
    .flatMap(({ file, imports }) => [...imports].map((other) => [featureOf(file), featureOf(other)]))
    .filter(([from, to]) => from && to && from !== to).length;
}

/** Counts the groups of modules that import each other. */
function countCircles(modules: Module[]): number {
  const left = new Map(modules.map(({ file, imports }) => [file, new Set(imports)]));
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>();
    const queue = [...(left.get(from) ?? [])];
    for (let file = queue.pop(); file !== undefined; file = queue.pop())
      if (!seen.has(file)) {
        seen.add(file);
        queue.push(...(left.get(file) ?? []));
      }
    return seen;
  };
  const inCircle = new Map(
    [...left.keys()].map((file) => [file, reach(file)] as const).filter(([file, reached]) => reached.has(file)),
  );
  const groups = new Set(
    [...inCircle].map(([file, reached]) =>
      [...reached]
        .filter((other) => inCircle.get(other)?.has(file))
        .sort()
        .join(' '),
    ),
  );
  return groups.size;
}

/** Reads how long each stage of the last `npm test` took (written by tests/run/stage.ts). */
function readStages(): { name: string; seconds: number }[] {
  return existsSync(STAGES) ? JSON.parse(readFileSync(STAGES, 'utf8')) : [];
}

main();
