import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import type { Checker, RawError, ServedSection } from '../model/types';
import { createChecker, VALIDATE } from '../model/validation/checker';

export interface RjsfChecker extends Checker {
  /** RJSF finds the compiled function by the schema's `$id`. */
  schema: RJSFSchema;
  validator: ValidatorType;
}

/** Returns a checker that validates with RJSF's validator and the compiled functions (docs/decisions/024). */
export function rjsfChecker(section: ServedSection, checker: Checker): RjsfChecker {
  if (isRjsfChecker(checker)) return checker;
  const { functions } = checker;
  // RJSF's types cover only part of our schema dialect.
  const schema = { ...section.schema, $id: VALIDATE } as RJSFSchema;
  // RJSF's type has members that are never read.
  const compiled = functions as unknown as Parameters<typeof createPrecompiledValidator>[0];
  const validator: ValidatorType = createPrecompiledValidator(compiled, schema);
  const validate = (answers: Record<string, unknown>) => validator.rawValidation<RawError>(schema, answers).errors;
  return { ...createChecker(section, functions, validate), schema, validator };
}

function isRjsfChecker(checker: Checker): checker is RjsfChecker {
  return 'validator' in checker;
}
