import type { BrowserContext, Page } from '@playwright/test';

/** Everything that a browser stores, as one string per place. */
export type Traces = Record<string, string>;

/** Records the addresses of a context's requests and pages, and the pages' titles. */
export function recordAddresses(context: BrowserContext): () => Traces {
  const urls: string[] = [];
  const titles = new Set<string>();
  context.on('request', (request) => void urls.push(request.url(), request.headers().referer ?? ''));
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      urls.push(frame.url());
      void page.title().then(
        (title) => titles.add(title),
        () => undefined,
      );
    });
  });
  return () => ({ 'requested addresses': urls.join('\n'), titles: [...titles].join('\n') });
}

/**
 * Reads all that the page's origin stores now, and the page's history entry.
 * @throws Error if its databases can't be read completely
 */
export async function readTraces(page: Page): Promise<Traces> {
  const indexedDB = await readThrough(page);
  const stored = await page.evaluate(readRest);
  return { ...stored, indexedDB, cookies: JSON.stringify(await page.context().cookies()) };
}

/**
 * Reads all databases. A logout's response closes all connections (Clear-Site-Data), even during a read. Keeps the
 * results so far, and reads again until a read completes.
 */
async function readThrough(page: Page): Promise<string> {
  const texts: string[] = [];
  for (let tries = 0; tries < 10; tries += 1) {
    const read = await page.evaluate(readDatabases);
    texts.push(read.seen);
    if (!read.cut) return texts.join('\n');
  }
  throw new Error("The page's databases couldn't be read completely in ten tries");
}

/** Runs in the page. */
async function readDatabases(): Promise<{ seen: string; cut: boolean }> {
  const values: unknown[] = [];
  const toPromise = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const open = (name = '') => {
    const request = indexedDB.open(name);
    // The database was deleted meanwhile. Opening it would create it again without its stores.
    request.onupgradeneeded = () => request.transaction?.abort();
    return toPromise(request);
  };
  // Chromium never completes a request that was running when it cleared the storage.
  const tooLong = new Promise<never>((_, reject) => setTimeout(() => reject(new DOMException('', 'AbortError')), 3000));
  try {
    for (const { name } of await Promise.race([indexedDB.databases(), tooLong])) {
      const database = await open(name);
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        values.push(store, ...(await Promise.all([toPromise(rows.getAllKeys()), toPromise(rows.getAll())])));
      }
      database.close();
    }
  } catch (cause) {
    const isCut = cause instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(cause.name);
    if (!isCut) throw cause;
    return { seen: JSON.stringify(values), cut: true };
  }
  return { seen: JSON.stringify(values), cut: false };
}

/** Runs in the page. */
async function readRest(): Promise<Record<string, string>> {
  const cached: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      cached.push(request.url, (await (await cache.match(request))?.text()) ?? '');
  }
  return {
    localStorage: JSON.stringify(Object.entries(localStorage)),
    sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
    caches: cached.join('\n'),
    history: `${location.href} ${document.title} ${document.referrer} ${JSON.stringify(history.state)} ${window.name}`,
    'service workers': JSON.stringify((await navigator.serviceWorker?.getRegistrations())?.map(({ scope }) => scope)),
  };
}
