import pg from 'pg';
import type { NewsDesk } from './news';

const CHANNEL = 'portal';
const soonest = 250;
const latest = 10_000;

/**
 * Hears what PostgreSQL tells, on one connection of its own that is opened again whenever it breaks; until then everybody looks by
 * themselves. Never rejects. Gives the function that ends it.
 */
export async function listenPostgres(url: string, news: NewsDesk): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = soonest;
  let isOver = false;

  async function connect(): Promise<void> {
    const own = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
    client = own;
    own.on('notification', ({ payload = '' }) => news.hear(payload));
    // An error is always followed by the end, which opens the next one.
    own.on('error', () => {});
    own.once('end', () => again(own));
    await own.connect();
    await own.query(`listen ${CHANNEL}`);
    pause = soonest;
    news.setLive(true);
  }

  function again(broken: pg.Client): void {
    if (isOver || broken !== client) return;
    client = undefined;
    news.setLive(false);
    timer = setTimeout(tryOnce, pause).unref();
    pause = Math.min(latest, pause * 2);
  }

  async function tryOnce(): Promise<void> {
    const tried = connect();
    const own = client as pg.Client;
    await tried.catch(() => {
      own.end().catch(() => {});
      again(own);
    });
  }

  await tryOnce();
  return async () => {
    isOver = true;
    news.setLive(false);
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}
