import type { FileStore } from './fileStore';

/** Folder with a file per erased application. After a restore, these applications are erased again. */
const FOLDER = 'erased/';

export function erasureMark(trn: string): string {
  return `${FOLDER}${trn}`;
}

export async function listErasureMarks(store: Pick<FileStore, 'list'>): Promise<string[]> {
  const trns: string[] = [];
  for await (const { name } of store.list()) if (name.startsWith(FOLDER)) trns.push(name.slice(FOLDER.length));
  return trns;
}
