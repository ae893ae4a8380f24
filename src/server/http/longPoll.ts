import { createHash } from 'node:crypto';
import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';

/** Below what browsers and proxies wait for an answer. */
const LONGEST = 20_000;
/** Where no events arrive, it is looked this often. */
const LOOK_EVERY = 1_500;

interface Look<T> {
  state: T;
  /** Milliseconds after which it may be another without any event. */
  lasts?: number;
  /** Nothing will come that is worth waiting for. */
  isSettled?: boolean;
}

/**
 * What `look` sees of the application, and the `mark` of it; undefined where it sees nothing. Asked with the mark of what is `known`, the
 * answer waits until there is something else, whichever process it came by; after twenty seconds it is the same once more.
 * Throws as `look` does, and as the session does when that ends meanwhile.
 */
export async function longPoll<T extends object>(
  deps: Deps,
  { trn, sessionId }: Applicant,
  known: string | undefined,
  look: () => Promise<Look<T> | undefined>,
): Promise<(T & { mark: string }) | undefined> {
  const until = Date.now() + LONGEST;
  for (;;) {
    const seen = new AbortController();
    // Listening begins before looking, or what happens in between would be missed.
    const change = deps.events.wait('application', trn, Math.max(0, until - Date.now()), seen.signal);
    try {
      const found = await look();
      if (!found) return undefined;
      const mark = markOf(found.state);
      const isOver = Date.now() >= until || deps.events.isClosed();
      if (mark !== known || found.isSettled || isOver) return { ...found.state, mark };
      const again = Math.min(found.lasts ?? LONGEST, deps.events.isLive() ? LONGEST : LOOK_EVERY);
      const timer = setTimeout(() => seen.abort(), again);
      await change.finally(() => clearTimeout(timer));
    } finally {
      seen.abort();
    }
    await deps.sessions.applicantIn(sessionId);
  }
}

const markOf = (state: object): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
