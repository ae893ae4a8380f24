import type { ServedSection } from '../types';

/** Same only for sections with the same checker. Sections with other conditions can share a module. */
export function checkerKey({ name, validator, rules, removed }: ServedSection): string {
  return JSON.stringify([name, validator, rules, removed]);
}
