import type { Ajv } from 'ajv';
import { type CompiledFunctions, createChecker } from './checker';
import { createAjv, demandSchema } from './createAjv';
import type { Checker, PlainSection, Test } from './types';

export interface CompiledRules {
  checker: Checker;
  /** Holds the code of what is named, for `validatorModule`. */
  ajv: Ajv;
  /** `validate` and the names of the section's tests. */
  names: readonly string[];
}

/** A section's rules, ready to run in this process. For the server and for tests: a browser under a strict policy cannot compile. @throws Error for what is no JSON Schema */
export const compileSection = (plain: PlainSection): Checker => compileRules(plain).checker;

/** The same, with what a browser's module is made of: most of a module's work is done by then. */
export function compileRules(plain: PlainSection): CompiledRules {
  const schemas = { validate: { ...plain.strict }, ...plain.tests };
  const ajv = createAjv({ source: true, isDemanded: true });
  const compiled = Object.entries(schemas).map(([name, schema]) => {
    demandSchema(schema);
    return [name, ajv.addSchema(schema, name).getSchema(name) as Test] as const;
  });
  const { validate, ...tests } = Object.fromEntries(compiled);
  return { checker: createChecker(plain, { validate, tests } as CompiledFunctions), ajv, names: Object.keys(schemas) };
}
