import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { markDelayed } from './jobRepository';

/** Each job is logged once, after failing for 15 minutes. `names` has the delays by kind. */
export async function reportDelays(
  db: pg.Pool,
  names: Record<string, string>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  for (const { id, kind, trn, attempts, error } of await markDelayed(db, names))
    log.error(
      { job: id, kind, application: trn, attempts, cause: error },
      `Job ${id} (${kind}) still isn't done after 15 minutes. See: npm run portal -- jobs list`,
    );
}
