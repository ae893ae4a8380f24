import type { FileStore } from './fileStore';

/**
 * Each erased application leaves an empty file in the store. A restored backup is older than the last erasures, but the store may have
 * survived: what is marked there is erased again.
 */
const FOLDER = 'erased/';

export function erasureMark(trn: string): string {
  return `${FOLDER}${trn}`;
}

/** The transaction ids of all erased applications that the store knows of. */
export async function listErasureMarks(store: Pick<FileStore, 'list'>): Promise<string[]> {
  const trns: string[] = [];
  for await (const { name } of store.list()) if (name.startsWith(FOLDER)) trns.push(name.slice(FOLDER.length));
  return trns;
}
