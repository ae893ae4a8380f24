import type pg from 'pg';
import { underOneName } from '../../model/overlay';
import { type FileChanges, SETTINGS_FILE } from '../../model/studio';
import type { Overlay, SchemaFiles } from '../../model/types';
import { refuse } from '../http/errors';

type Settings = Record<'documents' | 'fields', Overlay['settings']>;

/** Settings as the text of a version: the same settings are the same text. */
export function settingsText({ documents = {}, fields = {} }: Partial<Settings>): string {
  const sorted = (of: Overlay['settings']) =>
    Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ documents: sorted(documents), fields: sorted(fields) }, null, 2)}\n`;
}

/** What a subscriber's version sets. Throws `badRequest` for other files or a text that is no such settings. */
export function readSettings(changes: FileChanges): { settings: Settings; text: string } {
  const { [SETTINGS_FILE]: text, ...others } = changes;
  if (typeof text !== 'string' || Object.keys(others).length) throw refuse('badRequest');
  const { documents = {}, fields = {}, ...rest } = parseObject(text);
  if (Object.keys(rest).length || !areSettings(documents) || !areSettings(fields)) throw refuse('badRequest');
  const settings = { documents, fields };
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
export const overlayOf = ({ documents, fields }: Settings): Overlay => ({
  settings: underOneName({ ...documents, ...fields }),
});

/** The same settings as a sample file, so that lint judges their keys; the questions, which are not set here, are those of a sample. */
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
