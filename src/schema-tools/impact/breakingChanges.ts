import { type AnswerPlace, isMigrated, isMoved, type Migration, migratedPlace } from '../../model/answers/migrations';
import { isRecord } from '../../model/answers/paths';
import { isLessProtected, type Pii, protections } from '../../model/answers/pii';
import type { Catalog } from '../../model/section/catalog';
import { applicantFlows } from '../../model/section/flow';
import type { SchemaNode } from '../../model/types';
import { patternOf, visitNodes } from '../lint/sources';

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'] as const;
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'] as const;

export interface BreakingChange {
  section: string;
  /** The field's pattern, such as `'address/[]/zipcode'`, or '' for the section. */
  field: string;
  change: keyof typeof changeKinds;
  from?: string;
  to?: string;
  options?: unknown[];
  /** Limits that became stricter, if no other rule changed. */
  limits?: Limit[];
  /** If protection was lowered: the former protection, and the field's current place. */
  was?: Pii;
  now?: AnswerPlace;
}

export interface Limit {
  rule: (typeof UPPER | typeof LOWER)[number];
  was?: number;
  now: number;
}

/** Each text follows a field's name, as in 'address/county was removed or renamed'. */
export const changeKinds = {
  'section-removed': 'is no longer asked',
  'section-moved': 'moved to another step',
  removed: 'was removed or renamed',
  type: 'has a different type',
  'option-removed': 'has fewer options',
  'newly-required': 'is newly required',
  tightened: 'has stricter limits',
  protection: 'has a different protection',
  'protection-lowered': 'has weaker protection',
};

/** Returns changes that can affect stored answers, with the old names of sections. */
export function breakingChanges(before: Catalog, after: Catalog, pending: readonly Migration[] = []): BreakingChange[] {
  const [steps, now] = [stepsBySection(before), stepsBySection(after)];
  return before.sectionNames.flatMap((section): BreakingChange[] => {
    const name = migratedPlace({ section, field: '' }, pending)?.section ?? section;
    const [from, to] = [steps.get(section), now.get(name)];
    if (!after.sectionNames.includes(name) || (from && !to)) return [{ section, field: '', change: 'section-removed' }];
    return [
      ...(from && to && from !== to ? [{ section, field: '', change: 'section-moved' as const, from, to }] : []),
      ...fieldChanges(section, before.section(section).schema, after.section(name).schema, pending),
    ];
  });
}

/** Removes changes that migrations cover, except changes that lower protection. */
export function withoutMigrated(changes: readonly BreakingChange[], pending: readonly Migration[]): BreakingChange[] {
  return changes.filter(({ change, from = '', to = '', ...place }) => {
    if (change === 'protection-lowered') return true;
    if (change === 'section-moved') return !isMoved(place.section, from, to, pending);
    return !isMigrated(place, pending);
  });
}

export function stepsBySection(catalog: Catalog): Map<string, string> {
  const flows = applicantFlows.filter((flow) => catalog.flowNames.includes(flow));
  const placed = flows.flatMap((flow) =>
    catalog.flow(flow).steps.flatMap(({ id, sections }) => sections.map(({ section }) => [section, id] as const)),
  );
  // Reversed, so that a section in two steps belongs to the first step.
  return new Map(placed.reverse());
}

function fieldChanges(
  section: string,
  old: SchemaNode,
  now: SchemaNode,
  pending: readonly Migration[],
): BreakingChange[] {
  const fields = fieldsOf(now);
  const [before, after] = [protections(old), protections(now)];
  return [
    ...[...fieldsOf(old)].flatMap(([field, node]) => {
      const changes = compare(node, fields.get(field));
      return changes.map((change) => ({ section, field, ...change }));
    }),
    ...[...fieldsOf(old).keys()].flatMap((field): BreakingChange[] => {
      const place = migratedPlace({ section, field }, pending) ?? { section, field };
      const [was, is] = [before.get(field), after.get(place.field)];
      if (!fields.has(place.field) || was === is) return [];
      if (isLessProtected(was, is)) return [{ section, field, change: 'protection-lowered', was, now: place }];
      return [{ section, field, change: 'protection' }];
    }),
    ...findNewlyRequired(old, now).map((field): BreakingChange => ({ section, field, change: 'newly-required' })),
  ];
}

export function fieldsOf(schema: SchemaNode): Map<string, SchemaNode> {
  return new Map(
    visitNodes(schema)
      .filter(({ path }) => path)
      .map(({ node, path }) => [patternOf(path), node]),
  );
}

function compare(
  old: SchemaNode,
  now: SchemaNode | undefined,
): Pick<BreakingChange, 'change' | 'options' | 'limits'>[] {
  if (!now) return [{ change: 'removed' }];
  if (old.type !== now.type) return [{ change: 'type' }];
  const options = (node: SchemaNode) => node.oneOf?.map((option) => option.const) ?? node.enum;
  const known = options(now);
  const isNewList = known !== undefined && options(old) === undefined;
  const gone = known ? (options(old) ?? []).filter((value) => !known.some((one) => one === value)) : [];
  const limits = stricterLimits(old, now);
  const isOther = isNewList || hasOtherRules(old, now);
  return [
    ...(gone.length ? [{ change: 'option-removed' as const, options: gone }] : []),
    ...(isOther ? [{ change: 'tightened' as const }] : []),
    ...(limits.length && !isOther ? [{ change: 'tightened' as const, limits }] : []),
  ];
}

function stricterLimits(old: SchemaNode, now: SchemaNode): Limit[] {
  const stricter = (rules: readonly Limit['rule'][], isStricter: (now: number, was: number) => boolean, none: number) =>
    rules.filter((rule) => isStricter(Number(now[rule] ?? none), Number(old[rule] ?? none)));
  const rules = [
    ...stricter(UPPER, (is, was) => is < was, Infinity),
    ...stricter(LOWER, (is, was) => is > was, -Infinity),
  ];
  return rules.map((rule) => ({
    rule,
    now: Number(now[rule]),
    ...(old[rule] !== undefined && { was: Number(old[rule]) }),
  }));
}

/** True if `now` has new or changed rules other than limits. */
function hasOtherRules(old: SchemaNode, now: SchemaNode): boolean {
  const isMoreLetters = Number(now['x-minLetters'] ?? 0) > Number(old['x-minLetters'] ?? 0);
  return isMoreLetters || Object.keys(now).some((key) => isRule(key) && sorted(now[key]) !== sorted(old[key]));
}

/** Sorts members, because databases may reorder them. */
function sorted(value: unknown): string {
  const inner = (_key: string, one: unknown) => (isRecord(one) ? Object.fromEntries(Object.entries(one).sort()) : one);
  return JSON.stringify(value, inner) ?? '';
}

function isRule(key: string): boolean {
  return (
    ['pattern', 'format', 'const', 'multipleOf'].includes(key) ||
    /^x-(sameAs|after|not|inFuture|age|year|uniqueBy|together|containsName|ssn)/.test(key)
  );
}

function findNewlyRequired(old: SchemaNode, now: SchemaNode): string[] {
  const before = requiredIn(old);
  return [...requiredIn(now)].filter((field) => !before.has(field));
}

function requiredIn(schema: SchemaNode): Set<string> {
  return new Set(
    visitNodes(schema).flatMap(({ node, path }) => {
      const names = [...(node.required ?? []), ...(node['x-conditions'] ?? []).flatMap((rule) => rule.require ?? [])];
      const at = patternOf(path);
      return names.map((name) => (at ? `${at}/${name}` : name));
    }),
  );
}
