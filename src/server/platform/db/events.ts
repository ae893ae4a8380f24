import { createSignals } from '../../../model/createStore';

export type Topic = 'job' | 'session' | 'subscriber' | 'application' | 'schemas' | 'home';

type Listener = (id?: string) => void;

/** Notifications about committed database changes (migration 081). */
export interface Events {
  /**
   * Calls `listener` on each change. Also calls it, without an id, on close and if events may have been missed. Returns
   * an unsubscribe function.
   */
  subscribe(topic: Topic, listener: Listener): () => void;
  isLive(): boolean;
  isClosed(): boolean;
  /** Resolves on a change, on abort, on close, if events may have been missed, or when the time is up. */
  wait(topic: Topic, id: string, milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface EventBus extends Events {
  /** `text` has the triggers' format: `session:8f3c…`. */
  publish(text: string): void;
  setLive(isLive: boolean): void;
  close(): void;
}

export function createEvents(): EventBus {
  const { subscribe, notify, notifyAll } = createSignals<string>();
  let isLive = false;
  let isClosed = false;
  const events: EventBus = {
    subscribe,
    isLive: () => isLive,
    isClosed: () => isClosed,
    wait: (topic, id, milliseconds, signal) => waitOn(events, topic, id, milliseconds, signal),
    publish(text) {
      const [topic = '', id] = text.split(':');
      notify([topic], id);
    },
    setLive(now) {
      if (now && !isLive) notifyAll();
      isLive = now;
    },
    close() {
      isLive = false;
      isClosed = true;
      notifyAll();
    },
  };
  return events;
}

function waitOn(events: Events, topic: Topic, id: string, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
    const stop = events.subscribe(topic, (changed) => (changed === undefined || changed === id) && end());
  });
}
