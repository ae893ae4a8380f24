import { nanoid } from 'nanoid';
import { isAnswered, toApiError } from './apiError';

/** Makes a call that takes effect once, under the idempotency key it receives. */
export type IdempotentCall = <T>(content: unknown, call: (key: string) => Promise<T>) => Promise<T>;

/**
 * Manages the idempotency keys of one kind of call. A retry after no answer reuses its key if the content is the same.
 * After an answer, or while another such call runs, a new key is used.
 */
export function createIdempotentCall(): IdempotentCall {
  const unanswered = new Map<string, string>();
  return async (content, call) => {
    const text = JSON.stringify(content);
    const key = unanswered.get(text) ?? createKey();
    unanswered.delete(text);
    try {
      return await call(key);
    } catch (cause) {
      if (!isAnswered(toApiError(cause))) unanswered.set(text, key);
      throw cause;
    }
  };
}

/** Retries once without an answer. Rejects as the second call does. */
export async function retryOnce<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (isAnswered(toApiError(cause))) throw cause;
    return call();
  }
}

/** Returns a random key. */
export function createKey(): string {
  return nanoid();
}
