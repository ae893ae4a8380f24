const ADDRESS = 'office-address';
const LIST = 'office-list';

const EXPIRES_AFTER_MS = 12 * 60 * 60 * 1000;

export interface ListPosition {
  /** Query string: `?search=hale&sort=name`. */
  search: string;
  /** Scroll position in pixels. */
  top: number;
  /** Path of the application that was opened last. */
  opened?: string;
}

export function rememberPage(address: string): void {
  write(localStorage, ADDRESS, { address, at: Date.now() });
}

/** Returns and removes the page to open after login. Pages are remembered for 12 hours. */
export function takeReturnPath(): string | undefined {
  const found = read<{ address: string; at: number }>(localStorage, ADDRESS);
  localStorage.removeItem(ADDRESS);
  const isOurs = found?.address.startsWith('/office') && Date.now() - found.at < EXPIRES_AFTER_MS;
  return isOurs ? found?.address : undefined;
}

export function rememberList(position: ListPosition): void {
  write(sessionStorage, LIST, position);
}

export const readListPosition = (): ListPosition | undefined => read(sessionStorage, LIST);

export function clearReturnPaths(): void {
  localStorage.removeItem(ADDRESS);
  sessionStorage.removeItem(LIST);
}

function write(storage: Storage, key: string, value: object): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // If storage is full, nothing is remembered.
  }
}

function read<T>(storage: Storage, key: string): T | undefined {
  try {
    // Only `write` stores these values.
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
