import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createLocalFileStore } from '../../../server/platform/files/files';
import { type CopiedFile, FILE_LIST, filesFolder, listBackups, partPath, readPart } from './backupFolder';

/** Deletes all but the newest `keep` backups, and then the files that no backup lists anymore. */
export async function deleteOldBackups(folder: string, keep: number): Promise<{ backups: number; files: number }> {
  const names = await listBackups(folder);
  const old = names.slice(0, -keep);
  for (const name of old) await rm(path.join(folder, name), { recursive: true });
  const listed = await readNames(names.slice(-keep).map((name) => path.join(folder, name)));
  const store = createLocalFileStore(filesFolder(folder));
  let files = 0;
  for await (const { name } of store.list()) {
    if (listed.has(name)) continue;
    await store.remove(name);
    files += 1;
  }
  return { backups: old.length, files };
}

async function readNames(backups: readonly string[]): Promise<Set<string>> {
  const names = new Set<string>();
  for (const backup of backups)
    for await (const line of readPart(partPath(backup, FILE_LIST))) names.add((JSON.parse(line) as CopiedFile).name);
  return names;
}
