/** Who wants to know of a change, by key. */
export interface Signals {
  subscribe(key: string, listener: () => void): () => void;
  notify(keys: Iterable<string>): void;
  notifyAll(): void;
}

/** Listeners by key, for stores that live outside React. */
export function createSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>();
  return {
    subscribe(key, listener) {
      const found = listeners.get(key) ?? new Set();
      listeners.set(key, found.add(listener));
      return () => {
        found.delete(listener);
        if (found.size === 0 && listeners.get(key) === found) listeners.delete(key);
      };
    },
    notify(keys) {
      for (const key of new Set(keys)) for (const listener of [...(listeners.get(key) ?? [])]) listener();
    },
    notifyAll() {
      for (const found of [...listeners.values()]) for (const listener of [...found]) listener();
    },
  };
}
