import webhooks from '../../../schemas/office/webhooks.json';
import type { Deps } from '../deps';
import { officeStaff } from '../office/peopleStore';
import { studioStaff } from '../studio/studioPeople';

/** Deletes rows that nothing can need any more: counted tries, kept answers, tokens and sessions a day past their end, and what landlords were told long ago. */
export async function sweepRows({
  db,
  stores,
  clock,
  limits,
}: Pick<Deps, 'db' | 'stores' | 'clock' | 'limits'>): Promise<void> {
  const yesterday = new Date(clock().getTime() - 86_400_000);
  await limits.sweep();
  await stores.idempotency.sweep();
  await db.query('delete from single_use_token where expires_at < $1', [yesterday]);
  await db.query('delete from office_event where at < $1', [
    new Date(clock().getTime() - webhooks.keepDays * 86_400_000),
  ]);
  await db.query('delete from session where ends_at < $1 or ended_at < $1', [yesterday]);
  await officeStaff.sweep(db, yesterday);
  await studioStaff.sweep(db, yesterday);
}
