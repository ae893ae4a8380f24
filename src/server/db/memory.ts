/** What time it is; a test's moves on when it is moved. */
export type Clock = () => Date;

export interface Memory<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  /** Forgets what this is true of. */
  drop(isGone: (value: T) => boolean): void;
  clear(): void;
}

const mostKept = 5000;

/** What this process remembers for a few seconds instead of asking the database again. */
export function createMemory<T>(clock: Clock, seconds: number): Memory<T> {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      const left = entry ? entry.until - clock().getTime() : 0;
      // What was kept by a clock that was ahead would stay until that time comes.
      return entry && left > 0 && left <= seconds * 1000 ? entry.value : undefined;
    },
    set(key, value) {
      if (entries.size >= mostKept) entries.clear();
      entries.set(key, { value, until: clock().getTime() + seconds * 1000 });
    },
    drop(isGone) {
      for (const [key, { value }] of entries) if (isGone(value)) entries.delete(key);
    },
    clear: () => entries.clear(),
  };
}
