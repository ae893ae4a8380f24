import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SchemaFiles } from '../../model/types';
import { findRoot } from '../config';

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

/** Texts by their path below schemas/, parsed. Throws, naming the file, when one is not JSON. */
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
