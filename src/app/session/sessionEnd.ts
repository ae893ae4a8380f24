const KEY = 'rental-session-end';

/** When the session ends unless it is used before, in milliseconds since 1970; every tab that is used puts it off for all. */
export interface SessionEnd {
  read(): number | undefined;
  /** It ends after so many seconds from now. */
  set(seconds: number): void;
  subscribe(listener: () => void): () => void;
}

export function createSessionEnd(browser: Window): SessionEnd {
  const listeners = new Set<() => void>();
  let end: number | undefined;
  const tell = (next: number) => {
    end = next;
    for (const listener of listeners) listener();
  };
  browser.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && Number(newValue) > 0) tell(Number(newValue));
  });
  return {
    read: () => end,
    set(seconds) {
      const next = Date.now() + seconds * 1000;
      // Calls come by the dozen; a second more or less is none.
      if (end !== undefined && Math.abs(next - end) < 1000) return;
      tell(next);
      try {
        browser.localStorage.setItem(KEY, String(next));
      } catch {
        // Without storage each tab knows its own end alone.
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const sessionEnd = createSessionEnd(window);
