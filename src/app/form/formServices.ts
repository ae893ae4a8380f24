import { useState } from 'react';
import { cancelUpload, deleteDocument, getFileAddress, uploadDocument } from '../../api/documents';
import { addSource, allowOfferLetter, deleteSource, getBanks } from '../../api/income';
import { suggestAddresses } from '../../api/users';
import { pageMessages } from '../../messages/useMessages';
import { createStore } from '../../model/createStore';
import type { FormServices, StoredDocument, UploadRequest } from '../../model/formContext';
import type { KnownChecks } from '../../model/income/checks/documentChecks';
import { wasLanguageRowOpen } from '../language/placeOfSwitch';
import { announce } from '../ui/LiveRegion';
import { alert, confirm } from '../ui/QuestionHost';
import { type CheckStore, createCheckStore } from './createCheckStore';

export interface PageServices extends FormServices {
  documentStore: DocumentStore;
  checks?: CheckStore;
  allowOfferLetter(sourceId: number, isAllowed: boolean): Promise<unknown>;
}

interface OwnedSources {
  documents: readonly StoredDocument[];
  checks?: KnownChecks;
}

/** Returns the same object on every render. */
export function useFormServices(trnId: string, has: OwnedSources): PageServices {
  const [services] = useState(() => createFormServices(trnId, has));
  return services;
}

function createFormServices(trnId: string, { documents, checks: known }: OwnedSources): PageServices {
  const documentStore = createDocumentStore(documents);
  const checks = known && createCheckStore(trnId, known);
  let banks: Promise<readonly string[]> | undefined;
  const refreshAfter = <T>(change: Promise<T>) => change.finally(() => checks?.refresh());
  return {
    documentStore,
    checks,
    allowOfferLetter: (sourceId, isAllowed) => refreshAfter(allowOfferLetter(trnId, sourceId, isAllowed)),
    suggestAddresses,
    startsOpen: wasLanguageRowOpen,
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
      upload: (request) => refreshAfter(upload(trnId, documentStore, request)),
      cancelUpload: (file) => refreshAfter(cancelUpload(trnId, file)),
      remove: (document) => refreshAfter(removeDocument(documentStore, document)),
      address: findAddress,
    },
    sources: {
      add: (documentId, next) => addSource(trnId, documentId, next),
      remove: (documentId, sourceId) => refreshAfter(removeSource(trnId, documentStore, documentId, sourceId)),
    },
    confirm,
    alert,
    announce,
  };
}

function findAddress(document: StoredDocument, kind: 'file' | 'thumbnail'): Promise<string> {
  if (kind === 'thumbnail' && !document.type.startsWith('image/'))
    return Promise.reject(new Error(pageMessages('steps').uploads.noPicture));
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
    throw new Error(pageMessages('steps').dialogs.deleteDocumentFailed, { cause });
  }
  documentStore.remove(({ id }) => id === document.id);
}

async function removeSource(
  trnId: string,
  documentStore: DocumentStore,
  documentId: number,
  sourceId: number,
): Promise<void> {
  await deleteSource(trnId, documentId, sourceId);
  documentStore.remove(({ document_id, source_id }) => document_id === documentId && source_id === sourceId);
}

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
