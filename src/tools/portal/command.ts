import { parseArgs } from 'node:util';
import type pg from 'pg';
import own from '../../../schemas/language.json';
import { getErrorCode, messageIn } from '../../model/answers/paths';
import type { ApplicationType } from '../../model/types';
import { entryPath } from '../../server/applications/entryLinks';
import type { Stores } from '../../server/deps';
import { readLanguages } from '../../server/forms/languages';
import { readSchemaFiles } from '../../server/forms/readSchemas';
import type { Config } from '../../server/platform/config';
import type { Keyring } from '../../server/platform/crypto/keyRepository';
import { transaction } from '../../server/platform/db/transaction';
import {
  findInProperty,
  findOwned,
  findSubscriber,
  insertRow,
  type LinkTarget,
  type OwnedTable,
} from './operatorRepository';

/** What a command can use. Paths in its arguments are relative to `cwd`. */
export interface Portal {
  db: pg.Pool;
  stores: Stores;
  keyring: Keyring;
  config: Config;
  cwd: string;
  print(line: string): void;
  progress?(line: string): void;
}

export type ParsedArguments = Record<string, string | undefined>;

interface Option {
  about: string;
  needed?: boolean;
  isFlag?: boolean;
}

/** `places` names the positional arguments in order. */
export interface Command {
  about: string;
  places: readonly string[];
  options?: Record<string, Option>;
  /** True if the command can run while migrations are pending. */
  needsNoTables?: boolean;
  run(portal: Portal, given: ParsedArguments): Promise<void>;
}

/** An error that's shown without a stack trace. Exit code 2 means wrong usage. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly code: 1 | 2 = 1,
    readonly details: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Returns arguments and options by name. Throws a CommandError if any is missing, unknown or extra. */
export function parseArguments(
  name: string,
  { places, options = {} }: Command,
  args: readonly string[],
): ParsedArguments {
  const { values, positionals } = parse(args, options);
  const missing = places.filter((_, index) => !positionals[index]);
  const missingOptions = Object.keys(options).filter((option) => options[option]?.needed && !values[option]);
  if (missing.length > 0)
    throw new CommandError(
      `'${name}' is missing ${missing.map((place) => `<${place}>`).join(' ')}. ${helpHint(name)}`,
      2,
    );
  if (missingOptions.length > 0)
    throw new CommandError(
      `'${name}' is missing ${missingOptions.map((option) => `--${option}`).join(', ')}. ${helpHint(name)}`,
      2,
    );
  const tooMany = positionals[places.length];
  if (tooMany !== undefined)
    throw new CommandError(`'${name}' doesn't take '${tooMany}'. Put values with spaces in quotes.`, 2);
  return { ...values, ...Object.fromEntries(places.map((place, index) => [place, positionals[index]])) };
}

const helpHint = (name: string) => `See: npm run portal -- help ${name}`;

function parse(
  args: readonly string[],
  options: Record<string, Option>,
): { values: ParsedArguments; positionals: string[] } {
  try {
    const known = Object.fromEntries(
      Object.entries(options).map(([name, { isFlag }]) => [
        name,
        { type: isFlag ? ('boolean' as const) : ('string' as const) },
      ]),
    );
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true });
    const texts = Object.entries(values).map(([name, value]) => [name, value === true ? 'yes' : String(value)]);
    return { values: Object.fromEntries(texts), positionals };
  } catch (cause) {
    throw new CommandError(messageIn(cause), 2);
  }
}

type Row = Record<string, unknown>;

/** Finds the named subscriber. If there's none, throws a CommandError with the command that lists subscribers. */
export async function requireSubscriber({ db }: Portal, { subscriber = '' }: ParsedArguments): Promise<Row> {
  return found(await findSubscriber(db, subscriber), `subscriber '${subscriber}'`, 'subscriber list');
}

export async function requireOwned(portal: Portal, table: OwnedTable, given: ParsedArguments): Promise<Row> {
  await requireSubscriber(portal, given);
  const { subscriber = '', [table]: code = '' } = given;
  const row = await findOwned(portal.db, table, subscriber, code);
  return found(row, `${table} '${code}' at '${subscriber}'`, `${table} list ${subscriber}`);
}

