import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { type Catalogue, createCatalogue } from '../model/catalogue';
import { configOverlay } from '../model/overlay';
import { keyOf } from '../model/paths';
import type { Overlay, SchemaFiles } from '../model/types';
import { type Config, findRoot, readConfig } from '../server/config';
import { createKeyring, dataKeys } from '../server/crypto/keyStore';
import { openDatabase } from '../server/db/database';
import { migrate } from '../server/db/migrate';
import { createFormStore } from '../server/forms/formStore';
import { readSchemaFiles, readSchemaTexts } from '../server/forms/schemaFiles';
import { explain } from './schemas/explain';
import { editorLists } from './schemas/lint/editorLists';
import { lintSchemas } from './schemas/lint/lintSchemas';
import { type Impact, measureImpact } from './schemas/measureImpact';
import { type Impossible, proveSchemas } from './schemas/prove/proveSchemas';
import { readOption } from './schemas/readOption';
import { readWidgetNames } from './schemas/readTexts';

const HELP = `npm run schemas -- <command>

  lint                                     what is wrong in schemas/, with file, line and the mend
  prove   [--stored]                       every form can be completed, for every sample and pairwise over all settings
  explain <section> <field> [--config F]   why a field is there, and required or not
  impact  [--old <folder>]                 what a change does to stored drafts and answers (counts only)
  meta                                     writes the lists for editors in schemas/meta anew from the program
`;

/** A command gets its arguments and gives the exit code. */
type Command = (args: string[]) => Promise<number>;

const COMMANDS: Record<string, Command> = { lint, prove, explain, impact, meta };

/** `npm run schemas -- <command>`: the tools of those who edit schemas/. */
async function main([name = '', ...args]: string[]): Promise<void> {
  const command = COMMANDS[name];
  if (!command) console.log(HELP);
  process.exitCode = command ? await command(args) : name ? 2 : 0;
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});

/** Prints every finding; 1 when there is one. */
async function lint(): Promise<number> {
  const [texts, widgets] = await Promise.all([readSchemaTexts(), readWidgetNames()]);
  const findings = lintSchemas({ texts, widgets, today: new Date().toISOString().slice(0, 10) });
  for (const { file, line, path, code, mend } of findings)
    console.log(`schemas/${file}:${line}  ${code}  ${path}\n    ${mend}`);
  console.log(findings.length ? `\n${findings.length} to mend` : `${Object.keys(texts).length} files, nothing to mend`);
  return findings.length ? 1 : 0;
}

/** Writes the lists of widgets and keywords in schemas/meta as the program knows them. */
async function meta(): Promise<number> {
  const lists = editorLists(await readSchemaFiles(), await readWidgetNames());
  for (const { file, content } of lists) {
    await writeFile(path.join(findRoot(), 'schemas', file), `${JSON.stringify(content, null, 2)}\n`);
    console.log(`schemas/${file} written`);
  }
  return 0;
}

/** `prove [--stored]`: prints what cannot be completed; 1 when there is something. */
async function prove(args: string[]): Promise<number> {
  const files = await readSchemaFiles();
  const catalogue: Catalogue = createCatalogue(files);
  const stored = args.includes('--stored') ? await storedOverlays() : {};
  const configs = { ...sampleOverlays(files), ...stored };
  const { completed, impossible } = proveSchemas(catalogue, configs, new Date().toISOString().slice(0, 10));
  for (const one of impossible) console.log(tell(one));
  console.log(
    `${completed} ways to fill ${catalogue.sectionNames.length} sections, under ${Object.keys(configs).length} configurations and pairwise over their settings; ${impossible.length} impossible`,
  );
  return impossible.length ? 1 : 0;
}

/** The overlays of the samples in schemas/configs, by file. */
export function sampleOverlays(files: SchemaFiles): Record<string, Overlay> {
  const names = Object.keys(files).flatMap((file) => /^configs\/(.*)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [`configs/${name}.json`, configOverlay(files[`configs/${name}.json`] ?? {})]),
  );
}

function tell({ section, where, settings, stuck, option }: Impossible): string {
  const smallest = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  const way = option ? ` once '${keyOf(option.path)}' is ${JSON.stringify(option.value)}` : '';
  return `${section} cannot be completed${way}: '${keyOf(stuck?.path ?? [])}' says "${stuck?.message}" (${stuck?.keyword})
    smallest set of settings: ${smallest.join(', ') || 'none, it never can'} (found in ${where})`;
}

/** What the subscribers in the database have set, by 'subscriber <id>'. */
function storedOverlays(): Promise<Record<string, Overlay>> {
  return withDatabase(async ({ db }) => {
    const { rows } = await db.query<{ id: string }>('select id from subscriber order by id');
    const store = createFormStore(db);
    const entries = rows.map(async ({ id }) => [`subscriber ${id}`, await store.overlayOf(id)] as const);
    return Object.fromEntries(await Promise.all(entries));
  });
}

/** `impact [--old <folder>]`: prints what the present files do to what is stored; 1 when something breaks without a migration. */
async function impact(args: string[]): Promise<number> {
  const { value: folder } = readOption(args, '--old');
  const [files, old] = await Promise.all([
    readSchemaFiles(),
    folder ? readSchemaFiles(path.resolve(folder)) : undefined,
  ]);
  const found = await withDatabase(({ db, config }) =>
    measureImpact({
      db,
      keyring: createKeyring(db, dataKeys(config)),
      files,
      old,
      today: new Date().toISOString().slice(0, 10),
    }),
  );
  for (const line of impactLines(found)) console.log(line);
  return isBreaking(found) ? 1 : 0;
}

/** True when answers are lost, or questions changed, and no migration says what becomes of them. */
export function isBreaking({ breaking, lost }: Impact): boolean {
  return breaking.length > 0 || Object.keys(lost).length > 0;
}

/** The report: counts, never an answer or a name. */
export function impactLines({ compared, unknown, stops, lost, unreadable, sentBack, breaking }: Impact): string[] {
  const list = (title: string, counts: Record<string, number>) => {
    const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
    return entries.length ? [title, ...entries.map(([name, count]) => `  ${count} × ${name}`)] : [];
  };
  return [
    `${compared} stored sections of other schema versions compared${unknown ? `, ${unknown} of a version nobody kept (name a folder with --old)` : ''}`,
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

/** Opens the database this machine's settings name, brings it up to date, and closes it whatever happens. Throws while a server holds an embedded one. */
async function withDatabase<T>(work: (opened: { db: pg.Pool; config: Config }) => Promise<T>): Promise<T> {
  const root = findRoot();
  const config = readConfig(process.env, root);
  const database = await openDatabase(config.databaseUrl, config.dataDir);
  try {
    await migrate(database.db, path.join(root, 'src/server/db/migrations'));
    return await work({ db: database.db, config });
  } finally {
    await database.close();
  }
}
