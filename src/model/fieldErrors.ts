import { parsePointer } from './paths';
import type { FieldError } from './types';

/** The parts of AJV's error object that matter here. */
export interface RawError {
  instancePath: string;
  keyword: string;
  message?: string;
  params?: { missingProperty?: string; additionalProperty?: string; errors?: RawError[] };
}

/**
 * AJV's errors as messages at fields: a missing or unknown member is put at that member, not at its parent, and
 * 'must match then schema', which says nothing to a person, is left out.
 */
export function fieldErrors(errors: readonly RawError[] | null | undefined): FieldError[] {
  const found = (errors ?? []).filter((error) => error.keyword !== 'if').flatMap(toFieldErrors);
  const seen = new Set<string>();
  return found.filter(({ path, keyword }) => {
    const key = `${path.join('/')} ${keyword}`;
    return !seen.has(key) && seen.add(key);
  });
}

function toFieldErrors(error: RawError): FieldError[] {
  const inner = error.keyword === 'errorMessage' ? (error.params?.errors ?? []) : [error];
  const base = parsePointer(error.instancePath);
  return inner.map(({ keyword, params }) => {
    const member = params?.missingProperty ?? params?.additionalProperty;
    return { path: member === undefined ? base : [...base, member], message: error.message ?? '', keyword };
  });
}
