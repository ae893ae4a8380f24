import type { SchemaIssue } from '../../model/section/catalogError';
import { isReservedRoute, listAddresses } from '../../model/section/pages';
import type { Step } from '../../model/types';
import type { LintCheck } from './sources';

/** `bad-route`: a step's address is invalid, reserved or used twice. `duplicate-call`: two steps share a call. */
export const lintRoutes: LintCheck = ({ flows }) => {
  const all = flows.flatMap(({ file, flow }) => flow.steps.map((step, i) => ({ file, i, step })));
  const pages = all.filter(({ file }) => file === 'flows/application.json');
  return [
    ...pages.flatMap(({ file, i, step }, n) => {
      const before = pages.slice(0, n).map((one) => one.step);
      return findFaults(step, before).map(
        ([key, fix]): SchemaIssue => ({ code: 'bad-route', file, path: `/steps/${i}/${key}`, fix }),
      );
    }),
    ...all.flatMap(({ file, i, step }, n) => {
      const before = all.slice(0, n).map((one) => one.step);
      return sharedCalls(step, before).map(
        ([key, fix]): SchemaIssue => ({ code: 'duplicate-call', file, path: `/steps/${i}/calls/${key}`, fix }),
      );
    }),
  ];
};

const PLAIN = /^(\/[A-Za-z0-9][A-Za-z0-9_-]*)+$/;

function findFaults(step: Step, before: readonly Step[]): [string, string][] {
  const given: [string, string | undefined][] = [
    ['route', step.route],
    ['viewRoute', step.viewRoute],
  ];
  return given.flatMap(([key, route], n): [string, string][] => {
    if (route === undefined) return [];
    const others = [...before.flatMap(listAddresses), ...(n > 0 ? [step.route] : [])];
    if (!PLAIN.test(route)) return [[key, `'${route}' can't be a step's address. Write it like /identification/pets.`]];
    if (isReservedRoute(route)) return [[key, `'${route}' is another page's address. Choose another one.`]];
    const isTaken = others.some((other) => other.toLowerCase() === route.toLowerCase());
    return isTaken ? [[key, `Another step has the address '${route}'. Choose another one.`]] : [];
  });
}

function sharedCalls({ calls }: Step, before: readonly Step[]): [string, string][] {
  if (!calls) return [];
  const others = before.flatMap((step) => step.calls || []);
  return (['read', 'save'] as const).flatMap((key): [string, string][] =>
    others.some((other) => other[key] === calls[key])
      ? [[key, `Another step has the call '${calls[key]}' too. Remove "calls" to use the default ones.`]]
      : [],
  );
}
