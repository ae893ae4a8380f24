import path from 'node:path';
import { seedDemo } from '../../../src/server/features/demo/demoRepository';
import { findRoot } from '../../../src/server/platform/config';
import { openDatabase } from '../../../src/server/platform/db/database';
import { migrate } from '../../../src/server/platform/db/migrate';
import { hostileLogo } from './logo';
import { insertOwner } from './office';
import { everyPayload, payloads } from './payloads';

/** Texts that an operator can write, by table. Formatted text gets all payloads. */
const COLUMNS: Record<string, string[]> = {
  subscriber: ['name', 'support_phone', 'support_email'],
  property: ['name', 'street', 'city', 'zip'],
  floor: ['name'],
  unit: ['name'],
  agent: ['full_name'],
  office: ['name'],
  lead_source: ['name'],
};

/** Returns the next payload at each call. */
export type NextPayload = () => string;

export function createPayloadIterator(shift: number): NextPayload {
  let place = shift;
  return () => payloads[place++ % payloads.length]?.text ?? '';
}

/** Returns a payload that can be a file name. A server cuts off everything up to a separator or line break. */
export function nextFileName(nextPayload: NextPayload): string {
  const text = nextPayload();
  return /[\\/\r\n]/.test(text) ? nextFileName(nextPayload) : text;
}

export interface Operator {
  /** Number of planted texts. */
  texts: number;
  /** The columns that applicants read, as `table.column`. */
  columns: Record<string, string>;
  /** The token in the link for the office's owner. */
  owner: string;
}

/**
 * Creates the demo in a folder that no server has opened yet, with payloads as the operator's texts and a logo with
 * scripts.
 */
export async function seedOperator(folder: string, nextPayload: NextPayload): Promise<Operator> {
  const { db, close } = await openDatabase(undefined, folder);
  try {
    await migrate(db, path.join(findRoot(), 'src/server/platform/db/migrations'));
    await seedDemo(db);
    const columns: Record<string, string> = {};
    for (const [table, names] of Object.entries(COLUMNS))
      for (const name of names) {
        const text = nextPayload();
        columns[`${table}.${name}`] = text;
        await db.query(`update ${table} set ${name} = $1`, [text]);
      }
    await db.query('update subscriber set instructions = $1, terms = $1, logo_svg = $2', [everyPayload, hostileLogo]);
    const owner = await insertOwner(db, nextPayload);
    return { texts: Object.keys(columns).length + 4 + (await seedWording(db, nextPayload)), columns, owner };
  } finally {
    await close();
  }
}

/** Replaces the subscriber's wording of the questions with payloads. Returns the number of texts. */
async function seedWording(
  db: Awaited<ReturnType<typeof openDatabase>>['db'],
  nextPayload: NextPayload,
): Promise<number> {
  const { rows } = await db.query<{ settings: { texts: Record<string, { title?: string }> } }>(
    'select settings from subscriber',
  );
  const settings = rows[0]?.settings ?? { texts: {} };
  for (const text of Object.values(settings.texts)) if (text.title) text.title = nextPayload();
  await db.query('update subscriber set settings = $1', [JSON.stringify(settings)]);
  return Object.keys(settings.texts).length;
}
