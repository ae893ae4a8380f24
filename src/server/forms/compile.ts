import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js';
import { _, Ajv, type AnySchema, type KeywordCxt, Name } from 'ajv';
import ajvErrors from 'ajv-errors';
import { createChecker, VALIDATE } from '../../model/checker';
import { formats } from '../../model/formats';
import { rules } from '../../model/keywords/rules';
import { DEMANDS } from '../../model/resolveSection';
import type { Checker, CompiledFunctions, PlainSection, SchemaNode } from '../../model/types';

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

const rootData = new Name('rootData');

/** Knows the meta-schema, whose rules take longer to compile than most sections: once for all of them. */
const wellFormed = new Ajv({ strict: false, formats });

/** @throws Error naming the place when `schema` is no JSON Schema: `{ minLength: 'two' }`. */
function demandSchema(schema: AnySchema): void {
  wellFormed.validateSchema(schema, true);
}

const DIALECT = {
  allErrors: true,
  strict: false,
  // 1.15 / 0.01 is 114.99999999999999 in floating point.
  multipleOfPrecision: 6,
  formats,
};

/** How a section is compiled; its helpers are asked for by `require('rules')` and `require('formats')`, and `demandSchema` has seen it. */
const OPTIONS = {
  ...DIALECT,
  verbose: false,
  meta: false,
  validateSchema: false,
  code: { esm: false, lines: false, formats: _`require("formats")` },
} as const;

/** An AJV that knows the dialect of docs/schemas.md. */
export function createAjv(): Ajv {
  return withDialect(new Ajv(DIALECT));
}

function withDialect(ajv: Ajv): Ajv {
  for (const [keyword, rule] of Object.entries(rules))
    ajv.addKeyword({ keyword, code: (cxt) => callRule(cxt, keyword, rule) });
  ajv.addKeyword({ keyword: DEMANDS, schemaType: 'array', code: demandAll });
  return ajvErrors(ajv);
}

function callRule(cxt: KeywordCxt, keyword: string, rule: unknown): void {
  const name = cxt.gen.scopeValue('func', { ref: rule, code: _`require("rules")[${keyword}]` });
  cxt.fail(_`!${name}(${cxt.data}, ${cxt.schemaValue}, ${cxt.it.parentData}, ${rootData}.$context)`);
}

/** `allOf` under another name. */
function demandAll(cxt: KeywordCxt): void {
  const valid = cxt.gen.name('valid');
  const demands: SchemaNode[] = cxt.schema;
  for (const index of demands.keys()) {
    cxt.subschema({ keyword: DEMANDS, schemaProp: index }, valid);
    cxt.ok(valid);
  }
}
