import { _, Ajv, type KeywordCxt, Name } from 'ajv';
import ajvErrors from 'ajv-errors';
import { formats } from '../../model/formats';
import { rules } from '../../model/keywords/rules';
import { DEMANDS } from '../../model/resolveSection';
import type { SchemaNode } from '../../model/types';

/** What every AJV of ours is set to. */
export const DIALECT = {
  allErrors: true,
  strict: false,
  // 1.15 / 0.01 is 114.99999999999999 in floating point.
  multipleOfPrecision: 6,
  formats,
};

/** An AJV that knows the dialect of docs/schemas.md. */
export function createAjv(): Ajv {
  return withDialect(new Ajv(DIALECT));
}

/** The same of one that is set otherwise. */
export function withDialect(ajv: Ajv): Ajv {
  for (const [keyword, rule] of Object.entries(rules))
    ajv.addKeyword({ keyword, code: (cxt) => callRule(cxt, keyword, rule) });
  ajv.addKeyword({ keyword: DEMANDS, schemaType: 'array', code: demandAll });
  return ajvErrors(ajv);
}

const rootData = new Name('rootData');

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
