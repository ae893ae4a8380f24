import { documentId } from '../documents';
import type { CheckedSource } from './findings';
import type { DocumentClass } from './reading';
import { checkRules } from './rules';

/** What may be uploaded for a source (spec 002 §5; an offer letter for the newly employed). */
export function acceptedClasses({ type, isNewlyEmployed }: CheckedSource, isSelfEmployed: boolean): DocumentClass[] {
  const { accepts, acceptsNewlyEmployed, acceptsSelfEmployed } = checkRules;
  return [
    ...(accepts[type] ?? []),
    ...(type === documentId('employment') && isNewlyEmployed ? acceptsNewlyEmployed : []),
    ...(type === documentId('employment') && isSelfEmployed ? acceptsSelfEmployed : []),
  ];
}
