import { parseArgs } from 'node:util';
import type pg from 'pg';
import own from '../../../schemas/language.json';
import { codeOf, messageIn } from '../../model/paths';
import type { ApplicationType } from '../../model/types';
import type { Config } from '../../server/config';
import type { Keyring } from '../../server/crypto/keyStore';
import type { Stores } from '../../server/db/stores';
import { transaction } from '../../server/db/transaction';
import { entryPath } from '../../server/entry/entryLinks';
import { readLanguages } from '../../server/forms/languages';
import { readSchemaFiles } from '../../server/forms/readSchemas';
import {
  findInProperty,
  findOwned,
  findSubscriber,
  insertRow,
  type LinkTarget,
  type OwnedTable,
} from './operatorStore';

/** What a command works with; `cwd` is where the operator stands, for files they name. */
export interface Portal {
  db: pg.Pool;
  /** Those of `db`, made once a command. */
  stores: Stores;
  keyring: Keyring;
  config: Config;
  cwd: string;
  print(line: string): void;
}

export type Given = Record<string, string | undefined>;

/** An option takes a value unless it is a flag, which is there or not. */
interface Option {
  about: string;
  needed?: boolean;
  isFlag?: boolean;
}

/** One command: its words, the places it needs in order, its options (`*` ones must be given), and what it does. */
export interface Command {
  about: string;
  places: readonly string[];
  options?: Record<string, Option>;
  run(portal: Portal, given: Given): Promise<void>;
}

/** The operator's mistake: reported in one line, with the exit code 2 for a command that was not understood and 1 otherwise. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly code: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** The places and options of a command by name. Throws a CommandError for what is missing, too much or unknown. */
export function readGiven(name: string, { places, options = {} }: Command, args: readonly string[]): Given {
  const { values, positionals } = parse(args, options);
  const missing = places.filter((_, index) => !positionals[index]);
  const unsaid = Object.keys(options).filter((option) => options[option]?.needed && !values[option]);
  if (missing.length > 0) throw new CommandError(`${name} needs ${missing.map((place) => `<${place}>`).join(' ')}`, 2);
  if (unsaid.length > 0) throw new CommandError(`${name} needs ${unsaid.map((option) => `--${option}`).join(', ')}`, 2);
  const tooMany = positionals[places.length];
  if (tooMany !== undefined)
    throw new CommandError(`${name} does not know what to do with '${tooMany}'; put words with spaces in quotes`, 2);
  return { ...values, ...Object.fromEntries(places.map((place, index) => [place, positionals[index]])) };
}

function parse(args: readonly string[], options: Record<string, Option>): { values: Given; positionals: string[] } {
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

/** The rows that a command's places name. Each throws a CommandError that says how to see what there is. */
export async function requireSubscriber({ db }: Portal, { subscriber = '' }: Given): Promise<Row> {
  return found(await findSubscriber(db, subscriber), `subscriber '${subscriber}'`, 'subscriber list');
}

export async function requireOwned(portal: Portal, table: OwnedTable, given: Given): Promise<Row> {
  await requireSubscriber(portal, given);
  const { subscriber = '', [table]: code = '' } = given;
  const row = await findOwned(portal.db, table, subscriber, code);
  return found(row, `${table} '${code}' at '${subscriber}'`, `${table} list ${subscriber}`);
}

export async function requireInProperty(portal: Portal, table: 'floor' | 'unit', given: Given): Promise<Row> {
  const property = await requireOwned(portal, 'property', given);
  const { subscriber, property: place, [table]: code = '' } = given;
  const row = await findInProperty(portal.db, table, property.id, code);
  return found(row, `${table} '${code}' in '${place}'`, `${table} list ${subscriber} ${place}`);
}

function found(row: Row | undefined, name: string, list: string): Row {
  if (!row) throw new CommandError(`There is no ${name}. See: npm run portal -- ${list}`);
  return row;
}

/** Prints rows as a table with a heading; `nothing` where there are none. */
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

/** Prints a text of several lines: a line by itself never breaks. */
export function printText({ print }: Portal, text: string): void {
  for (const line of text.split('\n')) print(line);
}

/** A code as it stands in addresses. Throws a CommandError for another. */
export function readCode(name: string, value = ''): string {
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(value))
    throw new CommandError(`${name} '${value}': up to 40 small letters, digits and '-', since it stands in addresses`);
  return value;
}

/** A number of dollars: `'1450.5'` → 1450.5. Throws a CommandError for another. */
export function readMoney(name: string, value = ''): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(value))
    throw new CommandError(`${name} '${value}': a number of dollars such as 1450 or 45.50`);
  return Number(value);
}

export function readEmail(value = ''): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value)) throw new CommandError(`'${value}' is not an e-mail address`);
  return value;
}

export function readTimeZone(value: string): string {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone: value });
    return value;
  } catch {
    throw new CommandError(`There is no time zone '${value}'; they are written like America/Chicago`);
  }
}

export function readColour(value: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(value)) throw new CommandError(`accent '${value}': a colour such as #1f5f8b`);
  return value;
}

/** A whole number within bounds. Throws a CommandError for another. */
export function readDays(value: string): number {
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1) throw new CommandError(`days '${value}': a number from 1 to 999`);
  return Number(value);
}

/** A language that mail can be written in. Throws a CommandError for another. */
export async function readLanguage(value: string = own.id): Promise<string> {
  const known = [own.id, ...Object.keys(readLanguages(await readSchemaFiles()))];
  if (!known.includes(value)) throw new CommandError(`language '${value}': one of ${known.join(', ')}`);
  return value;
}

/** How long a login link is good: `'5'` → 5. Throws a CommandError for more than ten minutes. */
export function readMinutes(value: string): number {
  if (!/^([1-9]|10)$/.test(value)) throw new CommandError(`minutes '${value}': a number from 1 to 10`);
  return Number(value);
}

type NewRow = Record<string, unknown>;

/** Runs `work` as one change; a row that is there already is reported as such. */
export async function change(
  portal: Portal,
  name: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  try {
    await transaction(portal.db, work);
  } catch (cause) {
    if (codeOf(cause) !== '23505') throw cause;
    throw new CommandError(`There is already a ${name}`);
  }
}

/** A row with an open entry link to it. */
export async function addWithLink(
  portal: Portal,
  table: 'property' | 'office' | 'agent' | 'floor',
  row: NewRow,
  link: Pick<LinkTarget, 'type' | 'subscriber_id'> & { value: string; property_id?: number },
): Promise<void> {
  await change(portal, `${table} '${row.code}'`, async (client) => {
    const { id } = await insertRow(client, table, row);
    await insertRow(client, 'entry_link', { ...link, [`${table}_id`]: id });
  });
  portal.print(`${table} '${row.code}' is there.`);
  await printNewest(portal, link.subscriber_id, link.type);
}

/** Prints the address of the newest link of a kind. */
async function printNewest(portal: Portal, subscriber: string, type: ApplicationType): Promise<void> {
  const links = await portal.stores.links.listOf(subscriber);
  const newest = links.findLast((link) => link.type === type);
  if (newest) portal.print(`Entry link: ${portal.config.appUrl}${entryPath(newest)}`);
}
