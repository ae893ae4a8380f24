import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyServer } from '../../support/anyServer';
import { retryUntilResponse } from './withRetries';

const TIMEOUT_MS = 120_000;

/**
 * The same server for a caller who retries as a page does: with the same Idempotency-Key while the database is down.
 */
export function withOutageRetries({ app, deps }: AnyServer): AnyServer {
  return {
    deps,
    app: {
      async inject(options) {
        const request = { ...options, headers: { 'idempotency-key': randomUUID(), ...options.headers } };
        for (const end = Date.now() + TIMEOUT_MS; ; await wait(500)) {
          const answer = await retryUntilResponse({ app, deps }, request);
          if (answer.statusCode !== 503 || Date.now() > end) return answer;
        }
      },
    },
  };
}
