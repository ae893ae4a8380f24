import type { Context } from '../../model/types';
import { createAjv } from '../../schema-tools/compile';

export function createConditionCheck(): (when: Record<string, unknown> | undefined, context: Context) => boolean {
  const ajv = createAjv();
  return (when, context) => !when || ajv.validate(when, context) === true;
}
