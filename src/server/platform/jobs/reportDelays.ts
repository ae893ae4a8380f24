import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { markDelayed } from './jobRepository';

/**
 * Logs each job once if it isn't done 15 minutes after its first attempt. `names` maps kinds of jobs to names of
 * delays.
 */
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
