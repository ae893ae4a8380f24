import path from 'node:path';
import { drawPlain } from '../../model/formats';
import type { AccountRow } from '../../server/auth/accountStore';
import { issueToken } from '../../server/auth/tokenStore';
import { type Config, findRoot, nameDatabase } from '../../server/config';
import { createKeyring, dataKeys } from '../../server/crypto/keyStore';
import { addKey } from '../../server/crypto/seal';
import { migrate, type OpenDatabase, openDatabase } from '../../server/db/database';
import type { Outcome } from '../../server/db/operatorSocket';
import { createStores } from '../../server/db/stores';
import { createFiles } from '../../server/documents/files';
import { loginAddress } from '../../server/mail/accountMail';
import { eraseApplicant } from '../../server/retention/erasureStore';
import { applicationCommands } from './applicationCommands';
import { type Command, CommandError, type Given, type Portal, printRows, readGiven, readMinutes } from './command';
import { linkCommands } from './linkCommands';
import { apiKeyCommands, officeCommands } from './officeCommands';
import { placeCommands } from './placeCommands';
import { recordCommands } from './recordCommands';
import { configCommands, schemaCommands } from './schemaCommands';
import { studioCommands } from './studioCommands';
import { subscriberCommands } from './subscriberCommands';
import { webhookCommands } from './webhookCommands';

/** The keys that personal data is sealed under (README, Keys). All of it goes on while applicants save. */
export const keyCommands: Record<string, Command> = {
  'key list': {
    about: 'the keys of DATA_KEY and how many applicants each one guards',
    places: [],
    run: list,
  },
  'key rotate': {
    about: 'makes a new key in DATA_DIR and puts every applicant under it; where DATA_KEY is set, see key rewrap',
    places: [],
    run: rotate,
  },
  'key rewrap': {
    about: 'puts every applicant under the first key of DATA_KEY, which is a list: new,old',
    places: [],
    run: rewrap,
  },
};

async function list(portal: Portal): Promise<void> {
  const uses = await portal.keyring.uses();
  const rows = uses.map(({ id, isFirst, isKnown, ...counts }) => ({
    key: id,
    state: isFirst ? 'in use' : isKnown ? 'opens only' : 'MISSING',
    ...counts,
  }));
  printRows(portal, rows, 'There is no key.');
}

async function rotate(portal: Portal): Promise<void> {
  const { dataKey, dataDir } = portal.config;
  if (dataKey)
    throw new CommandError(
      'DATA_KEY is set: put the new key before the old one (new,old), restart, then: npm run portal -- key rewrap',
    );
  addKey('data.key', dataDir);
  await rewrap(portal);
}

async function rewrap(portal: Portal): Promise<void> {
  portal.print(`${await portal.keyring.rewrap()} applicants are under the new key now.`);
  await list(portal);
}

/** Ways into an account that exists. */
export const loginCommands: Record<string, Command> = {
  'login-link': {
    about: 'an address that logs one applicant in, once; hand it to them alone',
    places: ['applicant'],
    options: { minutes: { about: 'for how long it is good, up to 10; 10 unless said' } },
    run: printLoginLink,
  },
};

async function printLoginLink(portal: Portal, { applicant = '', minutes = '10' }: Given): Promise<void> {
  const good = readMinutes(minutes);
  const account = await requireAccount(portal, applicant);
  const expiresAt = new Date(Date.now() + good * 60_000);
  const token = await issueToken(portal.db, { purpose: 'login', accountId: account.id, expiresAt });
  portal.print(loginAddress(portal.config.appUrl, account, token));
  portal.print(`Good once, for ${good} minutes. Hand it to ${account.first_name} (${account.email}) alone.`);
}

/** The account of a transaction, a username or an e-mail; an e-mail that several accounts share says which there are. */
async function requireAccount({ stores }: Portal, name: string): Promise<AccountRow> {
  const exact = (await stores.accounts.findByTrn(name)) ?? (await stores.accounts.findByLogin(name));
  const sharing = await stores.accounts.findByEmail(name);
  if (sharing.length > 1) {
    const names = sharing.map(({ login, trn }) => `${login} (${trn})`).join(', ');
    throw new CommandError(`${name} has ${sharing.length} accounts; name one by its transaction: ${names}`);
  }
  const found = exact ?? sharing[0];
  if (found) return found;
  if (await stores.applications.find(name))
    throw new CommandError(`Nobody has registered for '${name}' yet; the way in is its invitation`);
  throw new CommandError(`There is no applicant '${name}'; name one by e-mail, username or transaction id`);
}

