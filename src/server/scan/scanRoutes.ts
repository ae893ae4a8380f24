import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/scan.json';
import { bearerOf } from '../auth/session';
import type { Applicant } from '../auth/sessions';
import type { Deps } from '../deps';
import { awaitOther } from '../http/awaitOther';
import { refuse } from '../http/errors';
import { refuseOtherClaims } from '../http/refuseOtherClaims';
import { answer } from '../http/reply';
import { applicantOf, demandPhone, isPhone } from './demandPhone';
import { saveScan } from './saveScan';
import { followedState, sidesOf } from './scanState';

type Id = { Params: { id: string } };

interface SaveBody {
  file: string;
  document_id: number | string;
  trn_id: string;
  data?: { OCRData?: unknown[]; raw_data?: string };
}

const LINK_MS = 15 * 60_000;
// Spec 003 and the security page: a picture as a base64 data URL.
const MOST_BYTES = 14_000_000;

/** The phone scan: a link from the desktop, the phone's way in, its pictures, and what the desktop follows (spec 003 §2, 7). */
export function scanRoutes(api: FastifyInstance, deps: Deps): void {
  const links = deps.stores.scans;
  // Before the body is read: fourteen megabytes are taken only from a phone that was let in.
  const admitUpload = async (request: FastifyRequest) => {
    const { applicant } = await demandPhone(deps, request);
    await deps.limits.take('upload', { account: applicant.trn, address: request.ip });
  };

  api.post('/scan/link', async ({ applicant }) => {
    const expiresAt = new Date(deps.clock().getTime() + LINK_MS);
    const { id, token } = await links.issue({ trn: applicant.trn, sessionId: applicant.sessionId, expiresAt });
    return answer({ id, path: `/scan/${id}?token=${token}`, expires_at: expiresAt.toISOString() });
  });

  api.delete<Id>('/scan/:id', async ({ params, applicant }) => {
    if (!(await links.end(params.id, applicant.trn))) throw refuse('notFound');
    return answer(null);
  });

  // The token of the address becomes a key that never stands in one.
  api.post<Id & { Body: { token: string } }>(
    '/scan/:id/open',
    { config: { open: true }, schema: { body: OPEN_BODY } },
    async ({ params, body }) => {
      const opened = await links.open(params.id, body.token, deps.clock());
      if (!opened) throw refuse('scanEnded');
      await applicantOf(deps, opened.link);
      return answer({ token: opened.key, trn_id: opened.link.trn, expires_at: opened.link.expires_at.toISOString() });
    },
  );

  api.get<Id & { Querystring: { known?: string } }>('/scan/:id', { config: { open: true } }, async (request) => {
    const { id } = request.params;
    if (isPhone(request)) {
      const { front, back, types } = await sidesOf(deps, (await demandPhone(deps, request, id)).applicant);
      return answer({ front, back, types });
    }
    const applicant = await deps.sessions.applicantOf(bearerOf(request));
    refuseOtherClaims(applicant, request);
    const followed = await awaitChange(deps, applicant, id, request.query.known);
    if (!followed) throw refuse('notFound');
    return answer(followed);
  });

  api.post<{ Body: SaveBody }>(
    '/applicant/mobile_scan_saveonly',
    { config: { open: true }, schema: { body: SAVE_BODY }, bodyLimit: MOST_BYTES, onRequest: admitUpload },
    async (request) => {
      const { file, document_id, data } = request.body;
      const phone = await demandPhone(deps, request);
      const scan = { file, documentId: Number(document_id), rawData: data?.raw_data };
      const { id, blob_path } = await saveScan(deps, phone, scan);
      return answer({ id, blob_path }, texts.saved);
    },
  );
}

const OPEN_BODY = {
  type: 'object',
  required: ['token'],
  properties: { token: { type: 'string', minLength: 20, maxLength: 200 } },
  additionalProperties: false,
};

const SAVE_BODY = {
  type: 'object',
  required: ['file', 'document_id', 'trn_id'],
  properties: {
    file: { type: 'string', minLength: 1 },
    document_id: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^[0-9]{1,3}$' }] },
    trn_id: { type: 'string', maxLength: 100 },
    data: {
      type: 'object',
      properties: { OCRData: { type: 'array', maxItems: 50 }, raw_data: { type: 'string', maxLength: 4000 } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/** What the desktop follows of the link; waits as `awaitOther` does. Undefined once the link is gone. */
function awaitChange(deps: Deps, applicant: Applicant, id: string, known?: string) {
  return awaitOther(deps, applicant, known, async () => {
    const link = await deps.stores.scans.findOwn(id, applicant.trn);
    if (!link) return undefined;
    const toEnd = link.expires_at.getTime() - deps.clock().getTime() + 1;
    // The link's own end is a change too.
    return { state: await followedState(deps, applicant, link), lasts: toEnd > 0 ? toEnd : undefined };
  });
}
