import { readLanguages } from '../../server/forms/languages';
import { readSchemaFiles } from '../../server/forms/schemaFiles';
import { CommandError } from './command';

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
    new Intl.DateTimeFormat('en', { timeZone: value });
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
export async function readLanguage(value: string): Promise<string> {
  const known = ['en', ...Object.keys(readLanguages(await readSchemaFiles()))];
  if (!known.includes(value)) throw new CommandError(`language '${value}': one of ${known.join(', ')}`);
  return value;
}

/** How long a login link is good: `'5'` → 5. Throws a CommandError for more than ten minutes. */
export function readMinutes(value: string): number {
  if (!/^([1-9]|10)$/.test(value)) throw new CommandError(`minutes '${value}': a number from 1 to 10`);
  return Number(value);
}
