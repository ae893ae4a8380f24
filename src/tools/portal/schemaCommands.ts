import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messages } from '../../messages/serverMessages';
import { toIsoDate } from '../../model/format/dates';
import { findPlace, readJurisdictions } from '../../model/law/jurisdictions';
import { fillText } from '../../model/messages/fillText';
import { createCatalog } from '../../model/section/catalog';
import { nearest } from '../../model/section/checkSchema';
import { settingName } from '../../model/section/subscriberSettings';
import { configKeys } from '../../schema-tools/lint/lintConfigs';
import { settingSeconds } from '../../server/forms/formRepository';
import { readSchemaFiles } from '../../server/forms/readSchemas';
import { describeDatabase } from '../../server/platform/config';
import { type Impact, measureImpact } from '../schemas/measureImpact';
import { type Command, CommandError, type ParsedArguments, type Portal, printRows, requireSubscriber } from './command';
import { assertLawfulFor } from './lawChecks';
import { listSubscribers, saveSetting } from './operatorRepository';

/** Used by `npm run schemas -- impact` and `prove --stored`. */
export const schemaCommands: Record<string, Command> = {
  'schemas impact': {
    about:
      'Shows how the current files in schemas/ affect stored answers and drafts. Exits with 1 if they break any without a migration.',
    places: [],
    options: {
      old: { about: 'a folder to compare with, instead of the files that were active when each answer was given' },
      json: { about: 'as one JSON object', isFlag: true },
    },
    run: impact,
  },
  'schemas homes': { about: 'Prints the settings, fee and places of all subscribers as JSON.', places: [], run: homes },
  'schemas settings': { about: 'Prints the settings of all subscribers as JSON.', places: [], run: settings },
};

async function impact(portal: Portal, { old, json }: ParsedArguments): Promise<void> {
  const { db, stores, keyring, config, cwd, print } = portal;
  const [files, before] = await Promise.all([
    readSchemaFiles(),
    old ? readSchemaFiles(path.resolve(cwd, old)) : undefined,
  ]);
  const today = toIsoDate(new Date());
  const found = await measureImpact({ db, forms: stores.forms, keyring, files, old: before, today });
  const database = describeDatabase(config);
  if (json) print(JSON.stringify({ database, isBreaking: isBreaking(found), ...found }));
  else for (const line of [`Database: ${database}`, ...impactLines(found)]) print(line);
  if (isBreaking(found))
    throw new CommandError(
      'This change breaks stored answers. Add a migration (docs/schemas.md, Impact and migrations), then run this command again.',
    );
}

async function settings({ stores, print }: Portal): Promise<void> {
  print(JSON.stringify(await stores.forms.listSubscriberSettings()));
}

/** Prints each landlord's places, settings and fee as JSON (`Landlord[]` in ../schemas/law.ts). */
async function homes({ db, stores, print }: Portal): Promise<void> {
  const all = readJurisdictions(await readSchemaFiles());
  const rows = (await listSubscribers(db)).map(async ({ id, fee_cents }) => {
    const { settings } = await stores.forms.getSubscriberSettings(String(id));
    const places = (await stores.forms.listHomes(String(id))).map((home) => findPlace(all, home));
    return { where: `subscriber ${id}`, places: [...new Set(places)], settings, fee: Number(fee_cents) };
  });
  print(JSON.stringify(await Promise.all(rows)));
}

/** True if answers are lost, or a breaking change has no migration. */
export function isBreaking({ breaking, lost }: Impact): boolean {
  return breaking.length > 0 || Object.keys(lost).length > 0;
}

export function impactLines(impact: Impact): string[] {
  const { compared, unknown, subscribers, stops, lost, unreadable, sentBack, retention, breaking } = impact;
  const list = (title: string, counts: Record<string, number>) => {
    const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
    return entries.length ? [title, ...entries.map(([name, count]) => `  ${count} × ${name}`)] : [];
  };
  return [
    `Stored sections of other schema versions that were compared: ${compared}${unknown ? `; ${unknown} more have a version that is no longer stored (compare them with --old <folder>)` : ''}`,
    ...Object.entries(subscribers).map(
      ([id, { kept, lost: gone, newlyRequired }]) =>
        `  subscriber ${id}: ${kept} answers kept, ${gone} lost, ${newlyRequired} newly required`,
    ),
    ...list('No longer valid:', stops),
    ...list('Lost answers:', lost),
    ...list("Can't be decrypted, counted as not answered:", unreadable),
    ...list('Completed steps that have to be completed again:', sentBack),
    ...(retention ? [fillText(messages('operator').retention.impact, { ...retention })] : []),
    ...(breaking.length ? ['Breaking, without a migration:'] : []),
    ...breaking.map(({ section, field, change }) => `  ${section}${field && `: ${field}`} ${change}`),
    ...(breaking.length
      ? ['Next: write schemas/migrations/<number>-<name>.json (docs/schemas.md, Impact and migrations).']
      : []),
  ];
}

const SETTINGS = ['Hide', 'Required', 'Optional'] as const;

export const configCommands: Record<string, Command> = {
  'config set': {
    about: 'Sets a key to Hide, Required or Optional. The forms change immediately.',
    places: ['subscriber', 'key', 'setting'],
    run: set,
  },
  'config unset': {
    about: "Removes a setting, so the schema's default applies.",
    places: ['subscriber', 'key'],
    run: set,
  },
  'config list': { about: 'Lists every key with its setting.', places: ['subscriber'], run: list },
};

async function set(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const { setting } = given;
  const key = settingName(given.key ?? '');
  if (setting !== undefined && !SETTINGS.some((known) => known === setting))
    throw new CommandError(`There's no setting '${setting}'. Use one of ${SETTINGS.join(', ')}.`);
  const { known, documents } = await readKeys();
  if (!known.includes(key)) throw new CommandError(unknownKey(key, known));
  if (setting !== undefined) await assertLawfulFor(portal, String(id), { settings: { [key]: toSetting(setting) } });
  await saveSetting(portal.db, String(id), documents.includes(key) ? 'documents' : 'fields', key, setting);
  // Servers cache settings for this long.
  await wait(settingSeconds * 1000);
  portal.print(
    setting
      ? `Set ${key} to ${setting} for '${id}'.`
      : `Removed the setting of ${key} for '${id}'. The schema's default applies now.`,
  );
}

const toSetting = (text: string) => SETTINGS.find((known) => known === text) ?? 'Hide';

async function list(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const { settings: stored } = await portal.stores.forms.getSubscriberSettings(String(id));
  const { known } = await readKeys();
  const rows = known.map((key) => ({ key, setting: stored[key] ?? "(schema's default)" }));
  printRows(portal, rows, 'No schema uses a setting.');
}

async function readKeys(): Promise<{ known: string[]; documents: string[] }> {
  const files = await readSchemaFiles();
  const catalog = createCatalog(files);
  const keys = catalog.sectionNames.flatMap((name) => configKeys(catalog.section(name).schema));
  const sample = files['configs/demo.json'];
  return { known: [...new Set(keys.map(({ key }) => key))].sort(), documents: Object.keys(sample?.documents ?? {}) };
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  return `No schema uses '${key}'.${meant ? ` Did you mean '${meant}'?` : ''} To see the keys, run: npm run portal -- config list <subscriber>`;
}
