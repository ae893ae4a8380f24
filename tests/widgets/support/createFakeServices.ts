import type { AddressSuggestion, FormServices, StoredDocument, UploadRequest } from '../../../src/model/formContext';

/** An upload in progress that the test completes. */
export interface PendingUpload extends UploadRequest {
  succeed(): Promise<void>;
  /** `code` is the error code of the server. */
  fail(message: string, code?: string): void;
}

export interface FakeServices extends FormServices {
  said: string[];
  asked: { title: string; text?: string }[];
  alerts: string[];
  uploads: PendingUpload[];
  removed: StoredDocument[];
  canceled: File[];
  /** The answer to the next confirmations. */
  agree: boolean;
}

/** Creates services for one test: files are in memory, and `agree` answers confirmations. */
export function createFakeServices(
  given: {
    documents?: StoredDocument[];
    suggest?: (query: string) => Promise<AddressSuggestion[]>;
    removeFails?: string;
  } = {},
): FakeServices {
  let list: readonly StoredDocument[] = given.documents ?? [];
  const listeners = new Set<() => void>();
  const put = (next: readonly StoredDocument[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const fake: FakeServices = {
    said: [],
    asked: [],
    alerts: [],
    uploads: [],
    removed: [],
    canceled: [],
    agree: true,
    suggestAddresses: async (query) => (given.suggest ? given.suggest(query) : []),
    documents: {
      list: () => list,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener) && undefined;
      },
      upload: (request) =>
        new Promise((resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(new Error('aborted')));
          fake.uploads.push({
            ...request,
            async succeed() {
              const stored = storedDocument(request.file.name, {
                document_id: request.document_id,
                source_id: request.source_id,
              });
              put([...list, stored]);
              resolve(stored);
            },
            fail: (message, code) => reject(Object.assign(new Error(message), { code })),
          });
        }),
      async cancelUpload(file) {
        fake.canceled.push(file);
      },
      async remove(document) {
        if (given.removeFails) throw new Error(given.removeFails);
        fake.removed.push(document);
        put(list.filter((each) => each !== document));
      },
      address: async (document, kind) => `https://files.example/${kind}/${document.blob_path}`,
    },
    sources: { add: async () => ({ id: 1 }), remove: async () => undefined },
    async confirm(question) {
      fake.asked.push(question);
      return fake.agree;
    },
    async alert({ title, text }) {
      fake.alerts.push(text ? `${title}: ${text}` : title);
    },
    announce: (text) => fake.said.push(text),
  };
  return fake;
}

let count = 0;

/** Returns a file as the server lists it. */
export function storedDocument(name: string, more: Partial<StoredDocument> = {}): StoredDocument {
  count += 1;
  return {
    id: count,
    blob_path: `app/${count}-${name}`,
    name,
    size: 1000,
    type: name.endsWith('.pdf') ? 'application/pdf' : 'image/png',
    document_id: 2,
    source_id: 0,
    ...more,
  };
}
