import { openScan, type ScanKey } from '../../api/scan';

const exchanges = new Map<string, Promise<ScanKey>>();

/** The key kept from an earlier load of this tab. */
export function storedKey(id: string): ScanKey | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(id)) ?? 'null');
    return isKey(kept) ? kept : undefined;
  } catch {
    // Storage that is switched off or was written by a stranger holds no key.
    return undefined;
  }
}

/** Exchanges the token of the address for a key and keeps it for this tab; asked twice for one token, it exchanges once, unless that failed. */
export async function exchangeToken(id: string, token: string): Promise<ScanKey> {
  const running = exchanges.get(token) ?? openScan(id, token);
  exchanges.set(token, running);
  try {
    const key = await running;
    keep(id, key);
    return key;
  } catch (cause) {
    exchanges.delete(token);
    throw cause;
  }
}

function keep(id: string, key: ScanKey): void {
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify(key));
  } catch {
    // Without storage the key lives as long as the page.
  }
}

function isKey(kept: unknown): kept is ScanKey {
  return typeof kept === 'object' && kept !== null && 'token' in kept && 'trn_id' in kept;
}

const nameOf = (id: string) => `rental-scan-${id}`;
