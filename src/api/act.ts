import { nanoid } from 'nanoid';
import { isAnswered, toApiError } from './apiError';

/** Makes the call of an act that takes effect once, under the key given to it. Rejects with what the call rejects with. */
export type Act = <T>(content: unknown, call: (key: string) => Promise<T>) => Promise<T>;

/**
 * The idempotency keys of one kind of act. A call that got no answer may have taken effect: the next one of the same content takes its key
 * up, so that nothing happens twice. After an answer, and while another such call is still on its way, the same content is a new act.
 */
export function createAct(): Act {
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

/** Makes a call that takes effect once, and once more at once when no answer comes; rejects with what the second one does. */
export async function retryOnce<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (isAnswered(toApiError(cause))) throw cause;
    return call();
  }
}

/** A new key: for one act of the applicant, or one visit of a page. */
export function createKey(): string {
  return nanoid();
}
