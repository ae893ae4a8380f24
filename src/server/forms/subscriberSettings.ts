import type pg from 'pg';
import type { Overlay } from '../../model/types';
import { type Clock, createMemory, type Memory } from '../db/memory';
import type { News } from '../db/news';
import { type FormStore, type Lists, readLists } from './formStore';

/** For this long a process does not ask again what a subscriber has set and lets. */
export const settingSeconds = 1;

export interface SubscriberSettings {
  overlayOf(subscriberId: string): Promise<Overlay>;
  /** What the subscriber lets and who lets it; of one property where there is one. */
  listsOf(subscriberId: string, propertyId: number | null): Promise<Lists>;
}

/** What the operator has set for each subscriber, remembered until the news of a change or the second is over. */
export function createSubscriberSettings(db: pg.Pool, store: FormStore, clock: Clock, news: News): SubscriberSettings {
  const overlays = createMemory<Overlay>(clock, settingSeconds);
  const lists = createMemory<Lists>(clock, settingSeconds);
  news.on('subscriber', () => {
    overlays.clear();
    lists.clear();
  });
  return {
    overlayOf: (subscriberId) => remember(overlays, subscriberId, () => store.overlayOf(subscriberId)),
    listsOf: (subscriberId, propertyId) =>
      remember(lists, `${subscriberId}/${propertyId}`, () => readLists(db, subscriberId, propertyId)),
  };
}

async function remember<T>(memory: Memory<T>, key: string, find: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known) return known;
  const found = await find();
  memory.set(key, found);
  return found;
}
