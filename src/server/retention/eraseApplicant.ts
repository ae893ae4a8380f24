import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { clearOutbox } from '../mail/mail';
import { type Erased, eraseRows, findTrn, scrubLog, scrubTables } from './erasureStore';

type Needs = Pick<Deps, 'db' | 'files' | 'config'>;

/** Erases an applicant for good, named by transaction id or application number: rows, data key, files, mail in the outbox. False when there is none. */
export async function eraseApplicant(needs: Needs, trnOrNumber: string): Promise<boolean> {
  const trn = await findTrn(needs.db, trnOrNumber);
  const erased = trn && (await transaction(needs.db, (client) => eraseRows(client, trn)));
  if (!erased) return false;
  await eraseOutside(needs, erased);
  await scrub(needs, true);
  return true;
}

/** What lies outside the database. Cut off here, the files are left without a key and without a name, and are swept at the next start. */
export async function eraseOutside({ files, config }: Needs, erased: Erased): Promise<void> {
  for (const name of erased.files) await files.remove(name);
  if (erased.isOnly) await clearOutbox(config.dataDir, erased.email);
}

/** Takes deleted rows out of the database's files; `whole` makes saves wait a moment. */
export async function scrub({ db, config }: Needs, whole: boolean): Promise<void> {
  await scrubTables(db, whole);
  if (!config.databaseUrl) await scrubLog(db);
}
