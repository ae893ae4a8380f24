import type { FormServices, StoredDocument } from '../../model/formContext';
import { announce } from '../ui/announcements';
import { alert, confirm } from '../ui/questions';

/** The world of a form that belongs to nobody: files stay in this tab, addresses are not looked up. */
export function createStudioServices(): FormServices {
  const listeners = new Set<() => void>();
  const files = new Map<number, File>();
  let documents: StoredDocument[] = [];
  let last = 0;
  const exchange = (next: StoredDocument[]) => {
    documents = next;
    for (const listener of listeners) listener();
  };
  return {
    suggestAddresses: async () => [],
    documents: {
      list: () => documents,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      async upload({ file, document_id, source_id, onProgress }) {
        onProgress(1);
        const id = ++last;
        const stored = {
          id,
          blob_path: `studio/${id}`,
          name: file.name,
          size: file.size,
          type: file.type,
          document_id,
          source_id,
        };
        files.set(id, file);
        exchange([...documents, stored]);
        return stored;
      },
      async remove(document) {
        exchange(documents.filter(({ id }) => id !== document.id));
      },
      async address({ id }) {
        const file = files.get(id);
        return file ? URL.createObjectURL(file) : '';
      },
    },
    sources: { add: async () => ({ id: ++last }), remove: async () => undefined },
    confirm,
    alert,
    announce,
  };
}
