import { anywhere, isRecord } from './paths';
import type { Answers, Path, SchemaNode } from './types';

/** The kinds of personal answers, from `x-pii`. */
export type Pii = Exclude<SchemaNode['x-pii'], 'none' | undefined>;

/** Where personal answers stand in a section: `[{ pattern: 'address/[]/landlord_number', kind: 'contact' }]`. */
export function piiPaths(schema: SchemaNode, at = ''): { pattern: string; kind: Pii }[] {
  const kind = kindOf(schema);
  const own = kind ? [{ pattern: at, kind }] : [];
  const below = (name: string) => (at ? `${at}/${name}` : name);
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, node]) => piiPaths(node, below(name))),
    ...(schema.items ? piiPaths(schema.items, below('[]')) : []),
  ];
}

type Change = (value: unknown, kind: Pii, at: Path) => unknown;

/** The answers with each personal value changed by `change`, which is given its place, too; undefined removes it. */
export function mapPii(schema: SchemaNode, answers: Answers, change: Change, at?: Path): Answers;
export function mapPii(schema: SchemaNode, answers: unknown, change: Change, at?: Path): unknown;
export function mapPii(schema: SchemaNode, answers: unknown, change: Change, at: Path = []): unknown {
  const personal = kindOf(schema);
  if (personal && answers !== undefined) return change(answers, personal, at);
  if (!holdsPii(schema)) return answers;
  if (Array.isArray(answers) && schema.items)
    return answers.map((row, index) => mapPii(schema.items ?? {}, row, change, [...at, index]));
  if (!isRecord(answers)) return answers;
  const changed: [string, unknown][] = [];
  for (const [name, value] of Object.entries(answers)) {
    const node = schema.properties?.[name];
    const given = node && holdsPii(node) ? mapPii(node, value, change, [...at, name]) : value;
    if (given !== undefined) changed.push([name, given]);
  }
  return Object.fromEntries(changed);
}

const holdsPii = anywhere((node) => kindOf(node) !== undefined);

/** Whether a schema asks for such a value anywhere. */
export const holdsSsn = anywhere((node) => node['x-pii'] === 'ssn');

/** `none` says that somebody has thought of it. */
function kindOf({ 'x-pii': kind }: SchemaNode): Pii | undefined {
  return kind === 'none' ? undefined : kind;
}

/** An SSN as it may be shown: `'123-45-6789'` → `'***-**-6789'`; anything without four last digits → `''`. */
export function maskSsn(ssn: string): string {
  const last = /(\d{4})$/.exec(ssn)?.[1];
  return last ? `***-**-${last}` : '';
}
