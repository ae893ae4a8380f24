import { createKey } from '../../api/client';

export interface Attempts {
  /** The key for this content: a new one, or that of the last try when the content is the same. */
  keyFor(content: unknown): string;
  /** The server has answered: the next try is a new act, whatever its content. */
  settle(): void;
}

/** Idempotency keys: what is tried again because no answer came keeps its key, so that it takes effect once. */
export function createAttempts(): Attempts {
  let last: { text: string; key: string } | undefined;
  return {
    keyFor(content) {
      const text = JSON.stringify(content);
      if (last?.text !== text) last = { text, key: createKey() };
      return last.key;
    },
    settle() {
      last = undefined;
    },
  };
}
