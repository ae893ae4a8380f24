import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyServer } from '../../support/anyServer';
import { askUntilAnswered } from './patientServer';

const PATIENCE_MS = 120_000;

/** The same server for a caller who retries as a page does: with the same Idempotency-Key while the database is down. */
export function steadyServer({ app, deps }: AnyServer): AnyServer {
  return {
    deps,
    app: {
      async inject(options) {
        const asked = { ...options, headers: { 'idempotency-key': randomUUID(), ...options.headers } };
        for (const end = Date.now() + PATIENCE_MS; ; await wait(500)) {
          const answer = await askUntilAnswered({ app, deps }, asked);
          if (answer.statusCode !== 503 || Date.now() > end) return answer;
        }
      },
    },
  };
}
