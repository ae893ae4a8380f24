import { nanoid } from 'nanoid';
import { isDefinite, toApiError } from './apiError';

export type IdempotentCall = <T>(content: unknown, call: (key: string) => Promise<T>) => Promise<T>;

/**
 * Manages the idempotency keys of one kind of call. A call reuses an earlier call's key only if the content is the same
 * and the earlier result is unknown.
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
