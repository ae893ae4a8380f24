import { existsSync, watch } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keyOf, setIn } from '../model/answers/paths';
import { toIsoDate } from '../model/format/dates';
import { lawOf, readJurisdictions } from '../model/law/jurisdictions';
import { type Catalog, createCatalog } from '../model/section/catalog';
import { readConfigSettings } from '../model/section/subscriberSettings';
import { WIDGET_LIST } from '../model/section/widgetList';
import type { SampleConfig, SchemaFiles, SubscriberSettings } from '../model/types';
import { listWidgets } from '../schema-tools/lint/lintMeta';
import { groupByCause, isTidying, type LintIssue, lintSchemas } from '../schema-tools/lint/lintSchemas';
import type { Impossible } from '../schema-tools/prove/proveSchemas';
import { readOutsideWidgets } from '../server/forms/outsideWidgets';
import { readSchemaFiles, readSchemaTexts, schemasFolder } from '../server/forms/readSchemas';
import { findRoot } from '../server/platform/config';
import { endWithReader } from './endWithReader';
import { bundle } from './schemas/bundle';
import { explain } from './schemas/explain';
import { keywordsPage } from './schemas/keywordsPage';
import { describeLaw, findLawBreaks, type Landlord, listPlaces } from './schemas/law';
import { newSection } from './schemas/newSection';
import { restructure, type Verb, writeChanges } from './schemas/restructure/command';
import { rewriteText } from './schemas/rewriteText';
import { readWidgetNames, widgetIndex } from './schemas/widgetIndex';

const HELP = `Usage: npm run schemas -- <command>

  lint    [--watch]                        Finds mistakes in schemas/ and says how to fix each, with file and line.
  prove   [<section>] [--stored] [--watch] Proves that every form can be completed, with each sample and each pair of settings.
                                           --stored adds the settings of the subscribers in the database.
  law     [<place>]                        Prints what a place's law says about applications, with statutes.
  explain <section> <field> [--config F]   Says why a field is shown, and why it's required or not.
  impact  [--old <folder>] [--json]        Counts the stored answers and drafts that a change breaks. Exit code 1 if it breaks any.
  bundle  <section> [--settings F] [--to <folder>]
                                           Writes a section as plain JSON Schema 2020-12 and an RJSF uiSchema,
                                           and lists the rules that the standard can't express.
  export  [--to <folder>]                  Writes what was published in the Studio into schemas/, for a pull request.
  new     <section> [--list] [--step <id>] Creates a section: schema, ui schema, flow entry, personas' answers. Lists the texts to translate.
  move    section <section> <step> | step <step> --before|--after <step> | field <section> <field> --before|--after <field>
  rename  section <section> <new> | step <step> <new> | field <section> <field> <new>
  retire  section <section> | step <step> | field <section> <field>
                                           Change the files and write the migration that carries stored answers over.
  meta                                     Updates the lists for editors in schemas/meta, and widgets/index.ts.
`;

/** Takes the arguments, returns the exit code. */
type Command = (args: string[]) => Promise<number>;

const COMMANDS: Record<string, Command> = {
  lint,
  prove,
  law,
  explain,
  impact,
  bundle,
  export: exportFiles,
  new: create,
  move: (args) => restructureFiles('move', args),
  rename: (args) => restructureFiles('rename', args),
  retire: (args) => restructureFiles('retire', args),
  meta,
};

/** `npm run schemas -- <command>`: tools for editing schemas/. */
async function main([name = '', ...args]: string[]): Promise<void> {
  endWithReader();
  const command = COMMANDS[name];
  if (!command && name && name !== 'help') console.error(`There's no command '${name}'.\n`);
  if (!command) console.log(HELP);
  else if (args.includes('--watch'))
    return again(
      command,
      args.filter((word) => word !== '--watch'),
    );
  process.exitCode = command ? await command(args) : name && name !== 'help' ? 2 : 0;
}

/** Runs a command now, and again after each change in schemas/. */
async function again(command: Command, args: string[]): Promise<void> {
  const run = () => command(args).catch((error: Error) => console.error(error.message));
  let running: Promise<unknown> = run();
  let timer: NodeJS.Timeout | undefined;
  watch(schemasFolder(), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => {
        console.log(`\n${new Date().toTimeString().slice(0, 8)}`);
        return run();
      });
    }, STILL);
  });
}

/** Milliseconds without a change, because an editor writes several files. */
const STILL = 100;

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});

