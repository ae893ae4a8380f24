import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import table from './breaks.json';

const ROOT = path.join(import.meta.dirname, '../../..');

/** A change that breaks one line of the code, and the test file that must fail. */
export interface Break {
  name: string;
  /** The row of docs/spec that the break violates: `docs/spec/001.md › the beginning of its first cell`. */
  fact: string;
  file: string;
  /** Text of one line that `file` has exactly once. */
  find: string;
  replace: string;
  test: string;
}

export const breaks: readonly Break[] = table.breaks;

/** Lists breaks that can't be tried, as `name: reason`. Empty for a valid table. */
export function findFaults(all: readonly Break[]): string[] {
  return all.flatMap((one) => faultsOf(one, all).map((fault) => `${one.name}: ${fault}`));
}

function faultsOf(one: Break, all: readonly Break[]): string[] {
  const { name, file, find, replace, fact, test } = one;
  const twins = all.filter((other) => other !== one && (other.name === name || isSameEdit(other, one)));
  const count = countOf(file, find);
  return [
    twins.length > 0 && `the same as ${twins.map((twin) => twin.name).join(', ')}`,
    `${find}${replace}`.includes('\n') && 'more than one line',
    find === replace && 'nothing is replaced',
    count !== 1 && `${file} has the text ${count} times: ${find}`,
    countRows(fact) !== 1 && `there are ${countRows(fact)} rows for the fact: ${fact}`,
    !isTest(test) && `no test file: ${test}`,
  ].filter((fault) => fault !== false);
}

const isSameEdit = (one: Break, other: Break) =>
  one.file === other.file && one.find === other.find && one.replace === other.replace;

function countOf(file: string, text: string): number {
  const place = path.join(ROOT, file);
  return existsSync(place) ? readFileSync(place, 'utf8').split(text).length - 1 : 0;
}

function countRows(fact: string): number {
  const [page = '', point = ''] = fact.split(' › ');
  return point ? countOf(page, `\n| ${point}`) : 0;
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) && existsSync(path.join(ROOT, file));
