/** Use with `useSyncExternalStore(store.subscribe, store.read)`. */
export interface Store<T> {
  read(): T;
  /** Calls the listeners even if the value is the same. */
  set(next: T): void;
  /** Calls `listener` after each `set`. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

interface Watched {
  onFirst?(): void;
  onLast?(): void;
}

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

export interface Queue<Item> {
  items(): readonly Item[];
  add(item: Item): void;
  remove(item: Item): void;
  subscribe(listener: () => void): () => void;
}

export function createQueue<Item>(): Queue<Item> {
  const { read, set, subscribe } = createStore<readonly Item[]>([]);
  return {
    items: read,
    add: (item) => set([...read(), item]),
    remove: (item) => set(read().filter((other) => other !== item)),
    subscribe,
  };
}

export interface Signals<Payload = void> {
  subscribe(key: string, listener: (payload?: Payload) => void): () => void;
  notify(keys: Iterable<string>, payload?: Payload): void;
  notifyAll(): void;
}

/** Creates a registry of listeners by key. */
export function createSignals<Payload = void>(): Signals<Payload> {
  const listeners = new Map<string, Set<(payload?: Payload) => void>>();
  return {
    subscribe(key, listener) {
      const found = listeners.get(key) ?? new Set();
      listeners.set(key, found.add(listener));
      return () => {
        found.delete(listener);
        if (found.size === 0 && listeners.get(key) === found) listeners.delete(key);
      };
    },
    notify(keys, payload) {
      for (const key of new Set(keys)) for (const listener of [...(listeners.get(key) ?? [])]) listener(payload);
    },
    notifyAll() {
      for (const found of [...listeners.values()]) for (const listener of [...found]) listener();
    },
  };
}
