import type { Overlay } from '../../model/types';
import { createFormStore } from '../../server/forms/formStore';
import { withDatabase } from './withDatabase';

/** What the subscribers in the database have set, by 'subscriber <id>'. */
export function storedOverlays(): Promise<Record<string, Overlay>> {
  return withDatabase(async ({ db }) => {
    const { rows } = await db.query<{ id: string }>('select id from subscriber order by id');
    const store = createFormStore(db);
    const entries = rows.map(async ({ id }) => [`subscriber ${id}`, await store.overlayOf(id)] as const);
    return Object.fromEntries(await Promise.all(entries));
  });
}
