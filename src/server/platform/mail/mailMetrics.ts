import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { countStopped } from './mailProblemRepository';

export function addMailMetrics(registry: Registry, db: pg.Pool): () => Promise<void> {
  const stopped = new Gauge({
    name: 'mail_stopped_addresses',
    help: 'Addresses that no longer get emails, because an email to them bounced or was marked as spam',
    registers: [registry],
  });
  return async () => {
    const count = await countStopped(db).catch(() => undefined);
    if (count === undefined) stopped.reset();
    else stopped.set(count);
  };
}
