import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setIn } from '../../model/answers/paths';
import { toIsoDate } from '../../model/format/dates';
import { WIDGET_LIST } from '../../model/section/widgetList';
import { listWidgets } from '../../schema-tools/lint/lintMeta';
import type { Verb } from '../../schema-tools/restructure/restructure';
import { rewriteText } from '../../schema-tools/restructure/rewriteText';
import { readOutsideWidgets } from '../../server/forms/outsideWidgets';
import { readSchemaFiles, readSchemaTexts, schemasFolder } from '../../server/forms/readSchemas';
import { findRoot } from '../../server/platform/config';
import { shownPath } from './checkCommands';
import { keywordsPage } from './keywordsPage';
import { newSection } from './newSection';
import { restructureByCommand, writeChanges } from './restructure';
import { readWidgetNames, widgetIndex } from './widgetIndex';

/** `new <section> [--list] [--step <id>]`: creates a section at the end of a step (default: identification). */
export async function create(args: string[]): Promise<number> {
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
  console.log(
    'Next: edit its questions and rules, translate its messages, then run: npm run format && npm test -- unit',
  );
  return 0;
}

/** `move`, `rename` and `retire`: change files and print new lint issues. Return 1 if there are new issues. */
export async function restructureFiles(verb: Verb, args: string[]): Promise<number> {
  const [texts, files, own] = await Promise.all([readSchemaTexts(), readSchemaFiles(), readWidgetNames()]);
  const widgets = [...own, ...Object.keys(readOutsideWidgets())];
  const finished = restructureByCommand(verb, args, { texts, files, widgets, today: toIsoDate(new Date()) });
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

/** Updates docs/keywords.md, widgets/index.ts, and the lists of widgets and placeholders in schemas/meta. */
export async function meta(): Promise<number> {
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

async function writePlaceholders(): Promise<void> {
  const file = 'meta/placeholders.json';
  const files = await readSchemaFiles();
  const texts = Object.entries(files).filter(([name]) => /^(texts\/|office\/status\.json)/.test(name));
  const { scanPlaceholders } = await import('./scanPlaceholders');
  const { $schema, ...before } = Object(files[file]);
  await writeSchema(file, { $schema, ...scanPlaceholders(findRoot(), Object.fromEntries(texts), before) });
}

/** `export [--to <folder>]`: writes the published schema files. */
export async function exportFiles(args: string[]): Promise<number> {
  const { ask } = await import('../portal/ask');
  const { lines, error, code } = await ask(['schemas', 'export', ...args]);
  for (const line of lines) console.log(line);
  if (error) console.error(error);
  return code;
}
