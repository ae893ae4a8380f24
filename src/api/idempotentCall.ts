import { nanoid } from 'nanoid';
import { isDefinite, toApiError } from './apiError';

/** Makes a call that takes effect once. `call` receives the idempotency key. */
export type IdempotentCall = <T>(content: unknown, call: (key: string) => Promise<T>) => Promise<T>;

/**
 * Manages the idempotency keys of one kind of call. If a result is unknown, the next call with the same content reuses
 * the key. All other calls get new keys.
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
      if (!isDefinite(toApiError(cause))) unanswered.set(text, key);
      throw cause;
    }
  };
}

/** Repeats a call once if its result is unknown. */
export async function retryOnce<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (isDefinite(toApiError(cause))) throw cause;
    return call();
  }
}

export function createKey(): string {
  return nanoid();
}
