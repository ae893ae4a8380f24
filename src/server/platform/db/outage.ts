import { setTimeout as wait } from 'node:timers/promises';

interface DatabaseError {
  code?: unknown;
  message?: unknown;
}

/**
 * Codes for a failed connection (08), a shutdown or failover (57P), too many connections (53300), and a write to a
 * read-only server (25006).
 */
const FROM_DATABASE = /^(08...|57P0[123]|53300|25006)$/;
/** Connections to other servers fail with these codes too. */
const FROM_SOCKET = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN)$/;
const FROM_DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True if a retry may succeed. The failed statement may already have taken effect. */
export function isOutage(error: DatabaseError): boolean {
  return isDatabaseOutage(error) || FROM_SOCKET.test(String(error.code ?? ''));
}

/** Like `isOutage`, but false for socket errors, because they may come from another server. */
export function isDatabaseOutage({ code, message }: DatabaseError): boolean {
  return FROM_DATABASE.test(String(code ?? '')) || FROM_DRIVER.test(String(message ?? ''));
}

const PAUSE = 500;

/**
 * Repeats `work` during an outage, so `work` must be idempotent. Rejects after `milliseconds`, or with any other error.
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