export async function requireInProperty(portal: Portal, table: 'floor' | 'unit', given: ParsedArguments): Promise<Row> {
  const property = await requireOwned(portal, 'property', given);
  const { subscriber, property: place, [table]: code = '' } = given;
  const row = await findInProperty(portal.db, table, property.id, code);
  return found(row, `${table} '${code}' in '${place}'`, `${table} list ${subscriber} ${place}`);
}

function found(row: Row | undefined, name: string, list: string): Row {
  if (!row) throw new CommandError(`There's no ${name}. To see the list, run: npm run portal -- ${list}`);
  return row;
}

/** Prints rows as a table, or the text in `nothing` if there are none. */
export function printRows({ print }: Portal, rows: readonly Record<string, unknown>[], nothing: string): void {
  const [first] = rows;
  if (!first) {
    print(nothing);
    return;
  }
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    print(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

export function printText({ print }: Portal, text: string): void {
  for (const line of text.split('\n')) print(line);
}

/** Reads a code that becomes part of a URL. Like all readers below, throws a CommandError for an invalid value. */
export function readCode(name: string, value = ''): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(value))
    throw new CommandError(
      `${name} '${value}' can't be part of a web address. Use up to 40 lowercase letters, digits and dashes, and start with a letter or digit.`,
    );
  return value;
}

/** Reads dollars: `'1450.5'` → 1450.5. */
export function readMoney(name: string, value = ''): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(value))
    throw new CommandError(`${name} '${value}' isn't an amount. Use dollars, such as 1450 or 45.50.`);
  return Number(value);
}

export function readEmail(value = ''): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value))
    throw new CommandError(`'${value}' isn't an email address. Use one like ana@example.com.`);
  return value;
}

export function readTimeZone(value: string): string {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: value });
    return value;
  } catch {
    throw new CommandError(`There's no time zone '${value}'. Use a name like America/Chicago.`);
  }
}

export function readColor(value: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(value))
    throw new CommandError(`accent '${value}' isn't a color. Use six hex digits, such as #1f5f8b.`);
  return value;
}

export function readCount(name: string, value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1)
    throw new CommandError(`${name} '${value}' isn't valid. Use a number from 1 to 999.`);
  return Number(value);
}

/** Reads a language: the main language of schemas/ (the default) or the language of a translation. */
export async function readLanguage(value: string = own.id): Promise<string> {
  const known = [own.id, ...Object.keys(readLanguages(await readSchemaFiles()))];
  if (!known.includes(value)) throw new CommandError(`There's no language '${value}'. Use one of ${known.join(', ')}.`);
  return value;
}

export function readMinutes(value: string): number {
  if (!/^([1-9]|10)$/.test(value)) throw new CommandError(`minutes '${value}' isn't valid. Use a number from 1 to 10.`);
  return Number(value);
}

type NewRow = Record<string, unknown>;

/** Runs `work` in a transaction. Throws a CommandError if `name` already exists. */
export async function updateOne(
  portal: Portal,
  name: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  try {
    await transaction(portal.db, work);
  } catch (cause) {
    if (getErrorCode(cause) !== '23505') throw cause;
    throw new CommandError(`The ${name} already exists. Choose another code.`);
  }
}

export async function addWithLink(
  portal: Portal,
  table: 'property' | 'office' | 'agent' | 'floor',
  row: NewRow,
  link: Pick<LinkTarget, 'type' | 'subscriber_id'> & { value: string; property_id?: number },
): Promise<void> {
  await updateOne(portal, `${table} '${row.code}'`, async (client) => {
    const { id } = await insertRow(client, table, row);
    await insertRow(client, 'entry_link', { ...link, [`${table}_id`]: id });
  });
  portal.print(`Added ${table} '${row.code}'.`);
  await printNewest(portal, link.subscriber_id, link.type);
}

async function printNewest(portal: Portal, subscriber: string, type: ApplicationType): Promise<void> {
  const links = await portal.stores.links.listBySubscriber(subscriber);
  const newest = links.findLast((link) => link.type === type);
  if (newest) portal.print(`Entry link: ${portal.config.appUrl}${entryPath(newest)}`);
}
