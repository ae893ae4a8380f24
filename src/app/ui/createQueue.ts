import { createStore } from '../../model/createStore';

/** A list outside React that components can watch: `useSyncExternalStore(queue.subscribe, queue.items)`. */
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
