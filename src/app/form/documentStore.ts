import { createStore } from '../../model/createStore';
import type { StoredDocument } from '../../model/formContext';

/** The files of the application as the page knows them. */
export interface DocumentStore {
  list(): readonly StoredDocument[];
  subscribe(listener: () => void): () => void;
  add(document: StoredDocument): void;
  remove(passes: (document: StoredDocument) => boolean): void;
}

export function createDocumentStore(start: readonly StoredDocument[]): DocumentStore {
  const { read, set, subscribe } = createStore(start);
  return {
    list: read,
    subscribe,
    add: (document) => set([...read(), document]),
    remove: (passes) => set(read().filter((document) => !passes(document))),
  };
}
