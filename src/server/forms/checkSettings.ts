import { type AnswerPlace, type Migration, migratedPlace } from '../../model/answers/migrations';
import type { Catalog } from '../../model/section/catalog';
import type { SchemaNode, SubscriberSettings } from '../../model/types';
import { fieldsOf } from '../../schema-tools/impact/breakingChanges';
import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { Places } from './blockers';

interface Compared {
  before: Catalog;
  after: Catalog;
  pending: readonly Migration[];
  settingsByOwner: Record<string, SubscriberSettings>;
}

/** Finds settings that have a value, but that a field, option or condition no longer uses. */
export function checkSettings({ before, after, pending, settingsByOwner }: Compared, place: Places): LintIssue[] {
  const isSet = (key: string) => Object.values(settingsByOwner).some(({ settings }) => Object.hasOwn(settings, key));
  return before.sectionNames.flatMap((section) => {
    const name = migratedPlace({ section, field: '' }, pending)?.section ?? section;
    if (!after.sectionNames.includes(name)) return [];
    const now = listNodes(after, name);
    return [...listNodes(before, section)].flatMap(([field, old]) => {
      const at = migratedPlace({ section, field }, pending);
      const node = at && now.get(at.field);
      const gone = node ? findLostKeys(old, node).filter(isSet) : [];
      return at ? gone.map((key) => toIssue(key, at, place)) : [];
    });
  });
}

const listNodes = (catalog: Catalog, section: string): Map<string, SchemaNode> => {
  const { schema } = catalog.section(section);
  return new Map([['', schema], ...fieldsOf(schema)]);
};

function findLostKeys(old: SchemaNode, now: SchemaNode): string[] {
  const options = (old.oneOf ?? []).flatMap((option) => {
    const same = now.oneOf?.find((one) => one.const === option.const);
    return same ? without(option['x-config'], same['x-config']) : [];
  });
  const conditions = (old['x-conditions'] ?? []).flatMap((rule) => {
    const same = now['x-conditions']?.filter((one) => JSON.stringify(one.if) === JSON.stringify(rule.if)) ?? [];
    return same.length
      ? without(
          rule['x-config'],
          same.flatMap((one) => one['x-config'] ?? []),
        )
      : [];
  });
  return [...without(old['x-config'], now['x-config']), ...options, ...conditions];
}

const without = (old: string | string[] = [], now: string | string[] = []): string[] =>
  [old].flat().filter((key) => ![now].flat().includes(key));

function toIssue(key: string, { section, field }: AnswerPlace, place: Places): LintIssue {
  const pointer = field
    .split('/')
    .filter(Boolean)
    .map((part) => (part === '[]' ? '/items' : `/properties/${part}`));
  return {
    code: 'setting-gone',
    ...place(`${section}.schema.json`, pointer.join('')),
    fix: `Subscribers have set '${key}'. If '${field || section}' doesn't use it, questions that they hide would be shown. Restore "x-config": "${key}".`,
  };
}
