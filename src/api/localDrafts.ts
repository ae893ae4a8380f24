import type { TypedDraft } from '../contract/drafts';

interface BrowserVault {
  put(name: string, text: string): Promise<void>;
  get(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
  names(): Promise<string[]>;
  clear(): Promise<void>;
}

interface Sealed {
  iv: BufferSource;
  data: ArrayBuffer;
}

const KEYS = 'keys';
const TEXTS = 'texts';
const KEY = 'drafts';
const ALGORITHM = 'AES-GCM';

/**
 * Opens storage encrypted with a key that scripts can't read. Returns undefined without IndexedDB or a secure origin.
 * Calls can reject, for example when the disk is full.
 */
function openVault(database: string): BrowserVault | undefined {
  if (!globalThis.indexedDB || !globalThis.crypto?.subtle) return undefined;
  const opened = <T>(work: (db: IDBDatabase) => Promise<T>) => withDatabase(database, work);
  return {
    put: (name, text) =>
      opened(async (db) => {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const data = await crypto.subtle.encrypt(
          cipherOptions(iv, name),
          await getKey(db),
          new TextEncoder().encode(text),
        );
        await awaitRequest(store(db, TEXTS, 'readwrite').put({ iv, data } satisfies Sealed, name));
      }),
    get: (name) =>
      opened(async (db) => {
        const sealed: Sealed | undefined = await awaitRequest(store(db, TEXTS, 'readonly').get(name));
        if (!sealed) return undefined;
        return new TextDecoder().decode(
          await crypto.subtle.decrypt(cipherOptions(sealed.iv, name), await getKey(db), sealed.data),
        );
      }),
    remove: (name) => opened((db) => awaitRequest(store(db, TEXTS, 'readwrite').delete(name))),
    names: () => opened(async (db) => (await awaitRequest(store(db, TEXTS, 'readonly').getAllKeys())).map(String)),
    clear: () => opened((db) => awaitRequest(store(db, TEXTS, 'readwrite').clear())),
  };
}

/** Closes the connection, because an open connection would block deleting the database. */
async function withDatabase<T>(name: string, work: (db: IDBDatabase) => Promise<T>): Promise<T> {
  const db = await openDatabase(name);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

function cipherOptions(iv: BufferSource, name: string): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(name) };
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(KEYS);
    request.result.createObjectStore(TEXTS);
  };
  return awaitRequest(request);
}

/** Returns this browser's key. Creates it on first use. */
async function getKey(db: IDBDatabase): Promise<CryptoKey> {
  const known: CryptoKey | undefined = await awaitRequest(store(db, KEYS, 'readonly').get(KEY));
  if (known) return known;
  const created = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
  // `add` fails if another tab has created the key.
  await awaitRequest(store(db, KEYS, 'readwrite').add(created, KEY)).catch(() => undefined);
  return awaitRequest(store(db, KEYS, 'readonly').get(KEY));
}

function store(db: IDBDatabase, name: string, mode: IDBTransactionMode): IDBObjectStore {
  return db.transaction(name, mode).objectStore(name);
}

function awaitRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const vault = openVault('rental-drafts');

export async function storeLocalDraft(trnId: string, section: string, draft: TypedDraft): Promise<void> {
  await vault?.put(draftName(trnId, section), JSON.stringify(draft)).catch(() => undefined);
}

/** Returns undefined if there's no readable draft. */
export async function findLocalDraft(trnId: string, section: string): Promise<TypedDraft | undefined> {
  const text = await vault?.get(draftName(trnId, section)).catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

export async function removeLocalDraft(trnId: string, section: string): Promise<void> {
  await vault?.remove(draftName(trnId, section)).catch(() => undefined);
}

export async function listLocalSections(trnId: string): Promise<string[]> {
  const names = (await vault?.names().catch(() => undefined)) ?? [];
  const start = draftName(trnId, '');
  return names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}

export async function removeLocalDrafts(): Promise<void> {
  await vault?.clear().catch(() => undefined);
}

const draftName = (trnId: string, section: string) => `${trnId}/${section}`;
