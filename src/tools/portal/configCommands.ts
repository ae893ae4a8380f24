import { setTimeout as wait } from 'node:timers/promises';
import { createCatalogue } from '../../model/catalogue';
import { nearest } from '../../model/checkSchema';
import { settingName } from '../../model/settings';
import { createFormStore } from '../../server/forms/formStore';
import { readSchemaFiles } from '../../server/forms/schemaFiles';
import { settingSeconds } from '../../server/forms/subscriberSettings';
import { configKeys } from '../schemas/lint/lintConfigs';
import { type Command, CommandError, type Given, type Portal, printRows, requireSubscriber } from './command';

import { saveSetting } from './operatorStore';

const settings = ['Hide', 'Required', 'Optional'];

/** What a subscriber's forms ask: Hide, Required or Optional for each key. */
export const configCommands: Record<string, Command> = {
  'config set': {
    about: 'Hide, Required or Optional; forms change at once',
    places: ['subscriber', 'key', 'setting'],
    run: set,
  },
  'config unset': { about: 'back to what the schema says', places: ['subscriber', 'key'], run: set },
  'config list': { about: 'every key and how it is set', places: ['subscriber'], run: list },
};

async function set(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const { setting } = given;
  const key = settingName(given.key ?? '');
  if (setting !== undefined && !settings.includes(setting))
    throw new CommandError(`'${setting}' is not one of ${settings.join(', ')}`);
  const { known, documents } = await readKeys();
  if (!known.includes(key)) throw new CommandError(unknownKey(key, known));
  await saveSetting(portal.db, String(id), documents.includes(key) ? 'documents' : 'fields', key, setting);
  // A process that has asked just before keeps the old setting so long; when this command ends, all have the new one.
  await wait(settingSeconds * 1000);
  portal.print(setting ? `${key} is ${setting} for '${id}'.` : `${key} is unset for '${id}'.`);
}

async function list(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const { settings: stored } = await createFormStore(portal.db).overlayOf(String(id));
  const { known } = await readKeys();
  const rows = known.map((key) => ({ key, setting: stored[key] ?? '(as the schema says)' }));
  printRows(portal, rows, 'No schema reads a setting.');
}

/** The keys that the schemas read, and which of them speak of documents. */
async function readKeys(): Promise<{ known: string[]; documents: string[] }> {
  const files = await readSchemaFiles();
  const catalogue = createCatalogue(files);
  const keys = catalogue.sectionNames.flatMap((name) => configKeys(catalogue.section(name).schema));
  const sample = files['configs/demo.json'];
  return { known: [...new Set(keys.map(({ key }) => key))].sort(), documents: Object.keys(sample?.documents ?? {}) };
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  return `No schema reads '${key}'.${meant ? ` Did you mean '${meant}'?` : ''} See: npm run portal -- config list <subscriber>`;
}
