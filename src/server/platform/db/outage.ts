import { setTimeout as wait } from 'node:timers/promises';

interface DatabaseError {
  code?: unknown;
  message?: unknown;
}

/**
 * The connection failed, or the database is stopping, out of connections or failing over. 25006: a primary became a
 * replica. PgBouncer sends 08P01.
 */
const FROM_DATABASE = /^(08...|57P0[123]|53300|25006)$/;
/** Connections to other servers fail with these codes too. */
const FROM_SOCKET = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the database driver's errors without a code. */
const FROM_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True if a retry may succeed. The failed statement may already have taken effect. */
export function isOutage(error: DatabaseError): boolean {
  return isDatabaseOutage(error) || FROM_SOCKET.test(String(error.code ?? ''));
}

/** Like `isOutage`, but false for socket errors, which may come from another server. */
export function isDatabaseOutage({ code, message }: DatabaseError): boolean {
  return FROM_DATABASE.test(String(code ?? '')) || FROM_DRIVER.test(String(message ?? ''));
}

const PAUSE = 500;

/**
 * Repeats `work`, which must be idempotent, during an outage. Rejects after `milliseconds`, or with any error that
 * isn't an outage.
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
