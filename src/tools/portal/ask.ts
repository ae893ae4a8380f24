import { existsSync } from 'node:fs';
import path from 'node:path';
import { findRoot, readConfig } from '../../server/config';
import { askServer, type Outcome } from '../../server/db/operatorSocket';

interface AskOptions {
  /** A command that only looks never makes a database, and changes nothing of one that an older program left. */
  onlyLooks?: boolean;
}

/** Has a command done on this machine's database: by the running server that holds the embedded one, else by this process. */
export async function ask(args: string[], { onlyLooks = false }: AskOptions = {}): Promise<Outcome> {
  const config = readConfig(process.env, findRoot());
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const answered = config.databaseUrl ? undefined : await askServer(config.dataDir, { args, cwd });
  if (answered) return answered;
  // The commands and the database are loaded only by the process that needs them: that takes longer than most commands.
  const { HOW, runOnDatabase } = await import('./runCommand');
  if (onlyLooks && !config.databaseUrl && !existsSync(path.join(config.dataDir, 'pg')))
    return { lines: [], error: `There is no database in ${config.dataDir}: ${HOW}`, code: 2 };
  return runOnDatabase({ config, cwd, onlyLooks }, args);
}
