import type { Overlay } from '../../model/types';
import type { Events } from '../db/events';
import { type Clock, createMemory, type Memory } from '../db/memory';
import type { FormStore, Lists } from './formStore';

/** For this long a process does not ask again what a subscriber has set and lets. */
export const settingSeconds = 1;

export interface SubscriberSettings {
  overlayOf(subscriberId: string): Promise<Overlay>;
  /** What the subscriber lets and who lets it; of one property where there is one. */
  listsOf(subscriberId: string, propertyId: number | null): Promise<Lists>;
}

/** What the operator has set for each subscriber, remembered until it changes or the second is over. */
export function createSubscriberSettings(store: FormStore, clock: Clock, events: Events): SubscriberSettings {
  const overlays = createMemory<Overlay>(clock, settingSeconds);
  const lists = createMemory<Lists>(clock, settingSeconds);
  const sameOverlay = createInterned<Overlay>();
  const sameLists = createInterned<Lists>();
  events.subscribe('subscriber', () => {
    overlays.clear();
    lists.clear();
  });
  return {
    overlayOf: (subscriberId) =>
      remember(overlays, subscriberId, async () => sameOverlay(await store.overlayOf(subscriberId))),
    listsOf: (subscriberId, propertyId) =>
      remember(lists, `${subscriberId}/${propertyId}`, async () =>
        sameLists(await store.listsOf(subscriberId, propertyId)),
      ),
  };
}

async function remember<T>(memory: Memory<T>, key: string, find: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known) return known;
  const found = await find();
  memory.set(key, found);
  return found;
}

const MOST_INTERNED = 1000;

/** Gives the object that had the same content before, so that whatever is made of it is made once. */
function createInterned<T extends object>(): (value: T) => T {
  const known = new Map<string, T>();
  return (value) => {
    const text = JSON.stringify(value);
    const first = known.get(text) ?? value;
    if (known.size >= MOST_INTERNED) known.clear();
    known.set(text, first);
    return first;
  };
}
