import type { ServedSection } from '../types';

/** Returns a key that includes the conditions, because sections with different conditions can share a module. */
export function checkerKey({ name, validator, rules, removed }: ServedSection): string {
  return JSON.stringify([name, validator, rules, removed]);
}
