import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SchemaFiles } from '../../model/types';
import { findRoot } from '../platform/config';

export const SCHEMAS = path.join(findRoot(), 'schemas');

/** Reads files by path below schemas/: 'flows/entry.json'. */
export async function readSchemaTexts(folder = SCHEMAS): Promise<Record<string, string>> {
  const entries = (await listNames(folder)).map(async (name) => [
    name.replaceAll(path.sep, '/'),
    await readFile(path.join(folder, name), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns a text that changes if any file changes. */
export async function readFileState(folder = SCHEMAS): Promise<string> {
  const names = await listNames(folder);
  const each = names.map(async (name) => {
    // The file may have been deleted since it was listed.
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    return `${name} ${found?.mtimeMs} ${found?.size}`;
  });
  return (await Promise.all(each)).join('\n');
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
}

export async function readSchemaFiles(folder?: string): Promise<SchemaFiles> {
  return parseAll(await readSchemaTexts(folder));
}

/** Parses files. Throws if one isn't valid JSON. */
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
