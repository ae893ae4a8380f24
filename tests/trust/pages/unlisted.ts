import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findRoot } from '../../../src/server/platform/config';
import { rows, without } from '../answers/rows';
import { calls } from './calls';

const API = path.join(findRoot(), 'src/api');
const FLOWS = path.join(findRoot(), 'schemas/flows');

/**
 * Compares calls.ts with the routes that change data, and its `byPage` rows with the calls of src/api and the flow
 * files. Lists what is missing on either side. The routes come from answers/rows.ts, which the suite `answers` compares with the server.
 */
export function findUnlisted(): string[] {
  const routes = [...Object.keys(rows), ...Object.keys(without)];
  const listed = Object.keys(calls);
  const byPage = listed.filter((route) => calls[route]?.byPage);
  const made = [...namedCalls(), ...stepSaves()];
  return [
    ...missing(routes, listed).map((route) => `${route} has no row in pages/calls.ts`),
    ...missing(listed, routes).map((route) => `pages/calls.ts has ${route}, which isn't a route`),
    ...missing(made, byPage).map((route) => `a page calls ${route}, which has no \`byPage\` row in pages/calls.ts`),
    ...missing(byPage, made).map((route) => `pages/calls.ts lists ${route} as called by a page, but no page calls it`),
  ];
}

const missing = (wanted: readonly string[], listed: readonly string[]) => wanted.filter((one) => !listed.includes(one));

/** Finds the calls of src/api that change data, by their contract names. */
function namedCalls(): string[] {
  const sources = readdirSync(API).map((file) => readFileSync(path.join(API, file), 'utf8'));
  const names = sources.flatMap((source) => [...source.matchAll(/'((?:POST|PUT|DELETE) )(\/[^']+)'/g)]);
  return [...new Set(names.map(([, method, address]) => `${method}/api${address}`))];
}

/** Finds calls that the flow files name for their steps. */
function stepSaves(): string[] {
  const texts = readdirSync(FLOWS).map((file) => readFileSync(path.join(FLOWS, file), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/"save": "(\/[^"]+)"/g)].map(([, address]) => `POST /api${address}`),
  );
}
