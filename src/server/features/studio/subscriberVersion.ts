import type pg from 'pg';
import { Value } from 'typebox/value';
import { OwnTranslations, Wording } from '../../../contract/studio';
import { isRecord } from '../../../model/answers/paths';
import { mergeAliases } from '../../../model/section/subscriberSettings';
import { type FileChanges, SETTINGS_FILE } from '../../../model/studio/roles';
import { toJsonText } from '../../../model/studio/sectionFile';
import type { SchemaFiles, SubscriberSettings } from '../../../model/types';
import { refuse } from './studioErrors';
import { findSettings, type Settings } from './subscriberRepository';

/** Sorts keys, so that equal settings have equal text. */
export function settingsText({
  documents = {},
  fields = {},
  wording = {},
  translations = {},
}: Partial<Settings>): string {
  const own = Object.entries({ wording, translations }).filter(([, members]) => Object.keys(members).length > 0);
  return toJsonText({
    documents: sortKeys(documents),
    fields: sortKeys(fields),
    ...Object.fromEntries(own.map(([key, members]) => [key, sortKeys(members)])),
  });
}

function sortKeys(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}

/** Reads changed settings. Throws `badRequest` for other files or invalid settings. */
export function readSettings(changes: FileChanges): { settings: Settings; text: string } {
  const { [SETTINGS_FILE]: text, ...otherFiles } = changes;
  if (typeof text !== 'string' || Object.keys(otherFiles).length) throw refuse('badRequest');
  const { documents = {}, fields = {}, wording = {}, translations = {}, ...rest } = parseObject(text);
  if (Object.keys(rest).length || !areSettings(documents) || !areSettings(fields)) throw refuse('badRequest');
  if (!Value.Check(Wording, wording) || !Value.Check(OwnTranslations, translations)) throw refuse('badRequest');
  const settings = { documents, fields, wording, translations };
  return { settings, text: settingsText(settings) };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw refuse('badRequest');
  }
}

function areSettings(value: unknown): value is SubscriberSettings['settings'] {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((setting) => ['Hide', 'Required', 'Optional'].includes(setting))
  );
}

export const toSubscriberSettings = ({ documents, fields, wording, translations }: Settings): SubscriberSettings => ({
  settings: mergeAliases({ ...documents, ...fields }),
  wording,
  translations,
});

/** Converts settings to the format of `schemas/configs`, so lint can check them. */
export function toSampleConfig(
  subscriber: string,
  settings: Settings,
  files: SchemaFiles,
  places: string[] = [],
): FileChanges {
  const { questions } = files['configs/demo.json'] ?? {};
  const sample = {
    $schema: '../meta/config.schema.json',
    title: subscriber,
    ...(places.length > 0 && { places }),
    ...settings,
    questions,
  };
  return { [`configs/subscriber-${subscriber}.json`]: JSON.stringify(sample, null, 2) };
}

/** Returns the stored settings. Throws `notFound`. */
export async function readStoredSettings(db: pg.Pool | pg.PoolClient, subscriber: string): Promise<string> {
  const settings = await findSettings(db, subscriber);
  if (!settings) throw refuse('notFound');
  return settingsText(settings);
}
