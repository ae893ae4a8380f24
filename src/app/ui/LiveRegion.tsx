import { useSyncExternalStore } from 'react';
import { createQueue } from '../../model/createStore';

let serial = 0;

/** Each message is a new element, so that repeated messages are also announced. */
export function LiveRegion() {
  const [latest] = useSyncExternalStore(announcements.subscribe, announcements.items);
  return (
    <div className="rp-unseen" role="status" aria-live="polite">
      {latest && <p key={getKey(latest)}>{latest.text}</p>}
    </div>
  );
}

const keys = new WeakMap<object, number>();

function getKey(item: object): number {
  const key = keys.get(item) ?? ++serial;
  keys.set(item, key);
  return key;
}

const announcements = createQueue<{ text: string }>();

export function announce(text: string): void {
  for (const old of announcements.items()) announcements.remove(old);
  announcements.add({ text });
}
