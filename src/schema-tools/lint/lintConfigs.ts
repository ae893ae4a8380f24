import { isRecord, toPointer } from '../../model/answers/paths';
import { wordingTexts } from '../../model/messages/wording';
import type { SchemaIssue } from '../../model/section/catalogError';
import { isTypo, suggest } from '../../model/section/checkSchema';
import { settingName } from '../../model/section/subscriberSettings';
import { nodeAt } from '../../model/studio/sectionFile';
import type { SampleConfig, SchemaNode } from '../../model/types';
import { type LintCheck, type LintSources, visitNodes } from './sources';

/**
 * `unknown-setting`: an `x-config` key that's probably misspelled. `dangling-path`: a sample's setting or wording that
 * no question uses. `missing-translation`: wording without a translation.
 */
export const lintConfigs: LintCheck = (sources) => {
  const { files, sections } = sources;
  const keys = sections.flatMap((section) => configKeys(section.schema));
  const known = [...new Set(keys.map(({ key }) => key))];
  const mistyped = mistypedSettings(sources);
  const meant = new Set(mistyped.flatMap((one) => one.meant));
  const configs = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
  const translations = Object.entries(files).filter(([file]) => file.startsWith('translations/'));
  const inSamples = configs.flatMap(([file, config]) => [
    ...settingsIn(config)
      .filter(({ key }) => !known.includes(key) && !meant.has(key))
      .map(({ key, path }): SchemaIssue => ({ code: 'dangling-path', file, path, fix: suggest(key, known) })),
    // lintMeta reports files with an invalid structure.
    ...unknownWording(file, config as SampleConfig, sections),
    ...translations.flatMap(([other, content]) => untranslated(file, config as SampleConfig, other, content)),
  ]);
  return [...mistyped.map(({ problem }) => problem), ...inSamples];
};

interface Mistyped {
  key: string;
  meant: string[];
  problem: SchemaIssue;
}

/** Returns unknown `x-config` keys that are probably misspelled settings of a sample. */
function mistypedSettings({ files, sections }: LintSources): Mistyped[] {
  const set = settingNames(files);
  const read = sections.flatMap(({ schema }) => configKeys(schema).map(({ key }) => key));
  // The typo can also be in the sample's setting.
  const unread = set.filter((key) => !read.some((one) => one === key || isTypo(key, one)));
  const allowedUnused = Object.keys(Object(files['meta/kept.json']));
  return sections.flatMap(({ name, schema }) =>
    configKeys(schema).flatMap(({ key, path }): Mistyped[] => {
      if (set.includes(key) || set.length === 0 || allowedUnused.includes(key)) return [];
      const near = set.filter((one) => one === settingName(key) || isTypo(key, one));
      const meant = near.length ? near : unread;
      if (meant.length === 0) return [];
      const names = meant.map((one) => `'${one}'`).join(' or ');
      const fix = `There's no setting '${key}', so subscribers' settings wouldn't apply. Write ${names}.`;
      return [{ key, meant, problem: { code: 'unknown-setting', file: `${name}.schema.json`, path, fix } }];
    }),
  );
}

function settingNames(files: LintSources['files']): string[] {
  const configs = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
  return [...new Set(configs.flatMap(([, config]) => settingsIn(config).map(({ key }) => settingName(key))))];
}

function unknownWording(
  file: string,
  { wording = {} }: SampleConfig,
  sections: LintSources['sections'],
): SchemaIssue[] {
  const names = sections.map(({ name }) => name);
  return Object.entries(wording).flatMap(([section, fields]) => {
    const schema = sections.find(({ name }) => name === section)?.schema;
    const at = `/wording/${section}`;
    const wrong = (path: string, fix: string): SchemaIssue => ({ code: 'dangling-path', file, path, fix });
    if (!schema) return [wrong(at, suggest(section, names))];
    return Object.entries(fields).flatMap(([field, words]) => {
      const place = at + toPointer([field]);
      const node = nodeAt(schema, field.split('/'));
      if (!node)
        return [
          wrong(place, `${section} has no field ${field}. Delete its wording, or use the name of an existing field.`),
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
): SchemaIssue[] {
  const language = other.slice('translations/'.length, -'.json'.length);
  const known = { ...Object(Object(content).texts), ...translations?.[language] };
  return wordingTexts(wording)
    .filter(({ text }) => !known[text])
    .map(({ text, at }) => ({
      code: 'missing-translation',
      file,
      path: toPointer(['wording', ...at]),
      fix: `Add ${JSON.stringify(text)} to "translations": { "${language}": … } in this file.`,
    }));
}

/** `unset-setting`: a setting that no sample sets. */
export function unsetSettings(sources: LintSources): { name: string; problem: SchemaIssue }[] {
  const set = settingNames(sources.files);
  const mistyped = new Set(mistypedSettings(sources).map(({ key }) => key));
  return sources.sections.flatMap(({ name, schema }) =>
    configKeys(schema)
      .filter(({ key }) => set.length > 0 && !set.includes(key) && !mistyped.has(key))
      .map(({ key, path }) => ({
        name: key,
        problem: {
          code: 'unset-setting',
          file: `${name}.schema.json`,
          path,
          fix: `'${key}' is a new setting that no sample sets. Add it to a file in configs/ to test Hide and Required.`,
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

export function configKeys(schema: SchemaNode): { key: string; path: string }[] {
  return visitNodes(schema).flatMap(({ node, path }) => [
    ...listKeys(node['x-config'], `${path}/x-config`),
    ...listKeys(node['x-photos'], `${path}/x-photos`),
    ...(node.oneOf ?? []).flatMap((option, i) => listKeys(option['x-config'], `${path}/oneOf/${i}/x-config`)),
    ...(node['x-conditions'] ?? []).flatMap((rule, i) =>
      listKeys(rule['x-config'], `${path}/x-conditions/${i}/x-config`),
    ),
  ]);
}

function listKeys(config: string | string[] | undefined, path: string): { key: string; path: string }[] {
  return [config ?? []].flat().map((key) => ({ key, path }));
}
