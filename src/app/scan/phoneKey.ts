import { isDefinite, toApiError } from '../../api/apiError';
import { createKey } from '../../api/idempotentCall';
import { openScan } from '../../api/scan';
import type { ScanKey } from '../../contract/scan';

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
  const stored = read(id);
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
    deleteKey();
    write(id, key);
    return key;
  } catch (cause) {
    if (isDefinite(toApiError(cause))) deleteKey(id);
    throw cause;
  }
}

/** Values that couldn't be stored in localStorage. Lost when the page is closed. */
const inMemory = new Map<string, Exchange | ScanKey>();

function read(id: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageName(id)) ?? 'null') ?? inMemory.get(id);
  } catch {
    return inMemory.get(id);
  }
}

function write(id: string, value: Exchange | ScanKey): void {
  try {
    localStorage.setItem(storageName(id), JSON.stringify(value));
  } catch {
    inMemory.set(id, value);
  }
}

function deleteKey(id?: string): void {
  if (id === undefined) inMemory.clear();
  else inMemory.delete(id);
  try {
    const isOne = (name: string) => (id === undefined ? name.startsWith(storageName('')) : name === storageName(id));
    for (const name of Object.keys(localStorage).filter(isOne)) localStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to remove.
  }
}

const isKey = (stored: unknown): stored is ScanKey => hasAll(stored, ['token', 'trn_id', 'expires_at']);
const isExchange = (stored: unknown): stored is Exchange => hasAll(stored, ['token', 'idempotencyKey']);

function hasAll(stored: unknown, names: readonly string[]): boolean {
  return typeof stored === 'object' && stored !== null && names.every((name) => name in stored);
}

const storageName = (id: string) => `rental-scan-${id}`;
