import { isRecord, keyOf } from '../../model/paths';
import { holdsSsn, mapPii, maskSsn, type Pii } from '../../model/pii';
import type { Answers, Path, SchemaNode } from '../../model/types';
import { openText, sealText } from './seal';

/** The member that makes a value a sealed one. No answer from outside may have it: who could write it could have it opened. */
export const SEALED = '$sealed';

/** How a sensitive answer lies in the database; `last4` is all of an SSN that stands in clear. */
interface SealedValue {
  [SEALED]: string;
  last4?: string;
}

const SEALED_KINDS: Pii[] = ['ssn', 'dob', 'bank'];
const WHOLE_SSN = /^\d{3}-\d{2}-(\d{4})$/;
const MASKED_SSN = /^\*{3}-\*{2}-\d{4}$/;

/**
 * A copy of the answers with every SSN, date of birth and bank figure sealed; `bound` names the row they lie in. What looks sealed
 * already was not sealed here, and is left out.
 */
export function sealAnswers(schema: SchemaNode, answers: Answers, key: Buffer, bound: string): Answers {
  return changed(schema, withoutSealed(answers), (value, kind) => {
    if (!SEALED_KINDS.includes(kind)) return value;
    const sealed = sealText(JSON.stringify(value), key, bound);
    const last4 = kind === 'ssn' ? WHOLE_SSN.exec(String(value))?.[1] : undefined;
    return last4 ? { [SEALED]: sealed, last4 } : { [SEALED]: sealed };
  });
}

/**
 * Undoes `sealAnswers`. A value that was changed or moved from another row is left out, as if nobody had answered; `onLost` is
 * given its path, `'address/0/landlord_number'`.
 */
export function openAnswers(
  schema: SchemaNode,
  answers: Answers,
  key: Buffer,
  bound: string,
  onLost: (path: string) => void,
): Answers {
  if (!holdsSealed(answers)) return answers;
  return changed(schema, answers, (value, _kind, at) => openValue(value, key, bound, () => onLost(keyOf(at))));
}

const holdsSealed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (isSealed(value) || Object.values(value).some(holdsSealed));

/** What a value is in clear; one that is not sealed stands for itself, and one that cannot be opened is undefined. */
export function openValue(value: unknown, key: Buffer, bound: string, onLost: () => void): unknown {
  if (!isSealed(value)) return value;
  try {
    return JSON.parse(openText(value[SEALED], key, bound));
  } catch {
    // Changed bytes, another row's or another key's: which of them, nobody can tell from here.
    onLost();
    return undefined;
  }
}

/** Answers as they may leave the server: a whole SSN is masked, part of one is left out. */
export function maskAnswers(schema: SchemaNode, answers: Answers): Answers {
  if (!holdsSsn(schema)) return answers;
  return changed(schema, answers, (value, kind) => {
    if (kind !== 'ssn' || isLastFour(value)) return value;
    return maskSsn(String(value)) || undefined;
  });
}

/** Answers with every masked SSN replaced by the known one that is masked so; one that nobody knows becomes an impossible number. */
export function unmaskAnswers(schema: SchemaNode, answers: Answers, known: readonly string[]): Answers {
  return changed(schema, answers, (value, kind) => {
    if (kind !== 'ssn' || typeof value !== 'string' || !MASKED_SSN.test(value)) return value;
    return known.find((ssn) => maskSsn(ssn) === value) ?? '000-00-0000';
  });
}

/** Whether `unmaskAnswers` would have to know something. */
export function hasMasked(schema: SchemaNode, answers: Answers): boolean {
  let found = false;
  changed(schema, answers, (value, kind) => {
    found ||= kind === 'ssn' && typeof value === 'string' && MASKED_SSN.test(value);
    return value;
  });
  return found;
}

/** The whole SSNs among the answers. */
export function ssnsOf(schema: SchemaNode, answers: Answers): string[] {
  const found: string[] = [];
  changed(schema, answers, (value, kind) => {
    if (kind === 'ssn' && typeof value === 'string' && WHOLE_SSN.test(value)) found.push(value);
    return value;
  });
  return found;
}

function changed(
  schema: SchemaNode,
  answers: Answers,
  change: (value: unknown, kind: Pii, at: Path) => unknown,
): Answers {
  return mapPii(schema, answers, change);
}

function withoutSealed(value: Answers): Answers;
function withoutSealed(value: unknown): unknown;
function withoutSealed(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !hasSealed(one)).map(withoutSealed);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => !hasSealed(inner));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutSealed(inner)]));
}

const hasSealed = (value: unknown) => isRecord(value) && Object.hasOwn(value, SEALED);

/** Whether a value lies sealed. */
export function isSealed(value: unknown): value is SealedValue {
  return isRecord(value) && typeof value[SEALED] === 'string';
}

// Of a co-occupant only the last four digits are asked (spec 001 §5): what is shown of any SSN anyway.
const isLastFour = (value: unknown) => typeof value === 'string' && /^\d{4}$/.test(value);
