import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { SchemaFiles } from '../../model/types';
import { findRoot, readSchemasDir } from '../platform/config';
import { withOutsideWidgets } from './outsideWidgets';
import { completeProduct, PRODUCT } from './productFiles';

const PROGRAM = path.join(findRoot(), 'schemas');

export const schemasFolder = (): string => readSchemasDir(process.env, findRoot());

/**
 * Returns the files' texts by path, such as 'flows/entry.json'. If the folder is a product, adds the portal's files.
 */
export async function readSchemaTexts(folder = schemasFolder()): Promise<Record<string, string>> {
  const texts = await readFolder(folder);
  return withOutsideWidgets(PRODUCT in texts ? completeProduct(texts, await readFolder(PROGRAM)) : texts);
}

async function readFolder(folder: string): Promise<Record<string, string>> {
  const entries = (await listNames(folder)).map(async (name) => [
    name.replaceAll(path.sep, '/'),
    await readFile(path.join(folder, name), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns a string that changes if any file changes. */
export async function readFileState(folder = schemasFolder()): Promise<string> {
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

export function parseAll(texts: Record<string, string>): SchemaFiles {
  const files: SchemaFiles = {};
  for (const [file, text] of Object.entries(texts)) files[file] = parse(file, text);
  return files;
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`schemas/${file} isn't valid JSON`, { cause });
  }
}
