import { type CompiledFunctions, createChecker } from './checker';
import { createAjv, demandSchema } from './createAjv';
import type { Checker, PlainSection } from './types';

/** A section's rules, ready to run in this process. For the server and for tests: a browser under a strict policy cannot compile. @throws Error for what is no JSON Schema */
export function compileSection(plain: PlainSection): Checker {
  for (const schema of [plain.strict, ...Object.values(plain.tests)]) demandSchema(schema);
  const ajv = createAjv({ isDemanded: true });
  const tests = Object.fromEntries(Object.entries(plain.tests).map(([name, test]) => [name, ajv.compile(test)]));
  return createChecker(plain, { validate: ajv.compile(plain.strict), tests } as CompiledFunctions);
}
