import type { ServedSection } from '../types';

/**
 * Returns a key for a section's checker. The key includes the rules, because sections with different rules can share a
 * validator.
 */
export function checkerKey({ name, validator, rules, removed }: ServedSection): string {
  return JSON.stringify([name, validator, rules, removed]);
}
