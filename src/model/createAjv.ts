import { _, Ajv, type AnySchema, type KeywordCxt, Name } from 'ajv';
import ajvErrors from 'ajv-errors';
import { formats } from './formats';
import { rules } from './keywords/rules';

const rootData = new Name('rootData');

/** Knows the meta-schema, whose rules take longer to compile than most sections: once for all of them. */
const wellFormed = new Ajv({ strict: false, formats });

/** @throws Error naming the place when `schema` is no JSON Schema: `{ minLength: 'two' }`. */
export function demandSchema(schema: AnySchema): void {
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
