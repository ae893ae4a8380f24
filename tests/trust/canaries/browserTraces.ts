import type { BrowserContext, Page } from '@playwright/test';

/** What a browser remembers, by where: each a text to search. */
export type Traces = Record<string, string>;

/** Notes all that a context asks for and where its pages go. */
export function noteAddresses(context: BrowserContext): () => Traces {
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

/** All that a page's origin keeps in the browser now, and the page's own history entry. */
export async function readTraces(page: Page): Promise<Traces> {
  const kept = await page.evaluate(collect);
  return { ...kept, cookies: JSON.stringify(await page.context().cookies()) };
}

/** Runs in the page. */
async function collect(): Promise<Record<string, string>> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const databases: unknown[] = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await asked(indexedDB.open(name ?? ''));
    for (const store of database.objectStoreNames) {
      const open = database.transaction(store).objectStore(store);
      databases.push(store, ...(await Promise.all([asked(open.getAllKeys()), asked(open.getAll())])));
    }
    database.close();
  }
  const cached: string[] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      cached.push(request.url, (await (await cache.match(request))?.text()) ?? '');
  }
  return {
    localStorage: JSON.stringify(Object.entries(localStorage)),
    sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
    indexedDB: JSON.stringify(databases),
    caches: cached.join('\n'),
    history: `${location.href} ${document.title} ${document.referrer} ${JSON.stringify(history.state)} ${window.name}`,
    'service workers': JSON.stringify((await navigator.serviceWorker?.getRegistrations())?.map(({ scope }) => scope)),
  };
}
