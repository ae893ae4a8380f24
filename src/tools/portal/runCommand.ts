import { drawPlain } from '../../model/validation/formats';
import type { AccountRow } from '../../server/applications/accounts/accountRepository';
import { createStores } from '../../server/deps';
import { loginUrl } from '../../server/features/account/accountMail';
import { eraseApplicant } from '../../server/features/erasure/erasureRepository';
import { type Config, describeDatabase } from '../../server/platform/config';
import { createKeyring, dataKeys } from '../../server/platform/crypto/keyRepository';
import { addKey } from '../../server/platform/crypto/seal';
import { type OpenDatabase, openDatabase } from '../../server/platform/db/database';
import { migrateIfAllowed } from '../../server/platform/db/migrate';
import { MigrationsRefused } from '../../server/platform/db/migrationHistory';
import type { CommandResult } from '../../server/platform/db/operatorSocket';
import { hasTable } from '../../server/platform/db/transaction';
import { describeOwnership } from '../../server/platform/files/sweepFiles';
import { issueToken } from '../../server/platform/sessions/tokenRepository';
import { applicationCommands } from './applicationCommands';
import { backupCommands } from './backupCommands';
import {
  type Command,
  CommandError,
  type ParsedArguments,
  type Portal,
  parseArguments,
  printRows,
  readMinutes,
} from './command';
import { doctorCommands } from './doctor';
import { fileCommands, openFiles } from './fileCommands';
import { householdCommands } from './householdCommands';
import { jobCommands } from './jobCommands';
import { ledgerCommands } from './ledgerCommands';
import { linkCommands } from './linkCommands';
import { mailCommands } from './mailCommands';
import { migrateCommands } from './migrateCommand';
import { apiKeyCommands, officeCommands } from './officeCommands';
import { placeCommands } from './placeCommands';
import { recordCommands } from './recordCommands';
import { retentionCommands } from './retentionCommands';
import { configCommands, schemaCommands } from './schemaCommands';
import { studioCommands } from './studioCommands';
import { subscriberCommands } from './subscriberCommands';
import { webhookCommands } from './webhookCommands';

export const keyCommands: Record<string, Command> = {
  'key list': {
    about: 'Lists the keys that encrypt personal data, and how many applicants and subscribers use each.',
    places: [],
    run: list,
  },
  'key rotate': {
    about:
      'Makes a new key in DATA_DIR and moves every applicant and subscriber to it. If DATA_KEY is set, use key rewrap.',
    places: [],
    run: rotate,
  },
  'key rewrap': {
    about: 'Moves every applicant and subscriber to the first key in DATA_KEY (a list: new,old).',
    places: [],
    run: rewrap,
  },
};

async function list(portal: Portal): Promise<void> {
  const uses = await portal.keyring.countUses();
  const rows = uses.map(({ id, isFirst, isKnown, ...counts }) => ({
    key: id,
    state: isFirst ? 'in use' : isKnown ? 'old' : 'MISSING',
    ...counts,
  }));
  printRows(portal, rows, 'No keys yet.');
}

async function rotate(portal: Portal): Promise<void> {
  const { dataKey, dataDir } = portal.config;
  if (dataKey)
    throw new CommandError(
      "DATA_KEY is set, and this command can't change it. Set DATA_KEY to 'new,old' and restart the portal. Then run: npm run portal -- key rewrap",
    );
  addKey('data.key', dataDir);
  await rewrap(portal);
}

async function rewrap(portal: Portal): Promise<void> {
  const { applicants, subscribers } = await portal.keyring.rewrap();
  portal.print(`Applicants moved to the new key: ${applicants}. Subscribers moved: ${subscribers}.`);
  await list(portal);
}

export const loginCommands: Record<string, Command> = {
  'login-link': {
    about: 'Prints a link that logs in one applicant, once. Give it only to them.',
    places: ['applicant'],
    options: { minutes: { about: 'how many minutes it works, from 1 to 10 (default 10)' } },
    run: printLoginLink,
  },
};

async function printLoginLink(portal: Portal, { applicant = '', minutes = '10' }: ParsedArguments): Promise<void> {
  const good = readMinutes(minutes);
  const account = await requireAccount(portal, applicant);
  const expiresAt = new Date(Date.now() + good * 60_000);
  const token = await issueToken(portal.db, { purpose: 'login', accountId: account.id, expiresAt });
  portal.print(loginUrl(portal.config.appUrl, account, token));
  portal.print(
    `The link works once and expires after ${good} ${good === 1 ? 'minute' : 'minutes'}. Give it only to ${account.first_name} (${account.email}).`,
  );
}

/** Finds an account by trn, username or email. Throws if there's none, or if several share the email. */
async function requireAccount({ stores }: Portal, name: string): Promise<AccountRow> {
  const exact = (await stores.accounts.findByTrn(name)) ?? (await stores.accounts.findByLogin(name));
  const sharing = await stores.accounts.findByEmail(name);
  if (sharing.length > 1) {
    const names = sharing.map(({ login, trn }) => `${login} (${trn})`).join(', ');
    throw new CommandError(`${name} has ${sharing.length} accounts. Use the transaction ID of one: ${names}`);
  }
  const found = exact ?? sharing[0];
  if (found) return found;
  if (await stores.applications.find(name))
    throw new CommandError(
      `No one has registered for '${name}' yet. Invite the applicant again. To see how, run: npm run portal -- help invite`,
    );
  throw new CommandError(`There's no applicant '${name}'. Use an email, username or transaction ID.`);
}

