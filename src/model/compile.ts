import { type CompiledFunctions, createChecker } from './checker';
import { createAjv } from './createAjv';
import type { Checker, PlainSection } from './types';

/** A section's rules, ready to run in this process. For the server and for tests: a browser under a strict policy cannot compile. */
export function compileSection(plain: PlainSection): Checker {
  const ajv = createAjv();
  const tests = Object.fromEntries(Object.entries(plain.tests).map(([name, test]) => [name, ajv.compile(test)]));
  return createChecker(plain, { validate: ajv.compile(plain.strict), tests } as CompiledFunctions);
}
