import { isRecord, keyOf, ownMember, patternOf } from '../../model/answers/paths';
import { holdsSsn, isSealedKind, mapPii, maskSsn, type Pii, protections } from '../../model/answers/pii';
import type { Answers, Path, SchemaNode } from '../../model/types';
import { openText, sealText } from '../platform/crypto/seal';

/** Never accept this member in a request, because the server would decrypt it. */
export const SEALED = '$sealed';

export interface SealedValue {
  [SEALED]: string;
  last4?: string;
}

const WHOLE_SSN = /^\d{3}-\d{2}-(\d{4})$/;
const MASKED_SSN = /^\*{3}-\*{2}-\d{4}$/;

/** Encrypts SSNs, dates of birth and bank details. */
export function sealAnswers(schema: SchemaNode, answers: Answers, key: Buffer, additionalData: string): Answers {
  return mapAnswers(schema, withoutSealed(answers), (value, kind) => sealValue(value, kind, key, additionalData));
}

export function sealValue(value: unknown, kind: Pii, key: Buffer, additionalData: string): unknown {
  if (!isSealedKind(kind)) return value;
  const sealed = sealText(JSON.stringify(value), key, additionalData);
  const last4 = kind === 'ssn' ? WHOLE_SSN.exec(String(value))?.[1] : undefined;
  return last4 ? { [SEALED]: sealed, last4 } : { [SEALED]: sealed };
}

/**
 * Decrypts answers. Leaves out tampered values, and encrypted values of fields that aren't in the schema. Masks an SSN
 * if its field no longer holds SSNs. Calls `onLost` with the path of each tampered value: `'banking/0/bank_name'`.
 */
export function openAnswers(
  schema: SchemaNode,
  answers: Answers,
  key: Buffer,
  additionalData: string,
  onLost: (path: string) => void,
): Answers {
  if (!holdsSealed(answers)) return answers;
  const kinds = protections(schema);
  return openAllAnswers(answers, (value, at) => {
    const pattern = patternOf(at);
    if (!findNode(schema, at)) return undefined;
    if (value.last4 && kinds.get(pattern) !== 'ssn') return `***-**-${value.last4}`;
    return openValue(value, key, additionalData, () => onLost(keyOf(at)));
  });
}

/** Replaces each encrypted value with the result of `open`. If the result is undefined, removes the member. */
export function openAllAnswers(answers: Answers, open: (sealed: SealedValue, at: Path) => unknown): Answers {
  return openNested(answers, open) as Answers;
}

function openNested(value: unknown, open: (sealed: SealedValue, at: Path) => unknown, at: Path = []): unknown {
  if (isSealed(value)) return open(value, at);
  if (Array.isArray(value)) return value.map((one, n) => openNested(one, open, [...at, n]));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, openNested(inner, open, [...at, name])] as const);
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined));
}

function findNode(schema: SchemaNode, at: Path): SchemaNode | undefined {
  return at.reduce<SchemaNode | undefined>(
    (node, part) => (typeof part === 'number' ? node?.items : ownMember(node?.properties, part)),
    schema,
  );
}

const holdsSealed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (isSealed(value) || Object.values(value).some(holdsSealed));

export function openValue(value: unknown, key: Buffer, additionalData: string, onLost: () => void): unknown {
  if (!isSealed(value)) return value;
  try {
    return JSON.parse(openText(value[SEALED], key, additionalData));
  } catch {
    onLost();
    return undefined;
  }
}

/** Masks all but the last four digits of SSNs. Removes SSNs that don't end with four digits. */
export function maskAnswers(schema: SchemaNode, answers: Answers): Answers {
  if (!holdsSsn(schema)) return answers;
  return mapAnswers(schema, answers, (value, kind) => {
    if (kind !== 'ssn' || isLastFour(value)) return value;
    return maskSsn(String(value)) || undefined;
  });
}

/** Replaces masked SSNs with known SSNs. An unknown SSN becomes an invalid number. */
export function unmaskAnswers(schema: SchemaNode, answers: Answers, known: readonly string[]): Answers {
  return mapAnswers(schema, answers, (value, kind) => {
    if (kind !== 'ssn' || typeof value !== 'string' || !MASKED_SSN.test(value)) return value;
    return known.find((ssn) => maskSsn(ssn) === value) ?? '000-00-0000';
  });
}

export function hasMaskedSsn(schema: SchemaNode, answers: Answers): boolean {
  let found = false;
  mapAnswers(schema, answers, (value, kind) => {
    found ||= kind === 'ssn' && typeof value === 'string' && MASKED_SSN.test(value);
    return value;
  });
  return found;
}

export function findSsns(schema: SchemaNode, answers: Answers): string[] {
  const found: string[] = [];
  mapAnswers(schema, answers, (value, kind) => {
    if (kind === 'ssn' && typeof value === 'string' && WHOLE_SSN.test(value)) found.push(value);
    return value;
  });
  return found;
}

function mapAnswers(
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

export function isSealed(value: unknown): value is SealedValue {
  return isRecord(value) && typeof value[SEALED] === 'string';
}

// Co-occupants enter only four digits (docs/spec/001.md).
const isLastFour = (value: unknown) => typeof value === 'string' && /^\d{4}$/.test(value);
