import { deviceStorage, tabStorage } from '../session/safeStorage';

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
  deviceStorage.write(ADDRESS, { address, at: Date.now() });
}

/** Returns and removes the page to open after login. Pages are remembered for 12 hours. */
export function takeReturnPath(): string | undefined {
  // Only `rememberPage` stores this value.
  const found = deviceStorage.read(ADDRESS) as { address: string; at: number } | undefined;
  deviceStorage.remove(ADDRESS);
  const isOurs = found?.address.startsWith('/office') && Date.now() - found.at < EXPIRES_AFTER_MS;
  return isOurs ? found?.address : undefined;
}

export function rememberList(position: ListPosition): void {
  tabStorage.write(LIST, position);
}

// Only `rememberList` stores this value.
export const readListPosition = () => tabStorage.read(LIST) as ListPosition | undefined;

export function clearReturnPaths(): void {
  deviceStorage.remove(ADDRESS);
  tabStorage.remove(LIST);
}
