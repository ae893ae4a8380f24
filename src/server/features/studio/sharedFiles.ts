import type { SharedFiles } from '../../../contract/studio';
import { isSettingsMeta, translateMeta, withKnownIds } from '../../../model/studio/settingsMeta';
import type { SchemaFiles } from '../../../model/types';
import { findTexts, isForPeople } from '../../../schema-tools/lint/lintMessages';
import { metaOf } from '../../../schema-tools/lint/lintMeta';
import { lintSources } from '../../../schema-tools/lint/sources';
import type { ApplicationDeps } from '../../applications/applicationDeps';

/** Returns the files that belong to no section: messages, settings and translations. */
export function readSharedFiles({ forms }: Pick<ApplicationDeps, 'forms'>, language: string): SharedFiles {
  const { files, texts, publishedNumber: head } = forms;
  const settings = Object.keys(files).flatMap((file) => settingsFile(files, file));
  const known = new Set(settings.map(({ file }) => file));
  const names = Object.keys(texts).filter(
    (file) => isForPeople(file) || file.startsWith('translations/') || known.has(file),
  );
  const metaSchemas = [...new Set(settings.map(({ meta }) => meta))];
  return {
    head,
    files: pick(names, (file) => texts[file] ?? ''),
    settings,
    metaSchemas: pick(metaSchemas, (meta) =>
      translateMeta(withKnownIds(files[meta], files), files[`translations/${language}.json`]?.texts ?? {}),
    ),
    elsewhere: textsElsewhere(files, names),
  };
}

const pick = <Value>(names: string[], read: (name: string) => Value): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, read(name)]));

/** Empty if the Studio can't edit the file. */
function settingsFile(files: SchemaFiles, file: string): SharedFiles['settings'] {
  const meta = `meta/${metaOf(file)}.schema.json`;
  const schema: unknown = files[meta];
  return isSettingsMeta(meta, schema) ? [{ file, meta }] : [];
}

/** Returns the texts that other files use, because their translations must stay. */
function textsElsewhere(files: SchemaFiles, names: string[]): string[] {
  const { sources } = lintSources(files, { widgets: [], today: '' });
  return [...new Set(findTexts(sources).flatMap(({ text, file }) => (names.includes(file) ? [] : [text])))];
}
