import { findRoot, readConfig } from './platform/config';
import { requireUnlocked } from './platform/db/lockFolder';

async function main(): Promise<void> {
  const config = readConfig(process.env, findRoot());
  if (!config.databaseUrl) await requireUnlocked(config.dataDir);
  // Imported late, so that errors in the settings are reported right away.
  const [{ serve }, { runCommand }] = await Promise.all([import('./serve'), import('../tools/portal/runCommand')]);
  await serve(config, runCommand);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
