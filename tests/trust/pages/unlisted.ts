import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findRoot } from '../../../src/server/config';
import { rows, without } from '../answers/rows';
import { calls } from './calls';

const folder = path.join(findRoot(), 'src/api');

/** What stands in src/api, or is a changing route, and has no row in calls.ts; and rows of what is neither. The routes are those of answers/rows.ts, which the suite `answers` holds against the server's. */
export function findUnlisted(): string[] {
  const routes = [...Object.keys(rows), ...Object.keys(without)];
  const makers = [...new Set(Object.values(calls).flatMap(({ by }) => by ?? []))];
  const found = findMakers();
  return [
    ...missing(routes, Object.keys(calls)).map((route) => `${route} has no row in pages/calls.ts`),
    ...missing(Object.keys(calls), routes).map((route) => `pages/calls.ts has ${route}, which is no route`),
    ...missing(found, makers).map((maker) => `${maker} of src/api changes something and has no row in pages/calls.ts`),
    ...missing(makers, found).map((maker) => `pages/calls.ts has ${maker}, which src/api has not`),
  ];
}

const missing = (wanted: readonly string[], there: readonly string[]) => wanted.filter((one) => !there.includes(one));

/** They make whatever call another function asks them for. */
const ANY_CALL = ['call', 'get', 'post', 'put', 'remove', 'askAgain', 'retry'].map((name) => `client.${name}`);

/** The functions of src/api that make a changing call: 'users.login'. */
function findMakers(): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  return [...new Set(files.flatMap((file) => makersIn(file)))].filter((maker) => !ANY_CALL.includes(maker));
}

const OUTERMOST = /^(?:export )?(?:async )?(?:function|const) (\w+)/;
/** Of ./client, or axios itself; a method of something else has a dot before it. */
const CHANGING = /(?<![.\w])(?:post|put|remove|call)(?:<.*?>+)?\(|\bclient\.(?:post|put|patch|delete|request)\b/;

function makersIn(file: string): string[] {
  const source = readFileSync(path.join(folder, file), 'utf8');
  if (!/client'|AxiosInstance/.test(source)) return [];
  let name = '';
  const makers: string[] = [];
  for (const line of source.split('\n')) {
    name = OUTERMOST.exec(line)?.[1] ?? name;
    const body = line.replace(OUTERMOST, '');
    if (CHANGING.test(body)) makers.push(`${path.basename(file, '.ts')}.${name}`);
  }
  return makers;
}
