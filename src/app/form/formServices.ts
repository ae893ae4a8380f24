import { useState } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { deleteDocument, getFileAddress, uploadDocument } from '../../api/documents';
import { addSource, allowOfferLetter, deleteSource, getBanks } from '../../api/income';
import { suggestAddresses } from '../../api/users';
import type { KnownChecks } from '../../model/checks/findings';
import { createStore } from '../../model/createStore';
import type { FormServices, StoredDocument, UploadRequest } from '../../model/formContext';
import { announce } from '../ui/LiveRegion';
import { alert, confirm } from '../ui/QuestionHost';
import { type CheckStore, createCheckStore } from './createCheckStore';

/** What the page itself may do next to its widgets. */
export interface PageServices extends FormServices {
  /** The files as the widgets see them. */
  documentStore: DocumentStore;
  /** Only where the documents of sources are asked for. */
  checks?: CheckStore;
  /** Says of an employer whether an offer letter will do, and has its documents judged anew. */
  allowOfferLetter(sourceId: number, isAllowed: boolean): Promise<unknown>;
}

/** What a page has when it opens. */
interface Possessions {
  documents: readonly StoredDocument[];
  /** What the checks say so far; undefined where no documents are read. */
  checks?: KnownChecks;
}

/** The services of a page, the same object as long as it is shown. */
export function useFormServices(trnId: string, has: Possessions): PageServices {
  const [services] = useState(() => createFormServices(trnId, has));
  return services;
}

/** The world as the widgets of one application see it. */
function createFormServices(trnId: string, { documents, checks: known }: Possessions): PageServices {
  const documentStore = createDocumentStore(documents);
  const checks = known && createCheckStore(trnId, known);
  let banks: Promise<readonly string[]> | undefined;
  /** What is checked has changed. */
  const look = <T>(change: Promise<T>) => change.finally(() => checks?.refresh());
  return {
    documentStore,
    checks,
    allowOfferLetter: (sourceId, isAllowed) => look(allowOfferLetter(trnId, sourceId, isAllowed)),
    suggestAddresses,
    banks() {
      banks ??= getBanks().catch((cause) => {
        banks = undefined;
        throw cause;
      });
      return banks;
    },
    documents: {
      list: documentStore.list,
      subscribe: documentStore.subscribe,
      upload: (request) => look(upload(trnId, documentStore, request)),
      remove: (document) => look(removeDocument(documentStore, document)),
      address: findAddress,
    },
    sources: {
      add: (documentId, next) => addSource(trnId, documentId, next),
      remove: (documentId, sourceId) => look(removeSource(trnId, documentStore, documentId, sourceId)),
    },
    confirm,
    alert,
    announce,
  };
}

/** Only pictures have a small picture of themselves; the server need not be asked about others. */
function findAddress(document: StoredDocument, kind: 'file' | 'thumbnail'): Promise<string> {
  if (kind === 'thumbnail' && !document.type.startsWith('image/'))
    return Promise.reject(new Error(texts.uploads.noPicture));
  return getFileAddress(document, kind);
}

async function upload(trnId: string, documentStore: DocumentStore, request: UploadRequest): Promise<StoredDocument> {
  const stored = await uploadDocument(trnId, request);
  documentStore.add(stored);
  return stored;
}

async function removeDocument(documentStore: DocumentStore, document: StoredDocument): Promise<void> {
  try {
    await deleteDocument(document);
  } catch (cause) {
    throw new Error(texts.dialogs.deleteDocumentFailed, { cause });
  }
  documentStore.remove(({ id }) => id === document.id);
}

/** A source takes its files with it. */
async function removeSource(
  trnId: string,
  documentStore: DocumentStore,
  documentId: number,
  sourceId: number,
): Promise<void> {
  await deleteSource(trnId, documentId, sourceId);
  documentStore.remove(({ document_id, source_id }) => document_id === documentId && source_id === sourceId);
}

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
