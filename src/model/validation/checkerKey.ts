import type { ServedSection } from '../types';

/** Returns the same key only for sections with the same checker. Sections with other conditions can share a module. */
export function checkerKey({ name, validator, rules, removed }: ServedSection): string {
  return JSON.stringify([name, validator, rules, removed]);
}
