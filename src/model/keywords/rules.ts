import type { Context } from '../types';
import { isChosen } from './chosen';
import { hasAge, isAfter, isInFuture, isNotBefore, isNotInFuture, isNotInPast, isYear } from './dates';
import { hasLetters } from './minLetters';
import { areTogether, containsName, isFirstOnly, isSameAs, isSameText, isUniqueBy } from './siblings';
import { isSsn } from './ssn';

/** A rule of ours: the value, the keyword's own value, the object around it, what is known beside the answers. */
type RuleFunction = (value: never, setting: never, parent: never, context: Context) => boolean;

/** Every keyword of ours that judges, by name; the same functions run inside AJV and inside compiled modules. */
export const rules = {
  'x-after': isAfter,
  'x-age': hasAge,
  'x-chosen': isChosen,
  'x-containsName': containsName,
  'x-firstOnly': isFirstOnly,
  'x-inFuture': isInFuture,
  'x-minLetters': hasLetters,
  'x-notBefore': isNotBefore,
  'x-notInFuture': isNotInFuture,
  'x-notInPast': isNotInPast,
  'x-sameAs': isSameAs,
  'x-sameText': isSameText,
  'x-ssn': isSsn,
  'x-together': areTogether,
  'x-uniqueBy': isUniqueBy,
  'x-year': isYear,
} satisfies Record<string, RuleFunction>;
