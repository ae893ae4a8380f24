import { setTimeout as wait } from 'node:timers/promises';

interface DatabaseError {
  code?: unknown;
  message?: unknown;
}

/** The database is stopping, full of connections, or failing over: 25006 is a primary that became a replica, 08P01 is PgBouncer's. */
const FROM_DATABASE = /^(08...|57P0[123]|53300|25006)$/;
/** Sent by other servers' sockets as well. */
const FROM_SOCKET = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)$/;
/** Errors of the database's driver without a code. */
const FROM_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether the same statement may succeed in a moment. It may also have taken effect. */
export function isOutage(error: DatabaseError): boolean {
  return isDatabaseOutage(error) || FROM_SOCKET.test(String(error.code ?? ''));
}

/** The same for work that speaks to other servers too: false if it may be one of them that is unreachable. */
export function isDatabaseOutage({ code, message }: DatabaseError): boolean {
  return FROM_DATABASE.test(String(code ?? '')) || FROM_DRIVER.test(String(message ?? ''));
}

const PAUSE = 500;

/**
 * Repeats `work`, which must be idempotent, while the database is unreachable. Rejects as the last try does after `milliseconds`, or with
 * the first other error.
 */
export async function retryDuringOutage<T>(work: () => Promise<T>, milliseconds: number): Promise<T> {
  const until = Date.now() + milliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error as DatabaseError) || Date.now() >= until) throw error;
      await wait(PAUSE);
    }
  }
}
