import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js';
import { _, Ajv, type AnySchema, type KeywordCxt, Name } from 'ajv';
import ajvErrors from 'ajv-errors';
import { DEMANDS } from '../model/section/resolveSection';
import type { Checker, CompiledFunctions, PlainSection, SchemaNode } from '../model/types';
import { createChecker, VALIDATE } from '../model/validation/checker';
import { formats } from '../model/validation/formats';
import { rules } from '../model/validation/keywords';

export interface CompiledRules {
  checker: Checker;
  code: string;
}

/**
 * Compiles a section's rules. Doesn't work in our pages, because the Content-Security-Policy forbids generated code.
 * @throws Error for an invalid schema
 */
export const compileSection = (plain: PlainSection): Checker => compileRules(plain).checker;

/**
 * Like `compileSection`, but also returns the code.
 * @throws Error for an invalid schema
 */
export function compileRules(plain: PlainSection): CompiledRules {
  const strict = { ...plain.strict, $id: VALIDATE };
  const schemas = { [VALIDATE]: strict, ...plain.tests };
  for (const schema of Object.values(schemas)) assertSchema(schema);
  let functions: CompiledFunctions | undefined;
  // RJSF's type lacks our keywords.
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
  if (!functions) throw new Error(`The rules of '${plain.name}' weren't compiled`);
  // Frees the source that Ajv keeps.
  for (const compiled of Object.values(functions)) Reflect.deleteProperty(compiled, 'source');
  return { checker: createChecker(plain, functions), code };
}

function functionsOf(ajv: Ajv, names: readonly string[]): CompiledFunctions {
  return Object.fromEntries(names.map((name) => [name, ajv.getSchema(name)])) as CompiledFunctions;
}

const rootData = new Name('rootData');

/** Shared, because compiling the meta-schema takes longer than compiling most sections. */
const wellFormed = new Ajv({ strict: false, formats });

/** @throws Error for an invalid keyword, such as `{ minLength: 'two' }` */
function assertSchema(schema: AnySchema): void {
  wellFormed.validateSchema(schema, true);
}

const DIALECT = {
  allErrors: true,
  // Ignores inherited members such as `constructor`.
  ownProperties: true,
  strict: false,
  // 1.15 / 0.01 is 114.99999999999999.
  multipleOfPrecision: 6,
  formats,
};

/** `validateSchema` is off, because `assertSchema` has already validated the schema. */
const OPTIONS = {
  ...DIALECT,
  verbose: false,
  meta: false,
  validateSchema: false,
  code: { esm: false, lines: false, formats: _`require("formats")` },
} as const;

/** Returns an Ajv instance with our formats and validation keywords. */
export function createAjv(): Ajv {
  return withDialect(new Ajv(DIALECT));
}

function withDialect(ajv: Ajv): Ajv {
  for (const [keyword, rule] of Object.entries(rules))
    ajv.addKeyword({ keyword, code: (cxt) => callRule(cxt, keyword, rule) });
  ajv.addKeyword({ keyword: DEMANDS, schemaType: 'array', code: compileDemands });
  return ajvErrors(ajv);
}

function callRule(cxt: KeywordCxt, keyword: string, rule: unknown): void {
  const name = cxt.gen.scopeValue('func', { ref: rule, code: _`require("rules")[${keyword}]` });
  cxt.fail(_`!${name}(${cxt.data}, ${cxt.schemaValue}, ${cxt.it.parentData}, ${rootData}.$context)`);
}

/** Implements `x-demands`. The keyword works like `allOf`, but RJSF would also compile each branch of an `allOf`. */
function compileDemands(cxt: KeywordCxt): void {
  const valid = cxt.gen.name('valid');
  const demands: SchemaNode[] = cxt.schema;
  for (const index of demands.keys()) {
    cxt.subschema({ keyword: DEMANDS, schemaProp: index }, valid);
    cxt.ok(valid);
  }
}
