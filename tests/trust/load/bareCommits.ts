import pg from 'pg';
import type { Meter } from './meter';

const EVERY_MS = 20;

/**
 * Commits a row at fixed times during `work`, even while an earlier commit runs, so `commit` measures only the disk. A
 * shared disk can stall for a tenth of a second, and no save can be faster.
 */
export async function measureCommitsDuring(url: string, commit: Meter, work: () => Promise<unknown>): Promise<void> {
  const db = new pg.Pool({ connectionString: url, max: 10 });
  await db.query('create table bare_commit (n bigint)');
  const all: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    all.push(commit.time(() => db.query('insert into bare_commit values (1)')));
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await Promise.all(all);
    await db.query('drop table bare_commit');
    await db.end();
  }
}
