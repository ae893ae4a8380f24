import { isAnswered, toApiError } from './apiError';

/** Makes a call that takes effect once, and once more at once when no answer comes; rejects with what the second one does. */
export async function askTwice<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (isAnswered(toApiError(cause))) throw cause;
    return call();
  }
}
