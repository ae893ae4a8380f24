import { createSignals } from '../../model/createStore';

export type Topic = 'job' | 'session' | 'subscriber' | 'application' | 'schemas';

type Listener = (id?: string) => void;

/** What changed in the database, heard of by every process when it is committed (migration 081). */
export interface Events {
  /** Calls `listener` with the id of what changed, and without one when events may have been missed. Gives the function that ends it. */
  subscribe(topic: Topic, listener: Listener): () => void;
  /** Whether events arrive now; else one must look by oneself now and then. */
  isLive(): boolean;
  /** Nobody shall wait any longer: the process is about to end. */
  isClosed(): boolean;
  /** Resolves when this thing changes, events may have been missed, the time is over, or `signal` says so. */
  wait(topic: Topic, id: string, milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The side of the database's connection, which publishes what it hears. */
export interface EventBus extends Events {
  /** `session:8f3c…`, as the triggers write it. */
  publish(text: string): void;
  setLive(isLive: boolean): void;
  /** Ends every wait. */
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
      // What was published between two connections nobody has heard.
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
