import type { SchemaNode } from '../../../model/types';
import { visitNodes } from './lintSources';

/** Every setting a section reads, with where: properties, options and conditions. */
export function configKeys(schema: SchemaNode): { key: string; path: string }[] {
  return visitNodes(schema).flatMap(({ node, path }) => [
    ...keysOf(node['x-config'], `${path}/x-config`),
    ...(node.oneOf ?? []).flatMap((option, i) => keysOf(option['x-config'], `${path}/oneOf/${i}/x-config`)),
    ...(node['x-conditions'] ?? []).flatMap((rule, i) =>
      keysOf(rule['x-config'], `${path}/x-conditions/${i}/x-config`),
    ),
  ]);
}

function keysOf(config: string | string[] | undefined, path: string): { key: string; path: string }[] {
  return [config ?? []].flat().map((key) => ({ key, path }));
}
