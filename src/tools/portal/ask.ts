import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Config, findRoot, nameDatabase, readConfig } from '../../server/config';
import { migrate, type OpenDatabase, openDatabase } from '../../server/db/database';
import { askServer, type Outcome } from '../../server/db/operatorSocket';
import { CommandError } from './command';
import { runCommand } from './runCommand';

interface AskOptions {
  /** A command that only looks never makes a database, and changes nothing of one that an older program left. */
  onlyLooks?: boolean;
}

/** Has a command done on this machine's database: by the running server that holds the embedded one, else by this process. */
export async function ask(args: string[], { onlyLooks = false }: AskOptions = {}): Promise<Outcome> {
  const root = findRoot();
  const config = readConfig(process.env, root);
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const answered = config.databaseUrl ? undefined : await askServer(config.dataDir, { args, cwd });
  if (answered) return answered;
  if (onlyLooks && !config.databaseUrl && !existsSync(path.join(config.dataDir, 'pg')))
    return { lines: [], error: `There is no database in ${config.dataDir}: ${HOW}`, code: 2 };
  const database = await openDatabase(config.databaseUrl, config.dataDir);
  try {
    if (!onlyLooks) await migrate(database.db, path.join(root, 'src/server/db/migrations'));
    else await demandTables(database, config);
    return await runCommand({ db: database.db, config, cwd }, args);
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    return { lines: [], error: cause.message, code: cause.code };
  } finally {
    await database.close();
  }
}

const HOW = 'name another by DATA_DIR or DATABASE_URL, or start the portal once.';

async function demandTables({ db }: OpenDatabase, config: Config): Promise<void> {
  const { rows } = await db.query<{ found: string | null }>("select to_regclass('schema_version') as found");
  if (!rows[0]?.found) throw new CommandError(`${nameDatabase(config)} holds no portal: ${HOW}`, 2);
}
