import { getIn, isRecord } from '../../src/model/answers/paths';
import type { Json, Sample } from './sample';
import { findDefinition } from './toSection';

const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependencies', 'dependentSchemas'];

/**
 * Returns the visible fields that a schema declares, also in branches:
 * `{ properties: { tasks: { items: { properties: { title } } } } }` → `['tasks/[]/title']`
 */
export function declaredFields({ schema, uiSchema }: Sample): string[] {
  return [...new Set(fieldsBelow(schema, '', schema, []))].filter((at) => !isHidden(uiSchema, at));
}

function fieldsBelow(given: Json, at: string, root: Json, trail: string[]): string[] {
  const ref = typeof given.$ref === 'string' ? given.$ref : undefined;
  if (ref && trail.includes(ref)) return [at];
  const node = ref ? { ...findDefinition(ref, root), ...given } : given;
  const below = (child: unknown, name: string) =>
    isRecord(child)
      ? fieldsBelow(child, at && name ? `${at}/${name}` : at || name, root, ref ? [...trail, ref] : trail)
      : [];
  const found = [
    ...Object.entries(Object(node.properties)).flatMap(([name, child]) => below(child, name)),
    ...itemFields(node, below),
    ...(isRecord(node.additionalProperties) ? below(node.additionalProperties, '*') : []),
    ...Object.values(Object(node.patternProperties)).flatMap((child) => below(child, '*')),
    ...branchesOf(node).flatMap((branch) => below(branch, '').filter((field) => field !== at)),
  ];
  if (found.length > 0 || node.type === 'object') return found;
  return at ? [at] : [];
}

/** Returns the fields of a list's rows. Returns [] for a list of texts, because it's one field. */
function itemFields({ items }: Json, below: (child: unknown, name: string) => string[]): string[] {
  if (!isRecord(items)) return [];
  const fields = below(items, '[]');
  return fields.length === 1 && fields[0]?.endsWith('[]') ? [] : fields;
}

function branchesOf(node: Json): unknown[] {
  return BRANCHES.flatMap((key) => {
    const branch = node[key];
    if (Array.isArray(branch)) return branch;
    return key.startsWith('depend') ? Object.values(Object(branch)) : [branch];
  });
}

function isHidden(ui: unknown, at: string): boolean {
  const path = at.split('/').map((part) => (part === '[]' ? 'items' : part));
  return getIn(ui, [...path, 'ui:widget']) === 'hidden';
}
