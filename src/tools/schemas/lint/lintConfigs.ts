import type { Problem } from '../../../model/catalogueError';
import { suggest } from '../../../model/checkSchema';
import { isRecord } from '../../../model/paths';
import { nodeAt } from '../../../model/sectionFile';
import type { SampleConfig, SchemaNode } from '../../../model/types';
import { wordingTexts } from '../../../model/wording';
import { type LintCheck, type LintSources, visitNodes } from './sources';

/** `dangling-path`: a sample's setting that no `x-config` reads, or own words of what is not there; `missing-translation`: such words that a language lacks. */
export const lintConfigs: LintCheck = ({ files, sections }) => {
  const keys = sections.flatMap((section) => configKeys(section.schema));
  const known = [...new Set(keys.map(({ key }) => key))];
  const configs = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
  const translations = Object.entries(files).filter(([file]) => file.startsWith('translations/'));
  return configs.flatMap(([file, config]) => [
    ...settingsIn(config)
      .filter(({ key }) => !known.includes(key))
      .map(({ key, path }): Problem => ({ code: 'dangling-path', file, path, mend: suggest(key, known) })),
    // What has another shape, lintMeta says.
    ...danglingWords(file, config as SampleConfig, sections),
    ...translations.flatMap(([other, content]) => untranslated(file, config as SampleConfig, other, content)),
  ]);
};

function danglingWords(file: string, { wording = {} }: SampleConfig, sections: LintSources['sections']): Problem[] {
  const names = sections.map(({ name }) => name);
  return Object.entries(wording).flatMap(([section, fields]) => {
    const schema = sections.find(({ name }) => name === section)?.schema;
    const at = `/wording/${section}`;
    const wrong = (path: string, mend: string): Problem => ({ code: 'dangling-path', file, path, mend });
    if (!schema) return [wrong(at, suggest(section, names))];
    return Object.entries(fields).flatMap(([field, words]) => {
      const place = `${at}/${field.replaceAll('/', '~1')}`;
      const node = nodeAt(schema, field.split('/'));
      if (!node)
        return [
          wrong(place, `${section} has no field ${field}; delete its words, or name the field that has its place.`),
        ];
      const options = (node.oneOf ?? []).map((one) => String(one.const));
      return Object.keys(words.options ?? {})
        .filter((value) => !options.includes(value))
        .map((value) => wrong(`${place}/options/${value}`, suggest(value, options)));
    });
  });
}

function untranslated(
  file: string,
  { wording, translations }: SampleConfig,
  other: string,
  content: unknown,
): Problem[] {
  const language = other.slice('translations/'.length, -'.json'.length);
  const said = { ...Object(Object(content).texts), ...translations?.[language] };
  return wordingTexts(wording)
    .filter(({ text }) => !said[text])
    .map(({ text, at }) => ({
      code: 'missing-translation',
      file,
      path: `/wording/${at.map((part) => part.replaceAll('/', '~1')).join('/')}`,
      mend: `Add ${JSON.stringify(text)} to "translations": { "${language}": … } of this file.`,
    }));
}

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
