export const topics = ['job', 'session', 'subscriber', 'application'] as const;

export type Topic = (typeof topics)[number];

/** What changed in the database, told to every process when it is committed (migration 081). */
export interface News {
  /** Calls `listener` with the id of what changed, and without one when news may have been missed. Gives the function that ends it. */
  on(topic: Topic, listener: (id?: string) => void): () => void;
  /** Whether changes are told now; else one must look by oneself now and then. */
  isLive(): boolean;
  /** Nobody shall wait any longer: the process is about to end. */
  isClosed(): boolean;
  /** Resolves when this thing changes, news may have been missed, the time is over, or `signal` says so. */
  wait(topic: Topic, id: string, milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Where the database's connection tells what it hears. */
export interface NewsDesk extends News {
  /** `session:8f3c…`, as the triggers write it. */
  hear(text: string): void;
  setLive(isLive: boolean): void;
  /** Ends every wait. */
  close(): void;
}

export function createNews(): NewsDesk {
  const listeners = Object.fromEntries(topics.map((topic) => [topic, new Set()])) as Record<
    Topic,
    Set<(id?: string) => void>
  >;
  let isLive = false;
  let isClosed = false;
  const tellAll = () => {
    for (const set of Object.values(listeners)) for (const listener of [...set]) listener();
  };
  const news: NewsDesk = {
    on(topic, listener) {
      listeners[topic].add(listener);
      return () => listeners[topic].delete(listener);
    },
    isLive: () => isLive,
    isClosed: () => isClosed,
    wait: (topic, id, milliseconds, signal) => waitOn(news, topic, id, milliseconds, signal),
    hear(text) {
      const [topic = '', id] = text.split(':');
      for (const listener of [...(listeners[topic as Topic] ?? [])]) listener(id);
    },
    setLive(now) {
      // Whatever was told between two connections was told to nobody.
      if (now && !isLive) tellAll();
      isLive = now;
    },
    close() {
      isLive = false;
      isClosed = true;
      tellAll();
    },
  };
  return news;
}

function waitOn(news: News, topic: Topic, id: string, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
    const stop = news.on(topic, (changed) => (changed === undefined || changed === id) && end());
  });
}
