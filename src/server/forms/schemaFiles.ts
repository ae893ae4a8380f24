import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findRoot } from '../root';

/** Every JSON file below schemas/, by its path there ('flows/entry.json'). Throws, naming the file, when one is not JSON. */
export async function readSchemaFiles(folder = path.join(findRoot(), 'schemas')): Promise<Record<string, unknown>> {
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
