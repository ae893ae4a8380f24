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

/** A list outside React that components can watch: `useSyncExternalStore(queue.subscribe, queue.items)`. */
export interface Queue<Item> {
  items(): readonly Item[];
  add(item: Item): void;
  remove(item: Item): void;
  subscribe(listener: () => void): () => void;
}

/** An empty list. */
export function createQueue<Item>(): Queue<Item> {
  const { read, set, subscribe } = createStore<readonly Item[]>([]);
  return {
    items: read,
    add: (item) => set([...read(), item]),
    remove: (item) => set(read().filter((other) => other !== item)),
    subscribe,
  };
}

/** Who wants to know of a change, by key; `told` is what the one who notifies says of it. */
export interface Signals<Told = void> {
  subscribe(key: string, listener: (told?: Told) => void): () => void;
  notify(keys: Iterable<string>, told?: Told): void;
  notifyAll(): void;
}

/** Listeners by key, for stores that live outside React. */
export function createSignals<Told = void>(): Signals<Told> {
  const listeners = new Map<string, Set<(told?: Told) => void>>();
  return {
    subscribe(key, listener) {
      const found = listeners.get(key) ?? new Set();
      listeners.set(key, found.add(listener));
      return () => {
        found.delete(listener);
        if (found.size === 0 && listeners.get(key) === found) listeners.delete(key);
      };
    },
    notify(keys, told) {
      for (const key of new Set(keys)) for (const listener of [...(listeners.get(key) ?? [])]) listener(told);
    },
    notifyAll() {
      for (const found of [...listeners.values()]) for (const listener of [...found]) listener();
    },
  };
}