export const eraseCommands: Record<string, Command> = {
  erase: {
    about:
      "Permanently deletes an applicant's answers, files, key and account. Takes a transaction ID or application number. While it runs, applicants' saves are delayed.",
    places: ['application'],
    run: erase,
  },
};

async function erase(portal: Portal, { application = '' }: ParsedArguments): Promise<void> {
  const { db, config, print } = portal;
  const { files, fileOwner } = openFiles(portal);
  // A failed check doesn't stop the erasure.
  const warning = await fileOwner.claim(true).then(describeOwnership, () => undefined);
  if (!(await eraseApplicant({ db, config, files }, application)))
    throw new CommandError(`There's no application '${application}'. Use a transaction ID or an application number.`);
  if (warning)
    print(`${warning} The applicant's files stay in the store, but nobody can open them: their key is deleted.`);
  print(`Erased application '${application}'. Older backups still contain it: delete them or let them expire.`);
}

const commands: Record<string, Command> = {
  ...subscriberCommands,
  ...householdCommands,
  ...placeCommands,
  ...linkCommands,
  ...loginCommands,
  ...configCommands,
  ...recordCommands,
  ...schemaCommands,
  ...webhookCommands,
  ...apiKeyCommands,
  ...officeCommands,
  ...studioCommands,
  ...applicationCommands,
  ...ledgerCommands,
  ...retentionCommands,
  ...fileCommands,
  ...keyCommands,
  ...eraseCommands,
  ...jobCommands,
  ...mailCommands,
  ...migrateCommands,
  ...backupCommands,
  ...doctorCommands,
};

function findName(args: readonly string[]): string | undefined {
  return [2, 1].map((count) => args.slice(0, count).join(' ')).find((text) => text in commands);
}

/** Returns help for commands that start with these words, or for all commands. */
export function helpFor(args: readonly string[]): string {
  const text = args.filter((word) => !/^(help|--help|-h)$/.test(word)).join(' ');
  const wanted = Object.entries(commands).filter(([name]) => name === text || name.startsWith(`${text} `));
  const shown = wanted.length > 0 ? wanted : Object.entries(commands);
  const detailed = wanted.length > 0;
  return [
    'Usage: npm run portal -- <command>',
    detailed ? 'All commands: npm run portal -- help' : 'Options of a command: npm run portal -- help <command>',
    '',
    ...shown.flatMap(([name, command]) => usageOf(name, command, detailed)),
  ].join('\n');
}

function usageOf(name: string, { places, about, options = {} }: Command, isDetailed: boolean): string[] {
  const needed = Object.entries(options).filter(([, option]) => option.needed);
  const use = [name, ...places.map((place) => `<${place}>`), ...needed.map(([option]) => `--${option} …`)].join(' ');
  const details = Object.entries(options).map(
    ([option, { about: text, needed: must }]) => `      --${option.padEnd(14)} ${text}${must ? ' (required)' : ''}`,
  );
  return [`  ${use}`, `      ${about}`, ...(isDetailed ? details : [])];
}

/** Runs a command on an open database. Returns CommandErrors and throws other errors. */
export async function runCommand(
  given: Pick<Portal, 'db' | 'config' | 'cwd' | 'progress'>,
  args: readonly string[],
): Promise<CommandResult> {
  const lines: string[] = [];
  try {
    const name = findName(args);
    const command = name && commands[name];
    if (!command)
      throw new CommandError(
        `There's no command '${args.slice(0, 2).join(' ')}'. To see the list, run: npm run portal -- help`,
        2,
      );
    const text = parseArguments(name, command, args.slice(name.split(' ').length));
    const stores = createStores(given.db);
    const keyring = createKeyring(given.db, dataKeys(given.config));
    const print = (line: string) => lines.push(drawPlain(line));
    await command.run({ ...given, stores, keyring, print }, text);
    return { lines, code: 0 };
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    return { lines, error: [cause.message, ...cause.details].map(drawPlain).join('\n  '), code: cause.code };
  }
}

export const USAGE = 'Start the portal once, or set DATA_DIR or DATABASE_URL to an existing database.';

export async function runOnDatabase(
  { config, cwd, onlyLooks }: Pick<Portal, 'config' | 'cwd'> & { onlyLooks: boolean },
  args: readonly string[],
): Promise<CommandResult> {
  const database = await openDatabase(config.databaseUrl, config.dataDir, config);
  try {
    if (onlyLooks) await requireTables(database, config);
    else if (!commands[findName(args) ?? '']?.needsNoTables) await migrateIfAllowed(database.db, config);
    return await runCommand({ db: database.db, config, cwd, progress: console.error }, args);
  } catch (cause) {
    if (cause instanceof MigrationsRefused) return { lines: [], error: cause.message, code: 1 };
    if (!(cause instanceof CommandError)) throw cause;
    return { lines: [], error: cause.message, code: cause.code };
  } finally {
    await database.close();
  }
}

async function requireTables({ db }: OpenDatabase, config: Config): Promise<void> {
  if (!(await hasTable(db, 'schema_version')))
    throw new CommandError(`${describeDatabase(config)} isn't set up yet. ${USAGE}`, 2);
}
