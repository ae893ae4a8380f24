import path from 'node:path';
import { openDatabase } from '../../../src/server/database';
import { seedDemo } from '../../../src/server/demo/seedDemo';
import { migrate } from '../../../src/server/migrate';
import { findRoot } from '../../../src/server/root';
import { everyPayload, payloads } from './payloads';

/** What an operator may write as text, by table; formatted text is planted whole. */
const COLUMNS: Record<string, string[]> = {
  subscriber: ['name', 'support_phone', 'support_email'],
  property: ['name', 'street', 'city', 'zip'],
  floor: ['name'],
  unit: ['name'],
  agent: ['full_name'],
  office: ['name'],
  lead_source: ['name'],
};

/** Gives out the payloads in turn, from the `shift`th on. */
export type Deal = () => string;

export function dealFrom(shift: number): Deal {
  let place = shift;
  return () => payloads[place++ % payloads.length]?.text ?? '';
}

/** Makes the demo in a folder that no server has opened yet, each of the operator's texts a payload; gives how many. */
export async function plantOperator(folder: string, deal: Deal): Promise<number> {
  const { db, close } = await openDatabase(undefined, folder);
  try {
    await migrate(db, path.join(findRoot(), 'src/server/migrations'));
    await seedDemo(db);
    const planted = await Promise.all(
      Object.entries(COLUMNS).flatMap(([table, columns]) =>
        columns.map((column) => db.query(`update ${table} set ${column} = $1`, [deal()])),
      ),
    );
    await db.query('update subscriber set instructions = $1, terms = $1', [everyPayload]);
    return planted.length + 2 + (await plantQuestions(db, deal));
  } finally {
    await close();
  }
}

/** The wording of the questions, as a subscriber sets it. */
async function plantQuestions(db: Awaited<ReturnType<typeof openDatabase>>['db'], deal: Deal): Promise<number> {
  const { rows } = await db.query<{ settings: { texts: Record<string, { title?: string }> } }>(
    'select settings from subscriber',
  );
  const settings = rows[0]?.settings ?? { texts: {} };
  for (const text of Object.values(settings.texts)) if (text.title) text.title = deal();
  await db.query('update subscriber set settings = $1', [JSON.stringify(settings)]);
  return Object.keys(settings.texts).length;
}