/** `lint [--all]`: prints the issues, those with one cause together; 20 causes unless all are asked for. Returns 1 if there is one. */
async function lint(args: string[]): Promise<number> {
  const [texts, own] = await Promise.all([readSchemaTexts(), readWidgetNames()]);
  const widgets = [...own, ...Object.keys(readOutsideWidgets())];
  const all = lintSchemas({ texts, widgets, today: toIsoDate(new Date()) });
  const findings = all.filter((issue) => isOwnFile(issue.file) || !isTidying(issue));
  const causes = groupByCause(findings);
  const printed = args.includes('--all') ? causes : causes.slice(0, 20);
  for (const { first, others } of printed)
    console.log(
      `${shownPath(first.file)}:${first.line}  ${first.code}  ${first.path}\n    ${first.fix}${listOthers(others)}`,
    );
  if (printed.length < causes.length)
    console.log(`\n${causes.length - printed.length} more: npm run schemas -- lint --all`);
  console.log(
    findings.length
      ? `\n${findings.length} ${findings.length === 1 ? 'problem' : 'problems'} to fix`
      : `${Object.keys(texts).length} files checked, no problems`,
  );
  return findings.length ? 1 : 0;
}

/** False for the files that a product takes from the program. */
const isOwnFile = (file: string): boolean => existsSync(path.join(schemasFolder(), file));

/** `'flows/entry.json'` → `'schemas/flows/entry.json'`, or where the product has it. */
function shownPath(file: string): string {
  const folder = isOwnFile(file) ? schemasFolder() : path.join(findRoot(), 'schemas');
  return path.relative(findRoot(), path.join(folder, file));
}

function listOthers(others: readonly LintIssue[]): string {
  if (others.length === 0) return '';
  const places = others.slice(0, 3).map(({ file, line }) => `${shownPath(file)}:${line}`);
  return `\n    The same in ${[...places, ...(others.length > 3 ? [`${others.length - 3} more places`] : [])].join(', ')}.`;
}

/**
 * `new <section> [--list] [--step <id>]`: creates the files of a new section and adds it to the end of a step
 * (default: the first).
 */
