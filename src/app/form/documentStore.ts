import { createStore } from '../../model/createStore';
import type { StoredDocument } from '../../model/formContext';

/** The files of the application as the page knows them. */
export interface DocumentShelf {
  list(): readonly StoredDocument[];
  subscribe(listener: () => void): () => void;
  add(document: StoredDocument): void;
  remove(passes: (document: StoredDocument) => boolean): void;
}

export function createDocumentShelf(start: readonly StoredDocument[]): DocumentShelf {
  const { read, set, subscribe } = createStore(start);
  return {
    list: read,
    subscribe,
    add: (document) => set([...read(), document]),
    remove: (passes) => set(read().filter((document) => !passes(document))),
  };
}
