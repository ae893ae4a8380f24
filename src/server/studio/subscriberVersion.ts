import type pg from 'pg';
import { Value } from 'typebox/value';
import { OwnTranslations, Wording } from '../../contract/studio';
import { underOneName } from '../../model/overlay';
import { isRecord } from '../../model/paths';
import { asText } from '../../model/sectionFile';
import { type FileChanges, SETTINGS_FILE } from '../../model/studio';
import type { Overlay, SchemaFiles } from '../../model/types';
import { refuse } from '../http/errors';

/** What a version of one subscriber sets: Hide, Required or Optional by key, and their own words with those of the other languages. */
type Settings = Record<'documents' | 'fields', Overlay['settings']> &
  Required<Pick<Overlay, 'wording' | 'translations'>>;

/** Settings as the text of a version: the same settings are the same text. */
export function settingsText({
  documents = {},
  fields = {},
  wording = {},
  translations = {},
}: Partial<Settings>): string {
  const own = Object.entries({ wording, translations }).filter(([, members]) => Object.keys(members).length > 0);
  return asText({
    documents: sorted(documents),
    fields: sorted(fields),
    ...Object.fromEntries(own.map(([key, members]) => [key, sorted(members)])),
  });
}

/** Order says nothing at any depth. */
function sorted(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** What a subscriber's version sets. Throws `badRequest` for other files or a text that is no such settings. */
export function readSettings(changes: FileChanges): { settings: Settings; text: string } {
  const { [SETTINGS_FILE]: text, ...others } = changes;
  if (typeof text !== 'string' || Object.keys(others).length) throw refuse('badRequest');
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

function areSettings(value: unknown): value is Overlay['settings'] {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((setting) => ['Hide', 'Required', 'Optional'].includes(setting))
  );
}

/** The overlay that these settings stand for. */
export const overlayOf = ({ documents, fields, wording, translations }: Settings): Overlay => ({
  settings: underOneName({ ...documents, ...fields }),
  wording,
  translations,
});

/** The same settings as a sample file, so that lint judges their keys and words; the questions, which are not set here, are those of a sample. */
export function asSample(subscriber: string, settings: Settings, files: SchemaFiles): FileChanges {
  const { questions } = files['configs/demo.json'] ?? {};
  const sample = { $schema: '../meta/config.schema.json', title: subscriber, ...settings, questions };
  return { [`configs/subscriber-${subscriber}.json`]: JSON.stringify(sample, null, 2) };
}

/** What a subscriber has set, as a version's text. Throws `notFound`. */
export async function storedSettings(db: pg.Pool | pg.PoolClient, subscriber: string): Promise<string> {
  const { rows } = await db.query<{ settings: Partial<Settings> }>('select settings from subscriber where id = $1', [
    subscriber,
  ]);
  const [row] = rows;
  if (!row) throw refuse('notFound');
  return settingsText(row.settings);
}

/** Writes the settings; what else stands with them stays. */
export async function keepSettings(db: pg.PoolClient, subscriber: string, settings: Settings): Promise<void> {
  await db.query('update subscriber set settings = settings || $2::jsonb where id = $1', [
    subscriber,
    JSON.stringify(settings),
  ]);
}

/** Of whom settings may be changed, for the Studio's choices. */
export async function listSubscribers(db: pg.Pool): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from subscriber order by name, id limit 500',
  );
  return rows;
}
