import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Deps } from '../../../src/server/deps';

/** Returns a hash of each table's rows, and the names and sizes of all files, to find what a call changed. */
export async function takeFingerprint(
  { deps }: { deps: Pick<Deps, 'db' | 'config'> },
  without: string[] = [],
): Promise<Record<string, string>> {
  const { rows } = await deps.db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const places = ['files', 'objects'].map((name) => path.join(deps.config.dataDir, name));
  const prints: Record<string, string> = { files: places.filter(existsSync).map(filesIn).join('\n') };
  for (const { name } of rows.filter((row) => !without.includes(row.name))) {
    const sql = `select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print from "${name}" t`;
    prints[name] = (await deps.db.query<{ print: string }>(sql)).rows[0]?.print ?? '';
  }
  return prints;
}

/** Lists the names that differ. */
export function differences(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}

function filesIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => `${name} ${statSync(path.join(folder, name)).size}`).join('\n');
}
