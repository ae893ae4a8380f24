import { isRecord } from '../../../model/paths';

/** A place in a schema file as it is written. */
export interface Place {
  file: string;
  /** JSON pointer. */
  path: string;
}

/**
 * Where a node of an expanded schema is written: beside its `$ref`, or in the file that the `$ref` names.
 * `('address.schema.json', '/properties/zip/pattern')` → `{ file: 'definitions/zip.json', path: '/pattern' }`.
 * A place that is nowhere comes back as the nearest one above it.
 */
export function sourceOf(files: Record<string, unknown>, file: string, path: string): Place {
  return walk(files, { file, path: '' }, files[file], path.split('/').slice(1));
}

function walk(files: Record<string, unknown>, at: Place, node: unknown, parts: string[]): Place {
  const [part, ...rest] = parts;
  if (part === undefined || typeof node !== 'object' || node === null) return at;
  const own = (node as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  const below = { file: at.file, path: `${at.path}/${part}` };
  const target = isRecord(node) && typeof node.$ref === 'string' ? node.$ref : undefined;
  if (own !== undefined && !(target && isRecord(own) && rest.length && !hasWay(own, rest)))
    return walk(files, below, own, rest);
  if (target && isRecord(files[target])) return walk(files, { file: target, path: '' }, files[target], parts);
  return own === undefined ? at : below;
}

/** `errorMessage` and `properties` stand partly beside the `$ref` and partly in its file. */
function hasWay(node: Record<string, unknown>, [part = '']: string[]): boolean {
  return part in node;
}
