import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import type { AnyAnswer, AnyServer } from '../../support/anyServer';

const MAX_TRIES = 300;

/**
 * The same server for a caller who retries like a page: if there's no response, it repeats the call with the same
 * Idempotency-Key.
 */
export function withRetries({ app, deps }: AnyServer): AnyServer {
  return { deps, app: { inject: (options) => retryUntilResponse({ app, deps }, keyed(options)) } };
}

/**
 * Retries without a response, and while the server reports that the call is still running.
 * @throws Error after 300 tries
 */
export async function retryUntilResponse({ app }: AnyServer, request: InjectOptions): Promise<AnyAnswer> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await app.inject(request).catch(() => undefined);
    const isUnderWay = answer?.statusCode === 409 && answer.json().code === 'inProgress';
    if (answer && !isUnderWay) return answer;
    await wait(isUnderWay ? Number(answer.headers['retry-after']) * 1000 : 100);
  }
  throw new Error(`${request.method} ${request.url} never gets a response`);
}

const keyed = (options: InjectOptions): InjectOptions => ({
  ...options,
  headers: { 'idempotency-key': randomUUID(), ...options.headers },
});
