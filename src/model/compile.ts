import { _, Ajv, type AnySchema, type KeywordCxt, Name } from 'ajv';
import ajvErrors from 'ajv-errors';
import { type CompiledFunctions, createChecker } from './checker';
import { formats } from './formats';
import { rules } from './keywords/rules';
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

const rootData = new Name('rootData');

/** Knows the meta-schema, whose rules take longer to compile than most sections: once for all of them. */
const wellFormed = new Ajv({ strict: false, formats });

/** @throws Error naming the place when `schema` is no JSON Schema: `{ minLength: 'two' }`. */
function demandSchema(schema: AnySchema): void {
  wellFormed.validateSchema(schema, true);
}

/**
 * An AJV that knows the dialect of docs/schemas.md. With `source` it keeps the code it makes, for `validatorModule`; helpers are then
 * asked for by `require('rules')` and `require('formats')`. With `isDemanded` what it is given has passed `demandSchema`.
 */
export function createAjv({ source = false, isDemanded = false } = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    meta: !isDemanded,
    validateSchema: !isDemanded,
    formats,
    // 1.15 / 0.01 is 114.99999999999999 in floating point.
    multipleOfPrecision: 6,
    code: { source, esm: false, formats: _`require("formats")` },
  });
  for (const [keyword, rule] of Object.entries(rules))
    ajv.addKeyword({ keyword, code: (cxt) => callRule(cxt, keyword, rule) });
  return ajvErrors(ajv);
}

function callRule(cxt: KeywordCxt, keyword: string, rule: unknown): void {
  const name = cxt.gen.scopeValue('func', { ref: rule, code: _`require("rules")[${keyword}]` });
  cxt.fail(_`!${name}(${cxt.data}, ${cxt.schemaValue}, ${cxt.it.parentData}, ${rootData}.$context)`);
}
