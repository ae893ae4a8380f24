import { useSyncExternalStore } from 'react';
import { createQueue } from '../../model/createStore';

let serial = 0;

/** Where `announce` is heard; mounted once. Each message is a new element, so that a repeated one is read again. */
export function LiveRegion() {
  const [latest] = useSyncExternalStore(announcements.subscribe, announcements.items);
  return (
    <div className="rp-unseen" role="status" aria-live="polite">
      {latest && <p key={keyOf(latest)}>{latest.text}</p>}
    </div>
  );
}

const keys = new WeakMap<object, number>();

function keyOf(item: object): number {
  const key = keys.get(item) ?? ++serial;
  keys.set(item, key);
  return key;
}

const announcements = createQueue<{ text: string }>();

/** Said politely by a screen reader; the same words twice are said twice. */
export function announce(text: string): void {
  for (const old of announcements.items()) announcements.remove(old);
  announcements.add({ text });
}
