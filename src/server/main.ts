import { findRoot, readConfig } from './config';
import { requireFree } from './db/lockFolder';

/** Starts the one process that serves app and API. */
async function main(): Promise<void> {
  const config = readConfig(process.env, findRoot());
  if (!config.databaseUrl) await requireFree(config.dataDir);
  // Only now: loading everything takes longer than telling that it is of no use.
  const [{ serve }, { runCommand }] = await Promise.all([import('./serve'), import('../tools/portal/runCommand')]);
  await serve(config, runCommand);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
