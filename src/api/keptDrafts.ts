import type { TypedDraft } from '../contract/drafts';

/** Sealed texts in this browser, under names of the caller's choice. */
interface BrowserVault {
  put(name: string, text: string): Promise<void>;
  get(name: string): Promise<string | undefined>;
  remove(name: string): Promise<void>;
  names(): Promise<string[]>;
  /** Removes all texts. */
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
 * AES-GCM under a key that the browser keeps and never gives out; each text is bound to its name. Undefined where the browser has no
 * such store or the page no secure origin. Its promises reject when the store refuses (private windows, no space left).
 */
function openVault(database: string): BrowserVault | undefined {
  if (!globalThis.indexedDB || !globalThis.crypto?.subtle) return undefined;
  const opened = <T>(work: (db: IDBDatabase) => Promise<T>) => withDatabase(database, work);
  return {
    put: (name, text) =>
      opened(async (db) => {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const data = await crypto.subtle.encrypt(bound(iv, name), await keyOf(db), new TextEncoder().encode(text));
        await done(store(db, TEXTS, 'readwrite').put({ iv, data } satisfies Sealed, name));
      }),
    get: (name) =>
      opened(async (db) => {
        const sealed: Sealed | undefined = await done(store(db, TEXTS, 'readonly').get(name));
        if (!sealed) return undefined;
        return new TextDecoder().decode(
          await crypto.subtle.decrypt(bound(sealed.iv, name), await keyOf(db), sealed.data),
        );
      }),
    remove: (name) => opened((db) => done(store(db, TEXTS, 'readwrite').delete(name))),
    names: () => opened(async (db) => (await done(store(db, TEXTS, 'readonly').getAllKeys())).map(String)),
    clear: () => opened((db) => done(store(db, TEXTS, 'readwrite').clear())),
  };
}

/** Closed whatever comes of `work`: a connection left open would keep the browser from deleting the database. */
async function withDatabase<T>(name: string, work: (db: IDBDatabase) => Promise<T>): Promise<T> {
  const db = await openDatabase(name);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

function bound(iv: BufferSource, name: string): AesGcmParams {
  return { name: ALGORITHM, iv, additionalData: new TextEncoder().encode(name) };
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(KEYS);
    request.result.createObjectStore(TEXTS);
  };
  return done(request);
}

/** The one key; of two tabs that make it at once, one's is kept. */
async function keyOf(db: IDBDatabase): Promise<CryptoKey> {
  const known: CryptoKey | undefined = await done(store(db, KEYS, 'readonly').get(KEY));
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt']);
  // A key that came meanwhile makes `add` fail; what stands then is taken.
  await done(store(db, KEYS, 'readwrite').add(made, KEY)).catch(() => undefined);
  return done(store(db, KEYS, 'readonly').get(KEY));
}

function store(db: IDBDatabase, name: string, mode: IDBTransactionMode): IDBObjectStore {
  return db.transaction(name, mode).objectStore(name);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const vault = openVault('rental-drafts');

/** Keeps, sealed in this browser, what could not be brought to the server. Where the browser will not have it, it is not kept. */
export async function keepDraft(trnId: string, section: string, draft: TypedDraft): Promise<void> {
  await vault?.put(nameOf(trnId, section), JSON.stringify(draft)).catch(() => undefined);
}

/** What is kept of a section; undefined when nothing is, or it cannot be opened any more. */
export async function findKept(trnId: string, section: string): Promise<TypedDraft | undefined> {
  const text = await vault?.get(nameOf(trnId, section)).catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The server has it, or will never: nothing is kept any longer. */
export async function forgetKept(trnId: string, section: string): Promise<void> {
  await vault?.remove(nameOf(trnId, section)).catch(() => undefined);
}

/** The sections of which something is kept. */
export async function keptSections(trnId: string): Promise<string[]> {
  const names = (await vault?.names().catch(() => undefined)) ?? [];
  const start = nameOf(trnId, '');
  return names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}

/** Nothing is kept any longer, of no application. */
export async function forgetAllKept(): Promise<void> {
  await vault?.clear().catch(() => undefined);
}

const nameOf = (trnId: string, section: string) => `${trnId}/${section}`;
