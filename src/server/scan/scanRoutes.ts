import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/scan.json';
import { scan } from '../../contract/scan';
import { bearerOf } from '../auth/session';
import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { longPoll } from '../http/longPoll';
import { refuseOtherClaims } from '../http/refuseOtherClaims';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { applicantOf, isPhone, requirePhone } from './requirePhone';
import { saveScan } from './saveScan';
import { followedState, sidesOf } from './scanState';

const LINK_MS = 15 * 60_000;
// Spec 003 and the security page: a picture as a base64 data URL.
const MOST_BYTES = 14_000_000;

/** The phone scan: a link from the desktop, the phone's way in, its pictures, and what the desktop follows (spec 003 §2, 7). */
export function scanRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, scan);
  const links = deps.stores.scans;
  // Before the body is read: fourteen megabytes are taken only from a phone that was let in.
  const admitUpload = async (request: FastifyRequest) => {
    const { applicant } = await requirePhone(deps, request);
    await deps.limits.take('upload', { account: applicant.trn, address: request.ip });
  };

  on('POST /scan/link', async ({ applicant }) => {
    const expiresAt = new Date(deps.clock().getTime() + LINK_MS);
    const { id, token } = await links.issue({ trn: applicant.trn, sessionId: applicant.sessionId, expiresAt });
    return answer({ id, path: `/scan/${id}?token=${token}`, expires_at: expiresAt.toISOString() });
  });

  on('DELETE /scan/:id', async ({ params, applicant }) => {
    if (!(await links.end(params.id, applicant.trn))) throw refuse('notFound');
    return answer(null);
  });

  // The token of the address becomes a key that never stands in one.
  on('POST /scan/:id/open', async ({ params, body }) => {
    const opened = await links.open(params.id, body.token, deps.clock());
    if (!opened) throw refuse('scanEnded');
    await applicantOf(deps, opened.link);
    return answer({ token: opened.key, trn_id: opened.link.trn, expires_at: opened.link.expires_at.toISOString() });
  });

  on('GET /scan/:id', async (request) => {
    const { id } = request.params;
    if (isPhone(request)) {
      const { front, back, types } = await sidesOf(deps, (await requirePhone(deps, request, id)).applicant);
      return answer({ front, back, types });
    }
    const applicant = await deps.sessions.applicantOf(bearerOf(request));
    refuseOtherClaims(applicant, request);
    const followed = await awaitChange(deps, applicant, id, request.query.known);
    if (!followed) throw refuse('notFound');
    return answer(followed);
  });

  on(
    'POST /applicant/mobile_scan_saveonly',
    async (request) => {
      const { file, document_id, data } = request.body;
      const phone = await requirePhone(deps, request);
      const picture = { file, documentId: Number(document_id), rawData: data?.raw_data };
      const { id, blob_path } = await saveScan(deps, phone, picture);
      return answer({ id, blob_path }, texts.saved);
    },
    { bodyLimit: MOST_BYTES, onRequest: admitUpload },
  );
}

/** What the desktop follows of the link; waits as `longPoll` does. Undefined once the link is gone. */
function awaitChange(deps: Deps, applicant: Applicant, id: string, known?: string) {
  return longPoll(deps, applicant, known, async () => {
    const link = await deps.stores.scans.findOwn(id, applicant.trn);
    if (!link) return undefined;
    const toEnd = link.expires_at.getTime() - deps.clock().getTime() + 1;
    // The link's own end is a change too.
    return { state: await followedState(deps, applicant, link), lasts: toEnd > 0 ? toEnd : undefined };
  });
}
