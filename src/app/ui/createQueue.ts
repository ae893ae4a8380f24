/** A list outside React that components can watch: `useSyncExternalStore(queue.subscribe, queue.items)`. */
export interface Queue<Item> {
  items(): readonly Item[];
  add(item: Item): void;
  remove(item: Item): void;
  subscribe(listener: () => void): () => void;
}

export function createQueue<Item>(): Queue<Item> {
  const listeners = new Set<() => void>();
  let items: readonly Item[] = [];
  const set = (next: readonly Item[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  return {
    items: () => items,
    add: (item) => set([...items, item]),
    remove: (item) => set(items.filter((other) => other !== item)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
