import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findRoot } from '../../server/config';

/** The names of the components in widgets/: files directly in it that begin with a capital letter. */
export async function readWidgetNames(folder = path.join(findRoot(), 'widgets')): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /^[A-Z]\w*\.tsx$/.test(name));
  return names.map((name) => name.slice(0, -'.tsx'.length)).sort();
}
