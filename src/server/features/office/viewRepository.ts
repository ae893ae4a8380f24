import type { SavedView } from '../../../contract/officeDesk';
import type { Db } from '../../platform/db/transaction';

export async function listViews(db: Db, personId: string): Promise<SavedView[]> {
  const { rows } = await db.query<SavedView>(
    'select id::int, name, query from office_view where person_id = $1 order by lower(name)',
    [personId],
  );
  return rows;
}

export async function saveView(
  db: Db,
  personId: string,
  { name, query, now }: Pick<SavedView, 'name' | 'query'> & { now: Date },
): Promise<void> {
  await db.query(
    `insert into office_view (person_id, name, query, created_at) values ($1, $2, $3::jsonb, $4)
     on conflict (person_id, lower(name)) do update set name = excluded.name, query = excluded.query`,
    [personId, name, JSON.stringify(query), now],
  );
}

export async function removeView(db: Db, personId: string, id: number): Promise<boolean> {
  const { rowCount } = await db.query('delete from office_view where person_id = $1 and id = $2', [personId, id]);
  return rowCount === 1;
}
