import type { StoredDocument } from '../../model/formContext';

/** The files of the application as the page knows them. */
export interface DocumentShelf {
  list(): readonly StoredDocument[];
  subscribe(listener: () => void): () => void;
  add(document: StoredDocument): void;
  remove(passes: (document: StoredDocument) => boolean): void;
}

export function createDocumentShelf(start: readonly StoredDocument[]): DocumentShelf {
  const listeners = new Set<() => void>();
  let documents = start;
  const set = (next: readonly StoredDocument[]) => {
    documents = next;
    for (const listener of listeners) listener();
  };
  return {
    list: () => documents,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: (document) => set([...documents, document]),
    remove: (passes) => set(documents.filter((document) => !passes(document))),
  };
}
