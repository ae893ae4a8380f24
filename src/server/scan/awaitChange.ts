import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import { awaitOther } from '../http/awaitOther';
import { followedState } from './scanState';
import { createScanStore } from './scanStore';

/** What the desktop follows of the link; waits as `awaitOther` does. Undefined once the link is gone. */
export function awaitChange(deps: Deps, applicant: Applicant, id: string, known?: string) {
  return awaitOther(deps, applicant, known, async () => {
    const link = await createScanStore(deps.db).findOwn(id, applicant.trn);
    if (!link) return undefined;
    const toEnd = link.expires_at.getTime() - deps.clock().getTime() + 1;
    // The link's own end is a change too.
    return { state: await followedState(deps, applicant, link), lasts: toEnd > 0 ? toEnd : undefined };
  });
}
