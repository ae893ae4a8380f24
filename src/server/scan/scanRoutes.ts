import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/scan.json';
import { scan } from '../../contract/scan';
import { revisionOfSaved } from '../../model/body';
import { backOf, isOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import { readLicenceText } from '../../model/licence';
import type { Answers } from '../../model/types';
import { bearerOf, refuseOtherClaims } from '../auth/session';
import type { Applicant } from '../auth/sessions';
import { sealAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { storeDocument } from '../documents/storeDocument';
import { requireFile } from '../documents/takeUpload';
import { refuse } from '../http/errors';
import { longPoll } from '../http/longPoll';
import { answer, routesOf } from '../http/routesOf';
import { draftBound, openRole } from '../steps/openStep';
import { madeWith } from '../steps/stepStore';
import { applicantOf, followedState, isPhone, keepBarcode, type Phone, requirePhone, sidesOf } from './scanState';

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

/** A picture from the phone: a data URL, what it is of, and for a back side the text that the phone read off its barcode. */
interface Scan {
  file: string;
  documentId: number;
  rawData?: string;
}

/** Judges a phone's picture by content, seals and stores it, and lets the desktop know. One at a time per link. */
async function saveScan(deps: Deps, phone: Phone, scan: Scan): Promise<StoredDocument> {
  const store = deps.stores.scans;
  if (!(await store.claim(phone.link.id, deps.clock()))) throw refuse('scanBusy', { retryAfter: 2 });
  try {
    await refuseWrongSide(deps, phone, scan.documentId);
    const file = await requirePicture(scan, phone.applicant.trn);
    const { trn } = phone.applicant;
    const name = isOf('identityBack', scan.documentId) ? 'back' : 'front';
    const stored = await storeDocument(deps, { trn, documentId: scan.documentId, sourceId: 0, name }, file);
    await draftScan(deps, phone.applicant, stored);
    if (isOf('identityBack', scan.documentId)) await takeBarcode(deps, trn, stored.id, scan.rawData);
    return stored;
  } finally {
    await store.release(phone.link.id);
  }
}

async function refuseWrongSide(deps: Deps, { applicant }: Phone, documentId: number): Promise<void> {
  const { front, back, types } = await sidesOf(deps, applicant);
  const isBack = isOf('identityBack', documentId);
  if (!isBack && !types.includes(documentId)) throw refuse('noSuchDocumentType');
  if (isBack && documentId !== backOf(front.document_typeid)) throw refuse('frontFirst');
  if (isBack ? back.res : front.res) throw refuse('alreadyUploaded');
}

async function requirePicture({ file, documentId }: Scan, account: string) {
  const comma = file.indexOf(',');
  if (!/^data:image\/[\w.+-]{1,40};base64$/.test(file.slice(0, comma))) throw refuse('notAPicture');
  const picture = await requireFile(Buffer.from(file.slice(comma + 1), 'base64'), documentId, account);
  if (!picture.mime.startsWith('image/')) throw refuse('notAPicture');
  return picture;
}

/** What the phone read counts when it is a licence; otherwise the job that came with the document looks at the picture. */
async function takeBarcode(deps: Deps, trn: string, id: number, text: string | undefined): Promise<void> {
  if (text !== undefined && readLicenceText(text)) await keepBarcode(deps, trn, id, text);
}

const SECTION = 'proof-of-identity';

/**
 * Lays a scanned side into the draft of the section it answers, so that the application can be finished on either device. For the page
 * that waits for the pictures, and takes them over, it is still the text that it knows. After the submission only the file counts.
 */
async function draftScan(deps: Deps, applicant: Applicant, document: StoredDocument): Promise<void> {
  const { trn } = applicant;
  const { drafts, answers, overlay, version } = await openRole(deps, applicant, 'identity');
  const { schema } = deps.forms.catalogue.section(SECTION);
  const key = await deps.keyring.keyOf(trn);
  const seal = (some: Answers) => sealAnswers(schema, some, key, draftBound(trn, SECTION));
  const scanned = scanAnswers(document);
  const draft = {
    trn,
    section: SECTION,
    data: seal({ ...(drafts()[SECTION] ?? answers[SECTION]), ...scanned }),
    now: deps.clock(),
    revision: revisionOfSaved(version),
    ...madeWith(deps, overlay),
  };
  await deps.stores.drafts.lay(draft, seal(scanned));
}

/** The answers that a scanned side gives. */
function scanAnswers({ document_id, blob_path }: StoredDocument): Answers {
  if (isOf('identityBack', document_id)) return { backfile: blob_path };
  return { availableToUpload_id: 'Yes', documenttype_id: document_id, file: blob_path };
}
