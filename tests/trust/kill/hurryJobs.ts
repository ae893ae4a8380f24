import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { TrustEngine } from '../support/engines';

/** Makes a dead process's jobs due now, instead of after their lease. */
export async function hurryJobs({ url }: TrustEngine): Promise<void> {
  if (!url) return;
  await execute(
    url,
    'update delivery set leased_until = null',
    "update job set run_at = now() where attempts > 0 or kind = 'tell-office'",
  );
}

/** Makes unreferenced files 31 days older, and ends the lock of a process that died while it deleted such files. */
export async function ageFiles({ url }: TrustEngine): Promise<void> {
  await execute(
    String(url),
    "update stored_file set unreferenced_since = unreferenced_since - interval '31 days'",
    'update installation set sweeping_until = null',
  );
}

/** Waits until no job of this kind is left. Throws after a minute. Returns right away for the embedded database. */
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

async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
