import { copyTemplate } from '../../support/folders/databaseTemplate';
import { ownDatabase } from './postgres';

/** One of the two databases, as a server's environment. */
export interface TrustEngine {
  name: 'embedded' | 'PostgreSQL';
  environment: Record<string, string>;
  /** The database's URL. Undefined for the embedded one, which other processes can't open. */
  url?: string;
}

/** Runs `work` on the embedded database in `folder`. */
export async function onEmbedded<T>(folder: string, work: (engine: TrustEngine) => Promise<T>): Promise<T> {
  await copyTemplate(folder);
  return work({ name: 'embedded', environment: { DATA_DIR: folder } });
}

/** Runs `work` on its own PostgreSQL database, with files in `folder`. Undefined without PostgreSQL. */
export async function onPostgres<T>(
  folder: string,
  work: (engine: TrustEngine & { url: string }) => Promise<T>,
): Promise<T | undefined> {
  const database = await ownDatabase();
  if (!database) return undefined;
  const { url } = database;
  try {
    return await work({ name: 'PostgreSQL', environment: { DATA_DIR: folder, DATABASE_URL: url }, url });
  } finally {
    await database.drop();
  }
}
