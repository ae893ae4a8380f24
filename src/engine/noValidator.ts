import type { ValidatorType } from '@rjsf/utils';

/**
 * RJSF's validator, which never judges: the store does, over the section's own compiled rules. RJSF asks `isValid` only for
 * conditions in a schema, which a resolved section does not have; under a strict policy it could not answer either.
 */
export const noValidator: ValidatorType = {
  isValid() {
    throw new Error('A section schema must hold its conditions in x-conditions, where RJSF does not see them');
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};
