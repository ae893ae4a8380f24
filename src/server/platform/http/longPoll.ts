import { createHash } from 'node:crypto';
import type { Platform } from '../platform';
import type { Applicant } from '../sessions/sessions';

/** Milliseconds. Shorter than the timeouts of browsers and proxies. */
const MAX_WAIT = 20_000;
const POLL_INTERVAL = 1_500;

interface Reading<T> {
  state: T;
  /** Milliseconds until the state can change without an event. */
  changesIn?: number;
  isSettled?: boolean;
}

/**
 * If `known` is the current state's hash and the state isn't settled, waits up to 20 seconds for a change. Throws
 * `staleSession` if the session ends.
 */
export async function longPoll<T extends object>(
  deps: Pick<Platform, 'events' | 'sessions'>,
  { trn, sessionId }: Applicant,
  known: string | undefined,
  read: () => Promise<Reading<T> | undefined>,
): Promise<(T & { mark: string }) | undefined> {
  const until = Date.now() + MAX_WAIT;
  for (;;) {
    const abort = new AbortController();
    // Subscribes before reading, so no change is missed.
    const change = deps.events.wait('application', trn, Math.max(0, until - Date.now()), abort.signal);
    try {
      const found = await read();
      if (!found) return undefined;
      const mark = hashState(found.state);
      const isOver = Date.now() >= until || deps.events.isClosed();
      if (mark !== known || found.isSettled || isOver) return { ...found.state, mark };
      const again = Math.min(found.changesIn ?? MAX_WAIT, deps.events.isLive() ? MAX_WAIT : POLL_INTERVAL);
      const timer = setTimeout(() => abort.abort(), again);
      await change.finally(() => clearTimeout(timer));
    } finally {
      abort.abort();
    }
    await deps.sessions.getApplicant(sessionId);
  }
}

const hashState = (state: object): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
