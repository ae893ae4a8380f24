import { isRecord, ownMember } from '../../src/model/answers/paths';
import type { Json } from './sample';

/** The part to remove from a schema. An empty `path` is the whole schema. */
export interface Cut {
  path: string[];
  /** `'tasks/[]/title'` */
  at: string;
  keyword: string;
}

interface Walk {
  node: Json;
  path: string[];
  at: string;
}

/**
 * Finds the part to remove so that a keyword is gone: in a group only the keyword, otherwise the whole field.
 * `'/properties/age/type'` → `{ path: ['properties', 'age'], at: 'age', keyword: 'type' }`
 */
export function findCut(schema: Json, pointer: string): Cut {
  const parts = pointer.split('/').slice(1);
  let here: Walk = { node: schema, path: [], at: '' };
  let field = here;
  for (let next = step(here, parts); next; next = step(here, parts)) {
    here = next;
    if (here.path.at(-1) !== 'items' || isRecord(here.node.properties)) field = here;
  }
  const keyword = parts[here.path.length] ?? '';
  const isGroup = isRecord(here.node.properties) && keyword !== '' && keyword !== 'type';
  if (isGroup) return { path: [...here.path, keyword], at: here.at, keyword };
  const isRow = field.path.at(-1) === 'items';
  const path = isRow ? field.path.slice(0, -1) : field.path;
  return { path, at: isRow ? field.at.replace(/\/\[\]$/, '') : field.at, keyword };
}

/** Walks to the next property or row. Returns undefined at the keyword. */
function step({ node, path, at }: Walk, parts: string[]): Walk | undefined {
  const [part, name] = parts.slice(path.length);
  const below = (word: string) => (at ? `${at}/${word}` : word);
  if (part === 'properties' && name !== undefined && isRecord(node.properties)) {
    const child = ownMember(node.properties, name);
    return isRecord(child) ? { node: child, path: [...path, part, name], at: below(name) } : undefined;
  }
  if (part !== 'items' || name === undefined || !isRecord(node.items)) return undefined;
  return { node: node.items, path: [...path, part], at: below('[]') };
}
