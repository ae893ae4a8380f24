import { canRetry, toApiError } from './apiError';
import { connectedSession, request } from './client';

/** A canceled upload that the server may not know of yet. */
interface Canceled {
  trnId: string;
  key: string;
}

const KEY = 'rental-canceled-uploads';

/** Cancels the upload with this idempotency key. Stored in this browser until the server confirms it. */
export async function cancelByKey(trnId: string, key: string): Promise<void> {
  write([...read(), { trnId, key }]);
  await send(key);
}

/** Sends what couldn't be sent when the upload was canceled. */
export async function sendCanceledUploads(): Promise<void> {
  const trnId = connectedSession()?.read()?.trnId;
  await Promise.all(read().map((one) => one.trnId === trnId && send(one.key)));
}

async function send(key: string): Promise<void> {
  try {
    // The applicant may leave the page right after canceling.
    const outliving = { adapter: 'fetch' as const, fetchOptions: { keepalive: true } };
    await request('POST /applicant/upload/cancel', { body: { key }, ...outliving });
  } catch (cause) {
    if (canRetry(toApiError(cause))) {
      window.addEventListener('online', sendCanceledUploads, { once: true });
      return;
    }
  }
  write(read().filter((one) => one.key !== key));
}

function read(): Canceled[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

function write(canceled: Canceled[]): void {
  try {
    if (canceled.length > 0) localStorage.setItem(KEY, JSON.stringify(canceled));
    else localStorage.removeItem(KEY);
  } catch {}
}
