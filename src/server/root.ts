import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder: the nearest one upward from this file with a package.json, from sources and from the build alike. */
export function findRoot(from: string = fileURLToPath(import.meta.url)): string {
  const folder = path.dirname(from);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  if (folder === from) throw new Error(`No package.json upward from ${fileURLToPath(import.meta.url)}`);
  return findRoot(folder);
}
