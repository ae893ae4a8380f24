import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { createChecker, VALIDATE } from '../model/checker';
import type { Checker, RawError, ServedSection } from '../model/types';

/** A checker whose answers are judged by RJSF's validator, and what RJSF is given to draw the section with. */
export interface RjsfChecker extends Checker {
  /** The section's schema under the name of its function: under that name RJSF looks for it. */
  schema: RJSFSchema;
  validator: ValidatorType;
}

/**
 * RJSF's validator over the functions that the server compiled (src/server/forms/compile.ts), and the checker that asks it: RJSF, the
 * form's store and whoever saves have the same verdict. A checker that is one already is given back. Small forms without RJSF ask the
 * functions themselves (docs/decisions/002).
 */
export function rjsfChecker(section: ServedSection, checker: Checker): RjsfChecker {
  if (isRjsfChecker(checker)) return checker;
  const { functions } = checker;
  // Drawn from the dialect, of which RJSF knows a part.
  const schema = { ...section.schema, $id: VALIDATE } as RJSFSchema;
  // AJV wrote them; RJSF's type asks for members of AJV's that nothing reads.
  const compiled = functions as unknown as Parameters<typeof createPrecompiledValidator>[0];
  const validator: ValidatorType = createPrecompiledValidator(compiled, schema);
  const judge = (answers: Record<string, unknown>) => validator.rawValidation<RawError>(schema, answers).errors;
  return { ...createChecker(section, functions, judge), schema, validator };
}

function isRjsfChecker(checker: Checker): checker is RjsfChecker {
  return 'validator' in checker;
}
