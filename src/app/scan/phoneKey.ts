import { isDefinite, toApiError } from '../../api/apiError';
import { createKey } from '../../api/idempotentCall';
import { openScan } from '../../api/scan';
import type { ScanKey } from '../../contract/scan';
import { deviceStorage } from '../session/safeStorage';

/**
 * A token exchange that may have reached the server. A call with the same idempotency key returns the same response.
 */
interface Exchange {
  token: string;
  idempotencyKey: string;
}

/**
 * Returns the stored key, or exchanges the token for one. If the response is lost, the next call repeats the exchange.
 */
export async function findPhoneKey(id: string, token: string | null): Promise<ScanKey | undefined> {
  const stored = deviceStorage.read(storageName(id));
  if (isKey(stored) && Date.parse(stored.expires_at) > Date.now()) return stored;
  if (isExchange(stored) && (token ?? stored.token) === stored.token) return exchange(id, stored);
  return token ? exchange(id, { token, idempotencyKey: createKey() }) : undefined;
}

const running = new Map<string, Promise<ScanKey>>();

/** Strict mode mounts a page twice, so two calls share one exchange. */
function exchange(id: string, request: Exchange): Promise<ScanKey> {
  const call = running.get(request.token) ?? exchangeToken(id, request).finally(() => running.delete(request.token));
  running.set(request.token, call);
  return call;
}

async function exchangeToken(id: string, request: Exchange): Promise<ScanKey> {
  // The exchange is stored before the call, because the page may be closed during the call.
  write(id, request);
  try {
    const key = await openScan(id, request.token, request.idempotencyKey);
    deleteAllKeys();
    write(id, key);
    return key;
  } catch (cause) {
    if (isDefinite(toApiError(cause))) deviceStorage.remove(storageName(id));
    throw cause;
  }
}

const write = (id: string, value: Exchange | ScanKey) => deviceStorage.write(storageName(id), value);

function deleteAllKeys(): void {
  for (const name of deviceStorage.keys()) if (name.startsWith(storageName(''))) deviceStorage.remove(name);
}

const isKey = (stored: unknown): stored is ScanKey => hasAll(stored, ['token', 'trn_id', 'expires_at']);
const isExchange = (stored: unknown): stored is Exchange => hasAll(stored, ['token', 'idempotencyKey']);

function hasAll(stored: unknown, names: readonly string[]): boolean {
  return typeof stored === 'object' && stored !== null && names.every((name) => name in stored);
}

const storageName = (id: string) => `rental-scan-${id}`;
