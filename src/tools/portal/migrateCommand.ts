import { messages } from '../../messages/serverMessages';
import { fillText } from '../../model/messages/fillText';
import { migrate, pendingMigrations } from '../../server/platform/db/migrate';
import type { Command, ParsedArguments, Portal } from './command';

export const migrateCommands: Record<string, Command> = {
  migrate: {
    about: 'Updates the database tables to this version. Servers with the previous version can keep running.',
    places: [],
    options: { 'dry-run': { about: 'lists the pending migrations and changes nothing', isFlag: true } },
    needsNoTables: true,
    run,
  },
};

async function run(portal: Portal, given: ParsedArguments): Promise<void> {
  const isDryRun = Boolean(given['dry-run']);
  const names = await (isDryRun ? pendingMigrations(portal.db) : migrate(portal.db));
  const texts = messages('operator').migrations;
  for (const name of names) portal.print(name);
  portal.print(fillText(isDryRun ? texts.pending : texts.done, { count: names.length }));
}
