import { CatalogueError } from './catalogueError';
import { isRecord } from './paths';
import type { SchemaNode } from './types';

type Files = Record<string, unknown>;

/**
 * A section schema with every `$ref` replaced by the file it names; keys next to the `$ref` win, `errorMessage` and `properties` key by key.
 * @throws CatalogueError when a file is not there or refers to itself
 */
export function expandRefs(node: unknown, files: Files, file: string): SchemaNode {
  return expand(node, files, file, '', []) as SchemaNode;
}

function expand(node: unknown, files: Files, file: string, path: string, trail: string[]): unknown {
  if (Array.isArray(node)) return node.map((item, i) => expand(item, files, file, `${path}/${i}`, trail));
  if (!isRecord(node)) return node;
  const own = Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== '$ref' && key !== '$schema')
      .map(([key, value]) => [key, expand(value, files, file, `${path}/${key}`, trail)]),
  );
  if (typeof node.$ref !== 'string') return own;
  return overlay(definition(node.$ref, files, file, path, trail), own);
}

function definition(ref: string, files: Files, file: string, path: string, trail: string[]): Record<string, unknown> {
  if (trail.includes(ref))
    throw dangling(file, path, `${[...trail, ref].join(' → ')} goes round in a circle; break it.`);
  if (!(ref in files)) throw dangling(file, path, `There is no schemas/${ref}; name a file below schemas/.`);
  return expand(files[ref], files, ref, '', [...trail, ref]) as Record<string, unknown>;
}

function overlay(base: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base, ...own };
  for (const key of ['errorMessage', 'properties'])
    if (isRecord(base[key]) && isRecord(own[key])) merged[key] = { ...base[key], ...own[key] };
  return merged;
}

function dangling(file: string, path: string, mend: string): CatalogueError {
  return new CatalogueError([{ code: 'dangling-ref', file, path, mend }]);
}
