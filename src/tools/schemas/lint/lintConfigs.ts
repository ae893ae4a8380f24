import type { Problem } from '../../../model/catalogueError';
import { suggest } from '../../../model/checkSchema';
import { isRecord } from '../../../model/paths';
import type { SchemaNode } from '../../../model/types';
import { type LintCheck, type LintSources, visitNodes } from './sources';

/** `dangling-path`: a sample's setting that no `x-config` reads. */
export const lintConfigs: LintCheck = ({ files, sections }) => {
  const keys = sections.flatMap((section) => configKeys(section.schema));
  const known = [...new Set(keys.map(({ key }) => key))];
  const configs = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
  return [
    ...configs.flatMap(([file, config]) =>
      settingsIn(config)
        .filter(({ key }) => !known.includes(key))
        .map(({ key, path }): Problem => ({ code: 'dangling-path', file, path, mend: suggest(key, known) })),
    ),
  ];
};

/** `unset-setting`: an `x-config` that no sample sets, so that nothing tries its Hide and Required. */
export function unsetSettings({ files, sections }: LintSources): { name: string; problem: Problem }[] {
  const configs = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
  const set = new Set(configs.flatMap(([, config]) => settingsIn(config).map(({ key }) => key)));
  return sections.flatMap(({ name, schema }) =>
    configKeys(schema)
      .filter(({ key }) => configs.length > 0 && !set.has(key))
      .map(({ key, path }) => ({
        name: key,
        problem: {
          code: 'unset-setting',
          file: `${name}.schema.json`,
          path,
          mend: `No file of configs/ sets '${key}'; set it in one, so that Hide and Required are tried.`,
        },
      })),
  );
}

function settingsIn(config: unknown): { key: string; path: string }[] {
  if (!isRecord(config)) return [];
  return ['documents', 'fields', 'questions'].flatMap((group) => {
    const settings = config[group];
    return isRecord(settings) ? Object.keys(settings).map((key) => ({ key, path: `/${group}/${key}` })) : [];
  });
}

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
