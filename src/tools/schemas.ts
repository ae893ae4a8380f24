import { watch } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Catalogue, createCatalogue } from '../model/catalogue';
import { configOverlay } from '../model/overlay';
import { keyOf } from '../model/paths';
import type { Overlay, SchemaFiles } from '../model/types';
import { findRoot } from '../server/config';
import { readSchemaFiles, readSchemaTexts } from '../server/forms/readSchemas';
import { endWithReader } from './endWithReader';
import { addToText } from './schemas/addToText';
import { explain } from './schemas/explain';
import { editorLists } from './schemas/lint/lintMeta';
import { lintSchemas } from './schemas/lint/lintSchemas';
import { newSection } from './schemas/newSection';
import type { Impossible } from './schemas/prove/proveSchemas';
import { readWidgetNames, widgetIndex } from './schemas/widgetIndex';

const HELP = `npm run schemas -- <command>

  lint    [--watch]                        what is wrong in schemas/, with file, line and the mend
  prove   [<section>] [--stored] [--watch] every form can be completed, for every sample and pairwise over all settings
  explain <section> <field> [--config F]   why a field is there, and required or not
  impact  [--old <folder>] [--json]        what a change does to stored drafts and answers (counts only); 1 when it breaks any
  export  [--to <folder>]                  writes what was published in the Studio into schemas/, for a pull request
  new     <section> [--list] [--step <id>] schema, ui, flow entry, translations to be said and personas' answers of a new section
  meta                                     writes the lists for editors in schemas/meta, and widgets/index.ts, anew from the program
`;

/** A command gets its arguments and gives the exit code. */
type Command = (args: string[]) => Promise<number>;

const COMMANDS: Record<string, Command> = { lint, prove, explain, impact, export: exportFiles, new: create, meta };

/** `npm run schemas -- <command>`: the tools of those who edit schemas/. */
async function main([name = '', ...args]: string[]): Promise<void> {
  endWithReader();
  const command = COMMANDS[name];
  if (!command) console.log(HELP);
  else if (args.includes('--watch'))
    return again(
      command,
      args.filter((word) => word !== '--watch'),
    );
  process.exitCode = command ? await command(args) : name ? 2 : 0;
}

/** Does a command now, and whenever files below schemas/ have changed and lie still, until it is ended. */
async function again(command: Command, args: string[]): Promise<void> {
  const run = () => command(args).catch((error: Error) => console.error(error.message));
  let running: Promise<unknown> = run();
  let timer: NodeJS.Timeout | undefined;
  watch(path.join(findRoot(), 'schemas'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => {
        console.log(`\n${new Date().toTimeString().slice(0, 8)}`);
        return run();
      });
    }, STILL);
  });
}

/** An editor writes several files. */
const STILL = 100;

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

/** `new <section> [--list] [--step <id>]`: writes all files of a new section, at the end of a step (the first, unless one is named). */
async function create(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { list: { type: 'boolean' }, step: { type: 'string' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  const { list: isList = false, step = 'identification' } = values;
  const texts = await readSchemaTexts();
  const { files } = newSection({ name, isList, step, files: await readSchemaFiles() });
  for (const [file, content] of Object.entries(files)) {
    const text = texts[file];
    const written = text === undefined ? `${JSON.stringify(content, null, 2)}\n` : addToText(text, content);
    await writeFile(path.join(findRoot(), 'schemas', file), written);
    console.log(`schemas/${file} written`);
  }
  console.log('Now say its words and rules, then: npm run format && npm test -- unit');
  return 0;
}

/** Writes the lists of widgets and keywords in schemas/meta as the program knows them, and the list of components in widgets/. */
async function meta(): Promise<number> {
  const names = await readWidgetNames();
  const lists = editorLists(await readSchemaFiles(), names);
  for (const { file, content } of lists) {
    await writeFile(path.join(findRoot(), 'schemas', file), `${JSON.stringify(content, null, 2)}\n`);
    console.log(`schemas/${file} written`);
  }
  const index = path.join(findRoot(), 'widgets/index.ts');
  await writeFile(index, widgetIndex(inOrderOf(lists, names), await readFile(index, 'utf8')));
  console.log('widgets/index.ts written');
  return 0;
}

/** Names as the list for editors has them. */
function inOrderOf(lists: { file: string; content: unknown }[], names: readonly string[]): string[] {
  const listed = lists.find(({ file }) => file === 'meta/widgets.json')?.content;
  return Array.isArray(listed) ? listed.filter((name) => names.includes(name)) : [];
}

/** `prove [<section>] [--stored]`: prints what cannot be completed; 1 when there is something. */
async function prove(args: string[]): Promise<number> {
  const files = await readSchemaFiles();
  const catalogue: Catalogue = createCatalogue(files);
  const named = args.filter((word) => !word.startsWith('--'));
  const stranger = named.find((name) => !catalogue.sectionNames.includes(name));
  if (stranger !== undefined)
    throw new Error(`There is no section '${stranger}'; ${catalogue.sectionNames.join(', ')}`);
  const stored = args.includes('--stored') ? await storedOverlays() : {};
  const configs = { ...sampleOverlays(files), ...stored };
  const sections = named.length ? named : undefined;
  const today = new Date().toISOString().slice(0, 10);
  // The compiler is another 120 modules, which no other command waits for.
  const { proveSchemas } = await import('./schemas/prove/proveSchemas');
  const { completed, impossible } = proveSchemas(catalogue, configs, today, { sections });
  for (const one of impossible) console.log(tell(one));
  console.log(
    `${completed} ways to fill ${sections?.join(', ') ?? `${catalogue.sectionNames.length} sections`}, under ${Object.keys(configs).length} configurations and pairwise over their settings; ${impossible.length} impossible`,
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
async function storedOverlays(): Promise<Record<string, Overlay>> {
  const { ask } = await import('./portal/ask');
  const { lines, error } = await ask(['schemas', 'settings'], { onlyLooks: true });
  if (error) throw new Error(error);
  return JSON.parse(lines.join(''));
}

/** `export [--to <folder>]`: writes what was published in the Studio as files. */
async function exportFiles(args: string[]): Promise<number> {
  const { ask } = await import('./portal/ask');
  const { lines, error, code } = await ask(['schemas', 'export', ...args]);
  for (const line of lines) console.log(line);
  if (error) console.error(error);
  return code;
}

/** `impact [--old <folder>] [--json]`: prints what the present files do to what is stored; 1 when something breaks without a migration. */
async function impact(args: string[]): Promise<number> {
  const { ask } = await import('./portal/ask');
  const { lines, error, code } = await ask(['schemas', 'impact', ...args], { onlyLooks: true });
  for (const line of lines) console.log(line);
  // Whoever reads JSON finds it there.
  if (error && !(args.includes('--json') && lines.length)) console.error(error);
  return code;
}