async function create(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { list: { type: 'boolean' }, step: { type: 'string' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const { list: isList = false, step = 'identification' } = values;
  const texts = await readSchemaTexts();
  const { files, untranslated } = newSection({ name, isList, step, files: await readSchemaFiles() });
  for (const [file, content] of Object.entries(files)) {
    const text = texts[file];
    const written = text === undefined ? `${JSON.stringify(content, null, 2)}\n` : rewriteText(text, content);
    await writeFile(path.join(schemasFolder(), file), written);
    console.log(`Wrote ${shownPath(file)}`);
  }
  for (const [file, names] of Object.entries(untranslated))
    console.log(`Translate in ${shownPath(file)}: ${names.map((name) => JSON.stringify(name)).join(', ')}`);
  console.log('Next: edit its questions and rules, translate its texts, then run: npm run format && npm test -- unit');
  return 0;
}

/** `move`, `rename` and `retire`: print what they wrote and what's left to do. Return 1 if lint finds something new. */
async function restructureFiles(verb: Verb, args: string[]): Promise<number> {
  const [texts, files, own] = await Promise.all([readSchemaTexts(), readSchemaFiles(), readWidgetNames()]);
  const widgets = [...own, ...Object.keys(readOutsideWidgets())];
  const finished = restructure(verb, args, { texts, files, widgets, today: toIsoDate(new Date()) });
  await writeChanges(schemasFolder(), finished);
  for (const [file, text] of Object.entries(finished.changes))
    console.log(`${text === null ? 'Deleted' : 'Wrote'} ${shownPath(file)}`);
  for (const { file, line, code, fix } of finished.left) console.log(`${shownPath(file)}:${line}  ${code}\n    ${fix}`);
  console.log(
    finished.left.length
      ? 'Next: fix these problems, then run: npm run format && npm run schemas -- lint'
      : 'Next: npm run format && npm test',
  );
  return finished.left.length ? 1 : 0;
}

/** Writes the widgets and placeholders in schemas/meta, docs/keywords.md, and the list of components in widgets/. */
async function meta(): Promise<number> {
  if (process.env.SCHEMAS_DIR || process.env.WIDGETS_DIR)
    throw new Error("This updates the program's own lists. Run it without SCHEMAS_DIR and WIDGETS_DIR.");
  const files = await readSchemaFiles();
  const names = await readWidgetNames();
  const listed = listWidgets(files, names);
  const ui = 'meta/ui.schema.json';
  await writeSchema(ui, setIn(files[ui], WIDGET_LIST, listed));
  await writePlaceholders();
  await writeFile(path.join(findRoot(), 'docs/keywords.md'), keywordsPage(await readSchemaFiles()));
  console.log('Wrote docs/keywords.md');
  const index = path.join(findRoot(), 'widgets/index.ts');
  const inOrder = listed.filter((name) => names.includes(name));
  await writeFile(index, widgetIndex(inOrder, await readFile(index, 'utf8')));
  console.log('Wrote widgets/index.ts');
  return 0;
}

async function writeSchema(file: string, content: unknown): Promise<void> {
  await writeFile(path.join(findRoot(), 'schemas', file), `${JSON.stringify(content, null, 2)}\n`);
  console.log(`Wrote schemas/${file}`);
}

/** Writes the list of placeholders that the program fills in each text. */
async function writePlaceholders(): Promise<void> {
  const file = 'meta/placeholders.json';
  const files = await readSchemaFiles();
  const texts = Object.entries(files).filter(([name]) => /^(texts\/|office\/status\.json)/.test(name));
  const { scanPlaceholders } = await import('./schemas/scanPlaceholders');
  const { $schema, ...before } = Object(files[file]);
  await writeSchema(file, { $schema, ...scanPlaceholders(findRoot(), Object.fromEntries(texts), before) });
}

/** `prove [<section>] [--stored]`: prints forms that can't be completed. Returns 1 if there is one. */
async function prove(args: string[]): Promise<number> {
  const files = await readSchemaFiles();
  const catalog: Catalog = createCatalog(files);
  const named = args.filter((word) => !word.startsWith('--'));
  const unknown = named.find((name) => !catalog.sectionNames.includes(name));
  if (unknown !== undefined)
    throw new Error(`There's no section '${unknown}'. Use one of ${catalog.sectionNames.join(', ')}.`);
  const stored = args.includes('--stored') ? await readStored<Record<string, SubscriberSettings>>('settings') : {};
  const configs = { ...readSampleSettings(files), ...stored };
  const sections = named.length ? named : undefined;
  const today = new Date().toISOString().slice(0, 10);
  // Imported here, because the compiler has 120 modules that no other command needs.
  const { proveSchemas } = await import('../schema-tools/prove/proveSchemas');
  const forbidden = await proveLaw(files, args);
  for (const line of forbidden) console.log(line);
  const { completed, impossible } = proveSchemas(catalog, configs, today, { sections });
  for (const one of impossible) console.log(tell(one));
  console.log(
    `Completed ${sections?.join(', ') ?? `${catalog.sectionNames.length} sections`} in ${completed} ${completed === 1 ? 'way' : 'ways'}, with ${Object.keys(configs).length} samples or subscribers and each pair of their settings: ${impossible.length} impossible`,
  );
  return impossible.length || forbidden.length ? 1 : 0;
}

/** Finds settings and fees that violate the law of a home: those of samples, and with --stored those of subscribers. */
async function proveLaw(files: SchemaFiles, args: string[]): Promise<string[]> {
  const samples = Object.entries(files).filter(([file]) => file.startsWith('configs/'));
  const own = samples.map(([file, config]) => {
    const { places = [] } = Object(config) as SampleConfig;
    return { where: file, places, settings: readConfigSettings(Object(config)).settings };
  });
  return findLawBreaks(
    readJurisdictions(files),
    args.includes('--stored') ? [...own, ...(await readStored<Landlord[]>('homes'))] : own,
  );
}

/** `law [<place>]`: prints the rules of a place, or the list of places. */
async function law([place]: string[]): Promise<number> {
  const all = readJurisdictions(await readSchemaFiles());
  if (place !== undefined && !Object.hasOwn(all, place))
    throw new Error(`There's no place '${place}'. Use one of ${Object.keys(all).sort().join(', ')}.`);
  for (const line of place === undefined ? listPlaces(all) : describeLaw(lawOf(all, place))) console.log(line);
  return 0;
}

export function readSampleSettings(files: SchemaFiles): Record<string, SubscriberSettings> {
  const names = Object.keys(files).flatMap((file) => /^configs\/(.*)\.json$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(
    names.map((name) => [`configs/${name}.json`, readConfigSettings(files[`configs/${name}.json`] ?? {})]),
  );
}

function tell({ section, where, settings, stuck, option }: Impossible): string {
  const smallest = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  const way = option ? ` when '${keyOf(option.path)}' is ${JSON.stringify(option.value)}` : '';
  return `${section} cannot be completed${way}: '${keyOf(stuck?.path ?? [])}' fails with "${stuck?.message}" (${stuck?.keyword})
    Smallest set of settings that causes it: ${smallest.join(', ') || 'none, it always fails'} (found in ${where})`;
}

/** Reads what subscribers in the database have, with `schemas settings` or `schemas homes` of the portal. */
async function readStored<T>(what: 'settings' | 'homes'): Promise<T> {
  const { ask } = await import('./portal/ask');
  const { lines, error } = await ask(['schemas', what], { onlyLooks: true });
  if (error) throw new Error(error);
  return JSON.parse(lines.join(''));
}

/** `export [--to <folder>]`: writes published files. */
async function exportFiles(args: string[]): Promise<number> {
  const { ask } = await import('./portal/ask');
  const { lines, error, code } = await ask(['schemas', 'export', ...args]);
  for (const line of lines) console.log(line);
  if (error) console.error(error);
  return code;
}

/**
 * `impact [--old <folder>] [--json]`: counts how the files change stored answers. Returns 1 if they invalidate any
 * without a migration.
 */
async function impact(args: string[]): Promise<number> {
  const { ask } = await import('./portal/ask');
  const { lines, error, code } = await ask(['schemas', 'impact', ...args], { onlyLooks: true });
  for (const line of lines) console.log(line);
  // The JSON already has the error.
  if (error && !(args.includes('--json') && lines.length)) console.error(error);
  return code;
}
