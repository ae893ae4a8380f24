import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createCatalog } from '../../model/section/catalog';
import { readConfigSettings } from '../../model/section/subscriberSettings';
import type { SchemaFiles, SubscriberSettings } from '../../model/types';
import { bundleSection, type Unsupported } from '../../schema-tools/bundle/bundleSection';
import { readSchemaFiles } from '../../server/forms/readSchemas';
import { configFile } from './configFile';

/**
 * `bundle <section> [--settings <file>] [--to <folder>]`: prints or writes a JSON Schema and a uiSchema.
 * @throws Error for unknown names
 */
export async function bundle(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { settings: { type: 'string' }, to: { type: 'string' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  if (!name) throw new Error("Add the section's name: npm run schemas -- bundle <section>");
  const files = await readSchemaFiles();
  const catalog = createCatalog(files);
  if (!catalog.sectionNames.includes(name))
    throw new Error(`There's no section '${name}'. Use one of ${catalog.sectionNames.join(', ')}.`);
  const { schema, ui, beyond } = bundleSection(catalog.section(name), settingsOf(files, values.settings));
  if (values.to === undefined) console.log(JSON.stringify({ schema, ui, beyond }, null, 2));
  else await writeBundle(values.to, { [`${name}.schema.json`]: schema, [`${name}.ui.json`]: ui }, beyond);
  return 0;
}

function settingsOf(files: SchemaFiles, name: string | undefined): SubscriberSettings {
  if (name === undefined) return { settings: {} };
  const file = configFile(name);
  const config = files[file as keyof SchemaFiles];
  if (!config) throw new Error(`There's no schemas/${file}. Use the name of a file in schemas/configs.`);
  return readConfigSettings(config);
}

async function writeBundle(
  folder: string,
  files: Record<string, unknown>,
  beyond: readonly Unsupported[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
    console.log(`Wrote ${path.join(folder, name)}`);
  }
  if (beyond.length > 0) console.log('JSON Schema can\u2019t express these rules; check them yourself:');
  for (const { at, keyword } of beyond) console.log(`  ${at || '(section)'}  ${keyword}`);
}
