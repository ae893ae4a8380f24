import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createCatalogue } from '../../model/catalogue';
import { readMigrations } from '../../model/migrations';
import { translate } from '../../model/translate';
import type { SchemaFiles, SchemaNode } from '../../model/types';
import { findRoot } from '../config';
import { createCompiledSections } from './compiledSections';
import { mapValues, readLanguages } from './languages';
import { schemaVersion } from './schemaVersion';

/** Every JSON file below schemas/, by its path there ('flows/entry.json'). Throws, naming the file, when one is not JSON. */
export async function readSchemaFiles(folder = path.join(findRoot(), 'schemas')): Promise<SchemaFiles> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
  const entries = await Promise.all(
    names.map(async (name) => [name.replaceAll(path.sep, '/'), await readJson(path.join(folder, name))]),
  );
  return Object.fromEntries(entries);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file}: not readable as JSON`, { cause });
  }
}

/** What is made of the schema files, all of it at once. Throws a CatalogueError for files that break the dialect. */
export async function loadSchemas(folder?: string) {
  const files = await readSchemaFiles(folder);
  const catalogue = createCatalogue(files);
  const languages = readLanguages(files);
  return {
    files,
    catalogue,
    languages,
    compile: createCompiledSections(catalogue),
    compileIn: mapValues(languages, (words) => createCompiledSections(catalogue, (plain) => translate(plain, words))),
    states: readStates(files['definitions/us-state.json'] ?? {}),
    version: schemaVersion(files),
    migrations: readMigrations(files),
  };
}

/** The options of the one list of states: 'TX - Texas' → { code: 'TX', name: 'Texas' }. */
function readStates(node: SchemaNode): { code: string; name: string }[] {
  return (node.oneOf ?? []).map((option) => ({
    code: String(option.const),
    name: option.title.replace(/^\S+ - /, ''),
  }));
}
