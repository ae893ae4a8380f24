import type { Answers, Path, SchemaNode } from '../types';
import { isRecord, matchesAnyNode, ownMember } from './paths';

export type Pii = Exclude<SchemaNode['x-pii'], 'none' | undefined>;

/** Returns the personal fields: `[{ pattern: 'address/[]/landlord_number', kind: 'contact' }]`. */
export function piiPaths(schema: SchemaNode, at = ''): { pattern: string; kind: Pii }[] {
  const kind = getKind(schema);
  const own = kind ? [{ pattern: at, kind }] : [];
  const below = (name: string) => (at ? `${at}/${name}` : name);
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, node]) => piiPaths(node, below(name))),
    ...(schema.items ? piiPaths(schema.items, below('[]')) : []),
  ];
}

/** Returns the kind of each personal field, by pattern. A group's kind applies to all its fields. */
export function protections(schema: SchemaNode, at = '', outer?: Pii): Map<string, Pii> {
  const kind = outer ?? getKind(schema);
  const below = (name: string) => (at ? `${at}/${name}` : name);
  return new Map([
    ...(kind ? [[at, kind] as const] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, node]) => [...protections(node, below(name), kind)]),
    ...(schema.items ? protections(schema.items, below('[]'), kind) : []),
  ]);
}

const STRENGTH: Record<Pii, number> = { ssn: 3, dob: 2, bank: 2, contact: 1 };

export const isSealedKind = (kind: Pii | undefined): boolean => kind !== undefined && STRENGTH[kind] > 1;

/** True if `before` is encrypted and `after` protects the answer less: `('ssn', 'bank')` → true */
export function isLessProtected(before: Pii | undefined, after: Pii | undefined): boolean {
  return before !== undefined && isSealedKind(before) && (after ? STRENGTH[after] : 0) < STRENGTH[before];
}

type Change = (value: unknown, kind: Pii, at: Path) => unknown;

/** Replaces each personal answer with the result of `change`. Undefined removes a member. */
export function mapPii(schema: SchemaNode, answers: Answers, change: Change, at?: Path): Answers;
export function mapPii(schema: SchemaNode, answers: unknown, change: Change, at?: Path): unknown;
export function mapPii(schema: SchemaNode, answers: unknown, change: Change, at: Path = []): unknown {
  const personal = getKind(schema);
  if (personal && answers !== undefined) return change(answers, personal, at);
  if (!holdsPii(schema)) return answers;
  if (Array.isArray(answers) && schema.items)
    return answers.map((row, index) => mapPii(schema.items ?? {}, row, change, [...at, index]));
  if (!isRecord(answers)) return answers;
  const changed: [string, unknown][] = [];
  for (const [name, value] of Object.entries(answers)) {
    const node = ownMember(schema.properties, name);
    const given = node && holdsPii(node) ? mapPii(node, value, change, [...at, name]) : value;
    if (given !== undefined) changed.push([name, given]);
  }
  return Object.fromEntries(changed);
}

const holdsPii = matchesAnyNode((node) => getKind(node) !== undefined);

export const holdsSsn = matchesAnyNode((node) => node['x-pii'] === 'ssn');

function getKind({ 'x-pii': kind }: SchemaNode): Pii | undefined {
  return kind === 'none' ? undefined : kind;
}

export const HIDDEN = '••••••';

/** Masks answers of these kinds. SSNs keep their last four digits. */
export function hideAnswers(schema: SchemaNode, answers: Answers, kinds: readonly Pii[]): Answers {
  return mapPii(schema, answers, (value, kind) => {
    if (!kinds.includes(kind)) return value;
    return kind === 'ssn' ? maskSsn(String(value)) || HIDDEN : HIDDEN;
  });
}

/** `'123-45-6789'` → `'***-**-6789'` */
export function maskSsn(ssn: string): string {
  const last = /(\d{4})$/.exec(ssn)?.[1];
  return last ? `***-**-${last}` : '';
}
