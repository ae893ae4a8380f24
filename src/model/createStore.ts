/** A value outside React that can be listened to: `useSyncExternalStore(store.subscribe, store.read)`. */
export interface Store<T> {
  read(): T;
  /** Exchanges the value; every listener is called, whether it is another one or not. */
  set(next: T): void;
  /** Calls `listener` after each `set`; gives the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** What begins with the first listener and ends with the last. */
interface Watched {
  onFirst?(): void;
  onLast?(): void;
}

/** A store that holds `value` until another one is set. */
export function createStore<T>(value: T, { onFirst, onLast }: Watched = {}): Store<T> {
  const listeners = new Set<() => void>();
  let current = value;
  return {
    read: () => current,
    set(next) {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) onFirst?.();
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) onLast?.();
      };
    },
  };
}
