import { LRUCache } from 'lru-cache';

export type Clock = () => Date;

export interface TimedCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  deleteWhere(isGone: (value: T) => boolean): void;
  clear(): void;
}

const MAX_CACHED = 5000;

export function createTimedCache<T>(clock: Clock, seconds: number, most = MAX_CACHED): TimedCache<T> {
  const entries = new LRUCache<string, { value: T; until: number }>({ max: most });
  return {
    get(key) {
      const entry = entries.get(key);
      const left = entry ? entry.until - clock().getTime() : 0;
      // Ignores entries set while the clock was ahead.
      return entry && left > 0 && left <= seconds * 1000 ? entry.value : undefined;
    },
    set(key, value) {
      entries.set(key, { value, until: clock().getTime() + seconds * 1000 });
    },
    deleteWhere(isGone) {
      for (const [key, { value }] of entries) if (isGone(value)) entries.delete(key);
    },
    clear: () => entries.clear(),
  };
}
