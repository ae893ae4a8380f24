import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { TrustEngine } from '../support/engines';

/** Makes a dead process's jobs due now, instead of after their lease. */
export async function hurryJobs({ url }: TrustEngine): Promise<void> {
  if (!url) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('update delivery set leased_until = null');
  await client
    .query("update job set run_at = now() where attempts > 0 or kind = 'tell-office'")
    .finally(() => client.end());
}

/** Waits until no job of this kind is left. Throws after a minute. */
export async function jobsDone({ url }: TrustEngine, kind: string): Promise<void> {
  if (!url) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let tries = 0; tries < 600; tries += 1) {
      const { rows } = await client.query('select 1 from job where kind = $1 limit 1', [kind]);
      if (rows.length === 0) return;
      await wait(100);
    }
  } finally {
    await client.end();
  }
  throw new Error(`jobs of kind ${kind} are still waiting`);
}
