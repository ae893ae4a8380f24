import pg from 'pg';
import { openEmbedded } from './embeddedDatabase';
import { listenPostgres } from './listenPostgres';
import type { NewsDesk } from './news';

export type Database = pg.Pool;

export interface OpenDatabase {
  db: Database;
  /** Said in the start-up log. */
  name: 'PostgreSQL' | 'PGlite';
  /** Has what changes told to `news`, until the function given back is called. */
  listen(news: NewsDesk): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** The database of this process: PostgreSQL at `url`, else the embedded one in `dataDir`. */
export function openDatabase(url: string | undefined, dataDir: string): Promise<OpenDatabase> {
  return url ? openPostgres(url) : openEmbedded(dataDir);
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const db = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // Without a listener a broken idle connection would end the process.
  db.on('error', () => {});
  return { db, name: 'PostgreSQL', listen: (news) => listenPostgres(url, news), close: () => db.end() };
}
