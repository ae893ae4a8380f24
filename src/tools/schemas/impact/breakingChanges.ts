import type { Catalogue } from '../../../model/catalogue';
import { isRecord } from '../../../model/paths';
import type { SchemaNode } from '../../../model/types';
import { visitNodes } from '../lint/sources';

/** A change that stored answers may not survive. */
export interface BreakingChange {
  section: string;
  /** The field's pattern: `'address/[]/zipcode'`; '' for the whole section. */
  field: string;
  change: 'section-removed' | 'removed' | 'type' | 'option-removed' | 'newly-required' | 'tightened';
}

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'x-minLetters'];

/** What a new set of schema files asks otherwise than the old one, as far as it can hurt what was answered. */
export function breakingChanges(before: Catalogue, after: Catalogue): BreakingChange[] {
  return before.sectionNames.flatMap((section): BreakingChange[] => {
    if (!after.sectionNames.includes(section)) return [{ section, field: '', change: 'section-removed' }];
    const now = fieldsOf(after.section(section).schema);
    return [
      ...[...fieldsOf(before.section(section).schema)].flatMap(([field, old]) =>
        compare(old, now.get(field)).map((change) => ({ section, field, change })),
      ),
      ...newlyRequired(before.section(section).schema, after.section(section).schema).map(
        (field): BreakingChange => ({ section, field, change: 'newly-required' }),
      ),
    ];
  });
}

function fieldsOf(schema: SchemaNode): Map<string, SchemaNode> {
  return new Map(
    visitNodes(schema)
      .filter(({ path }) => path)
      .map(({ node, path }) => [patternOf(path), node]),
  );
}

function patternOf(path: string): string {
  return path.replaceAll('/properties/', '/').replaceAll('/items', '/[]').slice(1);
}

function compare(old: SchemaNode, now: SchemaNode | undefined): BreakingChange['change'][] {
  if (!now) return ['removed'];
  if (old.type !== now.type) return ['type'];
  const options = (node: SchemaNode) => node.oneOf?.map((option) => option.const) ?? node.enum;
  const known = options(now);
  const gone = known && (options(old) ?? []).some((value) => !known.some((one) => one === value));
  return [...(gone ? ['option-removed' as const] : []), ...(isTighter(old, now) ? ['tightened' as const] : [])];
}

function isTighter(old: SchemaNode, now: SchemaNode): boolean {
  const lower = LOWER.some((key) => Number(now[key] ?? -Infinity) > Number(old[key] ?? -Infinity));
  const upper = UPPER.some((key) => Number(now[key] ?? Infinity) < Number(old[key] ?? Infinity));
  const other = Object.keys(now).some((key) => isRule(key) && sorted(now[key]) !== sorted(old[key]));
  return lower || upper || other;
}

/** A database may give an object's members back in another order. */
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

function newlyRequired(old: SchemaNode, now: SchemaNode): string[] {
  const before = requiredIn(old);
  return [...requiredIn(now)].filter((field) => !before.has(field));
}

/** Fields that are required, always or under some condition. */
function requiredIn(schema: SchemaNode): Set<string> {
  return new Set(
    visitNodes(schema).flatMap(({ node, path }) => {
      const names = [...(node.required ?? []), ...(node['x-conditions'] ?? []).flatMap((rule) => rule.require ?? [])];
      const at = patternOf(path);
      return names.map((name) => (at ? `${at}/${name}` : name));
    }),
  );
}
