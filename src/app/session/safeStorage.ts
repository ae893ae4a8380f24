/** Stores values as JSON. Values that the browser can't store are kept in memory, and lost on reload. */
interface SafeStorage {
  /** Returns undefined if the value is missing or corrupt. */
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  keys(): string[];
}

/** Values of this tab. */
export const tabStorage = createSafeStorage(() => sessionStorage);

/** Values that all tabs share. */
export const deviceStorage = createSafeStorage(() => localStorage);

/** `open` returns the browser's storage. It throws if storage is blocked. */
function createSafeStorage(open: () => Storage): SafeStorage {
  const inMemory = new Map<string, string>();
  const attempt = <Result>(use: (storage: Storage) => Result): Result | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  return {
    read: (key) => parse(inMemory.get(key) ?? attempt((storage) => storage.getItem(key))),
    write(key, value) {
      const text = JSON.stringify(value);
      inMemory.set(key, text);
      attempt((storage) => {
        storage.setItem(key, text);
        inMemory.delete(key);
      });
    },
    remove(key) {
      inMemory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [...inMemory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])],
  };
}

function parse(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
