import type { FileOwner } from './fileOwner';
import type { FileStore } from './fileStore';
import { isDocument } from './files';
import type { StoredFiles } from './storedFileRepository';

/** Records documents before writing them. Removes files only if this installation owns the store. */
export function recordFiles(store: FileStore, records: StoredFiles, owner: Pick<FileOwner, 'isOurs'>): FileStore {
  return {
    ...store,
    async write(name, content) {
      if (isDocument(name)) await records.record(name);
      await store.write(name, content);
    },
    async remove(name) {
      if (!owner.isOurs()) return;
      await store.remove(name);
      await records.deleteRecord(name);
    },
  };
}
