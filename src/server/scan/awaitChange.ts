import { createHash } from 'node:crypto';
import type { Deps } from '../deps';
import type { Applicant } from '../sessions';
import { createScanStore, type ScanLink } from '../stores/scanStore';
import { followedState } from './scanState';

/** Below what browsers and proxies wait for an answer. */
const LONGEST = 20_000;
/** Where changes are not told, it is looked this often. */
const LOOK_EVERY = 1_500;

/**
 * What the desktop follows of the link, and the `mark` of it; undefined once the link is gone. Asked with the mark of what it knows, the
 * answer waits until there is something else, whichever process the phone spoke to; after twenty seconds it is the same once more.
 * Throws as the session does when that ends meanwhile.
 */
export async function awaitChange(deps: Deps, applicant: Applicant, id: string, known?: string) {
  const until = Date.now() + LONGEST;
  for (;;) {
    const link = await createScanStore(deps.db).findOwn(id, applicant.trn);
    if (!link) return undefined;
    const left = timeLeft(deps, link, until);
    // Listening begins before looking, or what happens in between would be missed.
    const seen = new AbortController();
    const change = deps.news.wait('application', applicant.trn, left, seen.signal);
    const state = await followedState(deps, applicant, link);
    const mark = createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
    if (mark !== known || Date.now() >= until || deps.news.isClosed()) {
      seen.abort();
      return { ...state, mark };
    }
    await change;
    await deps.sessions.applicantIn(applicant.sessionId);
  }
}

/** Until it must be looked again, told or not: the link's own end is a change too. */
function timeLeft({ news, clock }: Deps, { expires_at }: ScanLink, until: number): number {
  const toEnd = expires_at.getTime() - clock().getTime() + 1;
  const times = [until - Date.now(), news.isLive() ? LONGEST : LOOK_EVERY, toEnd > 0 ? toEnd : LONGEST];
  return Math.max(0, Math.min(...times));
}
