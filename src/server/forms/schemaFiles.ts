import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createCatalogue } from '../../model/catalogue';
import { readMigrations } from '../../model/migrations';
import { translate } from '../../model/translate';
import type { SchemaFiles, SchemaNode } from '../../model/types';
import type { Finding } from '../../tools/schemas/lint/lintSchemas';
import { findRoot } from '../config';
import { createCompiledSections } from './compiledSections';
import { mapValues, readLanguages } from './languages';
import { schemaVersion } from './schemaVersion';

/** The text of every JSON file below schemas/, by its path there ('flows/entry.json'). */
export async function readSchemaTexts(folder = path.join(findRoot(), 'schemas')): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
  const entries = names.map(async (name) => [
    name.replaceAll(path.sep, '/'),
    await readFile(path.join(folder, name), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

/** The same, parsed. Throws, naming the file, when one is not JSON. */
export async function readSchemaFiles(folder?: string): Promise<SchemaFiles> {
  return parseAll(await readSchemaTexts(folder));
}

export function parseAll(texts: Record<string, string>): SchemaFiles {
  const files: SchemaFiles = {};
  for (const [file, text] of Object.entries(texts)) files[file] = parse(file, text);
  return files;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`schemas/${file}: not readable as JSON`, { cause });
  }
}

/** What is made of the schema files, all of it at once. Throws a CatalogueError for files that break the dialect. */
export async function loadSchemas(folder?: string) {
  return makeSchemas(await readSchemaTexts(folder));
}

/** The same of texts that were read already. */
export function makeSchemas(texts: Record<string, string>) {
  const files = parseAll(texts);
  const catalogue = createCatalogue(files);
  const languages = readLanguages(files);
  return {
    texts,
    files,
    catalogue,
    languages,
    compile: createCompiledSections(catalogue),
    compileIn: mapValues(languages, (words) => createCompiledSections(catalogue, (plain) => translate(plain, words))),
    states: readStates(files['definitions/us-state.json'] ?? {}),
    version: schemaVersion(files),
    /** Tells whether any text of them is another. */
    textsHash: hashTexts(texts),
    migrations: readMigrations(files),
  };
}

export function hashTexts(texts: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** The options of the one list of states: 'TX - Texas' → { code: 'TX', name: 'Texas' }. */
function readStates(node: SchemaNode): { code: string; name: string }[] {
  return (node.oneOf ?? []).map((option) => ({
    code: String(option.const),
    name: option.title.replace(/^\S+ - /, ''),
  }));
}

/** Changed schema files that must not become live; its message says what, where and how to mend. */
export class HeldBack extends Error {
  constructor(readonly findings: readonly Finding[]) {
    super(findings.map(tell).join(''));
    this.name = 'HeldBack';
  }
}

function tell({ code, file, line, path, mend }: Finding): string {
  return `\n  schemas/${file}:${line} ${code}${path && ` at ${path}`}. ${mend}`;
}
