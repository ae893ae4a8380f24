import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCatalogue } from '../../model/catalogue';
import { nearest } from '../../model/checkSchema';
import { settingName } from '../../model/overlay';
import { nameDatabase } from '../../server/config';
import { settingSeconds } from '../../server/forms/formStore';
import { readSchemaFiles } from '../../server/forms/readSchemas';
import { configKeys } from '../schemas/lint/lintConfigs';
import { type Impact, measureImpact } from '../schemas/measureImpact';
import { type Command, CommandError, type Given, type Portal, printRows, requireSubscriber } from './command';
import { saveSetting } from './operatorStore';

/** What a change of the schema files means for what is stored; `npm run schemas -- impact` and `prove --stored` ask for these. */
export const schemaCommands: Record<string, Command> = {
  'schemas impact': {
    about:
      'what the files of schemas/ as they are now do to stored answers and drafts, in counts; exit code 1 when it breaks any',
    places: [],
    options: {
      old: { about: 'a folder of schema files to compare with, in place of those that each answer was given to' },
      json: { about: 'one JSON object', isFlag: true },
    },
    run: impact,
  },
  'schemas settings': { about: 'everything that any subscriber has set, as JSON', places: [], run: settings },
};

async function impact(portal: Portal, { old, json }: Given): Promise<void> {
  const { db, stores, keyring, config, cwd, print } = portal;
  const [files, before] = await Promise.all([
    readSchemaFiles(),
    old ? readSchemaFiles(path.resolve(cwd, old)) : undefined,
  ]);
  const today = new Date().toISOString().slice(0, 10);
  const found = await measureImpact({ db, forms: stores.forms, keyring, files, old: before, today });
  const database = nameDatabase(config);
  if (json) print(JSON.stringify({ database, isBreaking: isBreaking(found), ...found }));
  else for (const line of [`Database: ${database}`, ...impactLines(found)]) print(line);
  if (isBreaking(found)) throw new CommandError('This change breaks what is stored.');
}

async function settings({ stores, print }: Portal): Promise<void> {
  print(JSON.stringify(await stores.forms.allOverlays()));
}

/** True when answers are lost, or questions changed, and no migration says what becomes of them. */
export function isBreaking({ breaking, lost }: Impact): boolean {
  return breaking.length > 0 || Object.keys(lost).length > 0;
}

/** The report: counts, never an answer or a name. */
export function impactLines(impact: Impact): string[] {
  const { compared, unknown, subscribers, stops, lost, unreadable, sentBack, breaking } = impact;
  const list = (title: string, counts: Record<string, number>) => {
    const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
    return entries.length ? [title, ...entries.map(([name, count]) => `  ${count} × ${name}`)] : [];
  };
  return [
    `${compared} stored sections of other schema versions compared${unknown ? `, ${unknown} of a version nobody kept (name a folder with --old)` : ''}`,
    ...Object.entries(subscribers).map(
      ([id, { kept, lost: gone, newlyRequired }]) =>
        `  subscriber ${id}: ${kept} answers kept, ${gone} lost, ${newlyRequired} newly required`,
    ),
    ...list('stops being right:', stops),
    ...list('lost:', lost),
    ...list('cannot be opened, and count as not answered:', unreadable),
    ...list('complete steps sent back:', sentBack),
    ...(breaking.length ? ['breaking, and no migration speaks of it:'] : []),
    ...breaking.map(({ section, field, change }) => `  ${section}${field && `: ${field}`} ${change}`),
    ...(breaking.length
      ? ['Write schemas/migrations/<number>-<name>.json (docs/schemas.md, Impact and migrations).']
      : []),
  ];
}

const SETTINGS = ['Hide', 'Required', 'Optional'];

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
  if (setting !== undefined && !SETTINGS.includes(setting))
    throw new CommandError(`'${setting}' is not one of ${SETTINGS.join(', ')}`);
  const { known, documents } = await readKeys();
  if (!known.includes(key)) throw new CommandError(unknownKey(key, known));
  await saveSetting(portal.db, String(id), documents.includes(key) ? 'documents' : 'fields', key, setting);
  // A process that has asked just before keeps the old setting so long; when this command ends, all have the new one.
  await wait(settingSeconds * 1000);
  portal.print(setting ? `${key} is ${setting} for '${id}'.` : `${key} is unset for '${id}'.`);
}

async function list(portal: Portal, given: Given): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const { settings: stored } = await portal.stores.forms.overlayOf(String(id));
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
