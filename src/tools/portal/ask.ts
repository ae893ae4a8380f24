import { existsSync } from 'node:fs';
import path from 'node:path';
import { findRoot, readConfig } from '../../server/platform/config';
import { type CommandResult, runOnServer } from '../../server/platform/db/operatorSocket';

interface AskOptions {
  /** True if the command only reads. Then no database is created, and no migrations run. */
  onlyLooks?: boolean;
}

/** Runs a command in the server if a server has the embedded database open. Otherwise, runs it in this process. */
export async function ask(args: string[], { onlyLooks = false }: AskOptions = {}): Promise<CommandResult> {
  // `doctor` must work without a database and with invalid settings.
  if (args[0] === 'doctor') return (await import('./doctor')).doctor(process.env);
  const config = readConfig(process.env, findRoot());
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const answered = config.databaseUrl ? undefined : await runOnServer(config.dataDir, { args, cwd });
  if (answered) return answered;
  // Imported here, because loading this module takes longer than most commands.
  const { USAGE, runOnDatabase } = await import('./runCommand');
  if (onlyLooks && !config.databaseUrl && !existsSync(path.join(config.dataDir, 'pg')))
    return { lines: [], error: `There's no database in ${config.dataDir}. ${USAGE}`, code: 2 };
  return runOnDatabase({ config, cwd, onlyLooks }, args);
}
