import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findRoot } from '../../server/config';

/** The text of every JSON file below a folder (schemas/, unless another is named), by its path there. */
export async function readSchemaTexts(folder = path.join(findRoot(), 'schemas')): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
  const entries = names.map(async (name) => [
    name.replaceAll(path.sep, '/'),
    await readFile(path.join(folder, name), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

/** The names of the components in widgets/: files directly in it that begin with a capital letter. */
export async function readWidgetNames(folder = path.join(findRoot(), 'widgets')): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^[A-Z]\w*\.tsx$/.test(name));
  return names.map((name) => name.slice(0, -'.tsx'.length)).sort();
}