/** The end of an applicant's data. */
export const eraseCommands: Record<string, Command> = {
  erase: {
    about:
      'an applicant for good, by transaction id or application number: answers, files, key, account; saves wait meanwhile',
    places: ['application'],
    run: erase,
  },
};

async function erase({ db, config, print }: Portal, { application = '' }: Given): Promise<void> {
  const needs = { db, config, files: createFiles(config) };
  if (!(await eraseApplicant(needs, application))) throw new CommandError(`There is no application '${application}'`);
  print(`Application '${application}' is erased. Backups made before still hold it.`);
}

const commands: Record<string, Command> = {
  ...subscriberCommands,
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
  ...keyCommands,
  ...eraseCommands,
};

/** The help text: of all commands, or of those that begin with the given words. */
export function helpFor(args: readonly string[]): string {
  const words = args.filter((word) => !/^(help|--help|-h)$/.test(word)).join(' ');
  const wanted = Object.entries(commands).filter(([name]) => name === words || name.startsWith(`${words} `));
  const shown = wanted.length > 0 ? wanted : Object.entries(commands);
  const detailed = wanted.length > 0;
  return [
    'npm run portal -- <command>',
    '',
    ...shown.flatMap(([name, command]) => useOf(name, command, detailed)),
  ].join('\n');
}

function useOf(name: string, { places, about, options = {} }: Command, isDetailed: boolean): string[] {
  const needed = Object.entries(options).filter(([, option]) => option.needed);
  const use = [name, ...places.map((place) => `<${place}>`), ...needed.map(([option]) => `--${option} …`)].join(' ');
  const details = Object.entries(options).map(
    ([option, { about: text, needed: must }]) => `      --${option.padEnd(14)} ${text}${must ? ' (needed)' : ''}`,
  );
  return [`  ${use}`, `      ${about}`, ...(isDetailed ? details : [])];
}

/** Runs one command on an open database. Throws only for a mistake of ours. */
export async function runCommand(
  given: Pick<Portal, 'db' | 'config' | 'cwd'>,
  args: readonly string[],
): Promise<Outcome> {
  const lines: string[] = [];
  try {
    const name = [2, 1].map((count) => args.slice(0, count).join(' ')).find((words) => words in commands);
    const command = name && commands[name];
    if (!command)
      throw new CommandError(`There is no command '${args.slice(0, 2).join(' ')}'; see: npm run portal -- help`, 2);
    const words = readGiven(name, command, args.slice(name.split(' ').length));
    const stores = createStores(given.db);
    const keyring = createKeyring(given.db, dataKeys(given.config));
    const print = (line: string) => lines.push(drawPlain(line));
    await command.run({ ...given, stores, keyring, print }, words);
    return { lines, code: 0 };
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    return { lines, error: drawPlain(cause.message), code: cause.code };
  }
}

export const HOW = 'name another by DATA_DIR or DATABASE_URL, or start the portal once.';

/** Runs one command on the database that the configuration names, which is opened for it. */
export async function runOnDatabase(
  { config, cwd, onlyLooks }: Pick<Portal, 'config' | 'cwd'> & { onlyLooks: boolean },
  args: readonly string[],
): Promise<Outcome> {
  const database = await openDatabase(config.databaseUrl, config.dataDir);
  try {
    if (!onlyLooks) await migrate(database.db, path.join(findRoot(), 'src/server/db/migrations'));
    else await demandTables(database, config);
    return await runCommand({ db: database.db, config, cwd }, args);
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    return { lines: [], error: cause.message, code: cause.code };
  } finally {
    await database.close();
  }
}

async function demandTables({ db }: OpenDatabase, config: Config): Promise<void> {
  const { rows } = await db.query<{ found: string | null }>("select to_regclass('schema_version') as found");
  if (!rows[0]?.found) throw new CommandError(`${nameDatabase(config)} holds no portal: ${HOW}`, 2);
}
