import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { EventBus } from './events';

const CHANNEL = 'portal';
const MIN_DELAY = 250;
const MAX_DELAY = 10_000;
const CHECK_INTERVAL = 10_000;
const ECHO_TIMEOUT = 2_000;

/**
 * Publishes PostgreSQL's notifications. Sends test notifications, because a broken connection may not report an error.
 * Returns a stop function.
 */
export async function listenPostgres(url: string, db: pg.Pool, events: EventBus): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = MIN_DELAY;
  let isOver = false;

  async function connect(): Promise<void> {
    const own = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
    client = own;
    own.on('notification', ({ payload = '' }) => events.publish(payload));
    own.on('error', () => {});
    own.once('end', () => reconnect(own));
    await own.connect();
    await own.query(`listen ${CHANNEL}`);
    await receiveEcho(own, db);
    pause = MIN_DELAY;
    events.setLive(true);
    timer = setTimeout(() => checkAgain(own), CHECK_INTERVAL).unref();
  }

  async function checkAgain(own: pg.Client): Promise<void> {
    try {
      await receiveEcho(own, db);
      if (own === client && !isOver) timer = setTimeout(() => checkAgain(own), CHECK_INTERVAL).unref();
    } catch {
      reconnect(own);
    }
  }

  function reconnect(broken: pg.Client): void {
    if (isOver || broken !== client) return;
    client = undefined;
    events.setLive(false);
    destroyConnection(broken);
    clearTimeout(timer);
    timer = setTimeout(tryConnect, pause).unref();
    pause = Math.min(MAX_DELAY, pause * 2);
  }

  async function tryConnect(): Promise<void> {
    const tried = connect();
    const own = client as pg.Client;
    await tried.catch(() => reconnect(own));
  }

  await tryConnect();
  return async () => {
    isOver = true;
    events.setLive(false);
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}

async function receiveEcho(own: pg.Client, db: pg.Pool): Promise<void> {
  const echo = `echo:${randomUUID()}`;
  const received = new Promise<void>((resolve) => {
    own.on('notification', function listener({ payload }) {
      if (payload !== echo) return;
      own.off('notification', listener);
      resolve();
    });
  });
  const late = wait(ECHO_TIMEOUT, undefined, { ref: false }).then(() => {
    throw new Error('No notification arrived');
  });
  await Promise.race([db.query('select pg_notify($1, $2)', [CHANNEL, echo]).then(() => received), late]);
}

/** Destroys the socket, because `end` would wait for an unreachable machine. */
function destroyConnection(client: pg.Client): void {
  // pg's types lack `connection`.
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
