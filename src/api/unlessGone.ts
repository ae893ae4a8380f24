import { toApiError } from './apiError';

/** Takes 'not found' for success: what was to be deleted is gone, perhaps from another tab. */
export async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (cause) {
    if (toApiError(cause).status === 404) return undefined;
    throw cause;
  }
}
