import { createRequire } from 'node:module';
import { _, Ajv, type AnySchema } from 'ajv';
import { createChecker, VALIDATE } from '../../model/checker';
import { formats } from '../../model/formats';
import type { Checker, CompiledFunctions, PlainSection } from '../../model/types';
import { DIALECT, withDialect } from './dialect';

// As one file: its 120 modules take longer to open than most sections to compile, in each command and at each start.
const { compileSchemaValidatorsCode }: typeof import('@rjsf/validator-ajv8/compileSchemaValidators') = createRequire(
  import.meta.url,
)('@rjsf/validator-ajv8/compileSchemaValidators');

export interface CompiledRules {
  checker: Checker;
  /** The checker's functions as the text of a CommonJS module, for `validatorModule`. */
  code: string;
}

/** A section's rules, ready to run in this process. For the server and for tests: a browser under a strict policy cannot compile. @throws Error for what is no JSON Schema */
export const compileSection = (plain: PlainSection): Checker => compileRules(plain).checker;

/**
 * The same with the code of those very functions, written by RJSF's compiler. It looks through the schema for branches that RJSF would
 * ask about; a strict section has none (`DEMANDS`), so what it compiles is the section and, added here, the conditions' tests.
 */
export function compileRules(plain: PlainSection): CompiledRules {
  const strict = { ...plain.strict, $id: VALIDATE };
  const schemas = { [VALIDATE]: strict, ...plain.tests };
  for (const schema of Object.values(schemas)) demandSchema(schema);
  let functions: CompiledFunctions | undefined;
  // RJSF's type of a schema has none of the dialect's words.
  const code = compileSchemaValidatorsCode(strict as object, {
    AjvClass: Ajv,
    ajvOptionsOverrides: OPTIONS,
    ajvFormatOptions: false,
    extenderFn(given) {
      const ajv = withDialect(given);
      for (const [name, test] of Object.entries(plain.tests)) ajv.addSchema(test, name);
      functions = functionsOf(ajv, Object.keys(schemas));
      return ajv;
    },
  });
  if (!functions) throw new Error(`The rules of '${plain.name}' were not compiled`);
  // Kept next to each function to be written out, and larger than what was.
  for (const compiled of Object.values(functions)) Reflect.deleteProperty(compiled, 'source');
  return { checker: createChecker(plain, functions), code };
}

function functionsOf(ajv: Ajv, names: readonly string[]): CompiledFunctions {
  // Compiled under these names, each is there.
  return Object.fromEntries(names.map((name) => [name, ajv.getSchema(name)])) as CompiledFunctions;
}

/** Knows the meta-schema, whose rules take longer to compile than most sections: once for all of them. */
const wellFormed = new Ajv({ strict: false, formats });

/** @throws Error naming the place when `schema` is no JSON Schema: `{ minLength: 'two' }`. */
function demandSchema(schema: AnySchema): void {
  wellFormed.validateSchema(schema, true);
}

/** How a section is compiled; its helpers are asked for by `require('rules')` and `require('formats')`, and `demandSchema` has seen it. */
const OPTIONS = {
  ...DIALECT,
  verbose: false,
  meta: false,
  validateSchema: false,
  code: { esm: false, lines: false, formats: _`require("formats")` },
} as const;
