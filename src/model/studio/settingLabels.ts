import type { SchemaFiles, SchemaNode } from '../types';
import { sectionSchemas } from './sectionFile';

/** Returns the labels of each setting's questions and options. */
export function settingLabels(node: SchemaNode): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  const add = (key: unknown, title: string | undefined) => {
    for (const one of Array.isArray(key) ? key : [key])
      if (typeof one === 'string') labels.set(one, [...(labels.get(one) ?? []), ...(title ? [title] : [])]);
  };
  const visit = (at: SchemaNode) => {
    for (const member of Object.values(at.properties ?? {})) {
      add(member['x-config'], member.title);
      for (const option of member.oneOf ?? []) add(option['x-config'], option.title);
      visit(member);
    }
    for (const condition of at['x-conditions'] ?? []) add(condition['x-config'], undefined);
    if (at.items) visit(at.items);
  };
  visit(node);
  return labels;
}

/** Returns all settings, titled after a question or option: `SSNCard` → `Can you upload …? (SSNCard)` */
export function settingOptions(files: SchemaFiles): { const: string; title: string }[] {
  const all = new Map<string, string[]>();
  // The cast is safe, because unknown members are ignored.
  for (const schema of Object.values(sectionSchemas(files)))
    for (const [key, titles] of settingLabels(schema as SchemaNode)) all.set(key, [...(all.get(key) ?? []), ...titles]);
  return [...all]
    .map(([key, [title]]) => ({ const: key, title: title ? `${title} (${key})` : key }))
    .sort((a, b) => a.title.localeCompare(b.title));
}
