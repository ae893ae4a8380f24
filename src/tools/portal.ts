import path from 'node:path';
import { findRoot, readConfig } from '../server/config';
import { openDatabase } from '../server/db/database';
import { migrate } from '../server/db/migrate';
import { askServer, type Outcome } from '../server/operatorSocket';

import { asksForHelp, helpFor, runCommand } from './portal/runCommand';

/** `npm run portal -- <command>`: what the operator of this installation does by hand. */
async function main(args: string[]): Promise<void> {
  if (asksForHelp(args)) return console.log(helpFor(args));
  const { lines, error, code } = await run(args);
  for (const line of lines) console.log(line);
  if (error) console.error(error);
  process.exitCode = code;
}

/** On the embedded database a running server holds the folder, so it does the work; else this process does. */
async function run(args: string[]): Promise<Outcome> {
  const root = findRoot();
  const config = readConfig(process.env, root);
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const answered = config.databaseUrl ? undefined : await askServer(config.dataDir, { args, cwd });
  if (answered) return answered;
  const database = await openDatabase(config.databaseUrl, config.dataDir);
  try {
    await migrate(database.db, path.join(root, 'src/server/db/migrations'));
    return await runCommand({ db: database.db, config, cwd }, args);
  } finally {
    await database.close();
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
