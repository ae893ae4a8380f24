import { dateBounds } from '../../../model/dateBounds';
import { getIn } from '../../../model/paths';
import type { Answers, Context, Path, SchemaNode } from '../../../model/types';
import { matchPattern } from './matchPattern';

/** Texts that forms often ask for; what a field takes of them is found by trying. */
const TEXTS = [
  'Robin',
  'Austin, near the river',
  '78704',
  '15125550123',
  '219-09-9999',
  '1234',
  '021000021',
  '123456789012',
  'robin.hale@example.com',
  'Harbor!View2026',
  'data:image/png;base64,iVBORw0KGgo=',
  '2026',
  '7',
];

/** Values worth trying for a field that is written, best first; `answers` are those given so far. */
export function exampleValues(node: SchemaNode, path: Path, answers: Answers, context: Context): unknown[] {
  const said = [
    ...(node.default === undefined ? [] : [node.default]),
    ...((node.examples as unknown[] | undefined) ?? []),
  ];
  if (node.enum) return [...said, ...node.enum];
  if ('const' in node) return [node.const];
  if (node.type === 'boolean') return [...said, true, false];
  if (node.type === 'number' || node.type === 'integer') return [...said, ...numbers(node)];
  if (node.type !== 'string') return said;
  const siblings = getIn(answers, path.slice(0, -1)) as Answers | undefined;
  const same = siblings?.[String(node['x-sameAs'] ?? node['x-sameText'])];
  const texts = node.format === 'date' ? dates(node, siblings, context) : strings(node, path, context);
  return [...(same === undefined ? [] : [same]), ...said, ...texts];
}

function numbers(node: SchemaNode): number[] {
  const low = Number(node.minimum ?? (node.exclusiveMinimum === undefined ? 1 : Number(node.exclusiveMinimum) + 1));
  const high = Number(node.maximum ?? (node.exclusiveMaximum === undefined ? low : Number(node.exclusiveMaximum) - 1));
  return [Math.max(low, 1), low, high, 1200];
}

function dates(node: SchemaNode, siblings: Answers | undefined, context: Context): string[] {
  const { min, max } = dateBounds(node, context);
  const other = siblings?.[String(node['x-after'] ?? node['x-notBefore'])];
  const after = typeof other === 'string' ? [shiftDays(other, 1), other] : [];
  const near = [-1, 0, 1, 30, -400, -30 * 365, -50 * 365].map((days) => shiftDays(context.today, days));
  return [...after, ...near, ...[min, max].filter((day) => day !== undefined)];
}

function shiftDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function strings(node: SchemaNode, path: Path, { applicant }: Context): string[] {
  const least = Number(node.minLength ?? 0);
  const most = Number(node.maxLength ?? Infinity);
  const made = typeof node.pattern === 'string' ? matchPattern(node.pattern) : undefined;
  // Rows of a list must differ where no two may be alike.
  const row = path.find((part) => typeof part === 'number') ?? 0;
  const known = [
    ...(applicant ? [`${applicant.first_name} ${applicant.last_name}`] : []),
    ...TEXTS,
    ...(made ? [made] : []),
  ];
  const turned = row ? known.map((text) => text.replace(/.$/, String(row))) : known;
  return turned.map((text) => text.padEnd(least, 'a').slice(0, most));
}
