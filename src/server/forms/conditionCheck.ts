import type { Context } from '../../model/types';
import { createAjv } from '../../schema-tools/compile';

/** Returns a function that tells if a section's `when` holds. Without one, it does. */
export function createConditionCheck(): (when: Record<string, unknown> | undefined, context: Context) => boolean {
  const ajv = createAjv();
  return (when, context) => !when || ajv.validate(when, context) === true;
}
