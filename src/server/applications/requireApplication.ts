import type { ApplicationDeps } from './applicationDeps';
import { refuse } from './applicationErrors';
import type { ApplicationRow } from './applicationRepository';

/** Throws `notFound`. */
export async function requireApplication(
  { stores }: Pick<ApplicationDeps, 'stores'>,
  trn: string,
): Promise<ApplicationRow> {
  const found = await stores.applications.find(trn);
  if (!found) throw refuse('notFound');
  return found;
}
