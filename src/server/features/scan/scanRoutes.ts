import type { FastifyInstance, FastifyRequest } from 'fastify';
import { scan } from '../../../contract/scan';
import { messages } from '../../../messages/serverMessages';
import { revisionOfSaved } from '../../../model/answers/stepBody';
import type { StoredDocument } from '../../../model/formContext';
import { readLicenseText } from '../../../model/license/licenseText';
import { findBack, hasRole } from '../../../model/section/documentTypes';
import type { Answers } from '../../../model/types';
import { assertOwnRequest, readBearerToken } from '../../applications/accounts/requireSession';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { saveBarcode } from '../../applications/documents/barcodes';
import { requireFile } from '../../applications/documents/requireFile';
import { storeDocument } from '../../applications/documents/storeDocument';
import { sealAnswers } from '../../applications/sealedAnswers';
import { formsUsed } from '../../applications/steps/formsUsed';
import { openStepByRole } from '../../applications/steps/openStep';
import { draftAdditionalData } from '../../applications/steps/readStored';
import { longPoll } from '../../platform/http/longPoll';
import { answer, routesOf } from '../../platform/http/routesOf';
import type { Applicant } from '../../platform/sessions/sessions';
import { refuse } from './scanErrors';
import { createScanRepository } from './scanRepository';
import {
  findApplicant,
  findIdentitySection,
  isPhone,
  type Phone,
  readPhoneState,
  readSides,
  readState,
  requirePhone,
} from './scanState';

const LINK_MS = 15 * 60_000;
// The picture is a base64 data URL, a third larger than the file.
const MAX_BYTES = 14_000_000;

export function scanRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const on = routesOf(api, deps, scan);
  const links = createScanRepository(deps.db);
  // Runs before the body is read, so only phones with a valid key can send large bodies.
  const admitUpload = async (request: FastifyRequest) => {
    const { applicant } = await requirePhone(deps, request);
    await deps.limits.take('upload', { account: applicant.trn, address: request.ip });
  };

  on('POST /scan/link', async ({ applicant }) => {
    const expiresAt = new Date(deps.clock().getTime() + LINK_MS);
    const { id, token } = await links.issue({ trn: applicant.trn, sessionId: applicant.sessionId, expiresAt });
    const query = new URLSearchParams({ token, ...(applicant.language && { lang: applicant.language }) });
    return answer({ id, path: `/scan/${id}?${query}`, expires_at: expiresAt.toISOString() });
  });

  on('DELETE /scan/:id', async ({ params, applicant }) => {
    if (!(await links.end(params.id, applicant.trn))) throw refuse('notFound');
    return answer(null);
  });

  // The token may be in the URL, because only one phone can use it. The phone's key is never in a URL.
  on('POST /scan/:id/open', async ({ params, body }, _reply, idempotencyKey) => {
    const opened = await links.open(params.id, body.token, deps.clock(), idempotencyKey);
    if (!opened) throw refuse('scanEnded');
    if (opened === 'taken') throw refuse('scanTaken');
    await findApplicant(deps, opened.link);
    return answer({ token: opened.key, trn_id: opened.link.trn, expires_at: opened.link.expires_at.toISOString() });
  });

  on('GET /scan/:id', async (request) => {
    const { id } = request.params;
    if (isPhone(request)) return answer(await readPhoneState(deps, (await requirePhone(deps, request, id)).applicant));
    const applicant = await deps.sessions.authenticate(readBearerToken(request));
    assertOwnRequest(applicant, request);
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
      return answer({ id, blob_path }, messages('scan').saved);
    },
    { bodyLimit: MAX_BYTES, onRequest: admitUpload },
  );
}

/** Waits up to 20 seconds for a change. Returns undefined once the link is gone. */
function awaitChange(deps: ApplicationDeps, applicant: Applicant, id: string, knownState?: string) {
  return longPoll(deps, applicant, knownState, async () => {
    const link = await createScanRepository(deps.db).findOwn(id, applicant.trn);
    if (!link) return undefined;
    const msLeft = link.expires_at.getTime() - deps.clock().getTime() + 1;
    // The state also changes when the link expires.
    return { state: await readState(deps, applicant, link), changesIn: msLeft > 0 ? msLeft : undefined };
  });
}

/** `rawData` is the text of the barcode on the back. */
interface ScannedPicture {
  file: string;
  documentId: number;
  rawData?: string;
}

/** Throws `scanBusy` during another upload with the same link. */
async function saveScan(deps: ApplicationDeps, phone: Phone, scan: ScannedPicture): Promise<StoredDocument> {
  const scans = createScanRepository(deps.db);
  if (!(await scans.claim(phone.link.id, deps.clock()))) throw refuse('scanBusy', { retryAfter: 2 });
  try {
    await assertSide(deps, phone, scan.documentId);
    const file = await requirePicture(deps, scan, phone.applicant.trn);
    const { trn } = phone.applicant;
    const name = hasRole('identityBack', scan.documentId) ? 'back' : 'front';
    const stored = await storeDocument(deps, { trn, documentId: scan.documentId, sourceId: 0, name }, file);
    await addToDraft(deps, phone.applicant, stored);
    if (hasRole('identityBack', scan.documentId)) await saveScannedBarcode(deps, trn, stored.id, scan.rawData);
    return stored;
  } finally {
    await scans.release(phone.link.id);
  }
}

async function assertSide(
  deps: Pick<ApplicationDeps, 'forms' | 'stores'>,
  { applicant }: Phone,
  documentId: number,
): Promise<void> {
  const { front, back, types } = await readSides(deps, applicant);
  const isBack = hasRole('identityBack', documentId);
  if (!isBack && !types.includes(documentId))
    throw refuse(hasRole('identity', documentId) ? 'documentHidden' : 'noSuchDocumentType');
  if (isBack && documentId !== findBack(front.document_typeid)) throw refuse('frontFirst');
  if (isBack ? back.res : front.res) throw refuse('alreadyUploaded');
}

async function requirePicture(deps: ApplicationDeps, { file, documentId }: ScannedPicture, account: string) {
  const comma = file.indexOf(',');
  if (!/^data:image\/[\w.+-]{1,40};base64$/.test(file.slice(0, comma))) throw refuse('notAPicture');
  const picture = await requireFile(deps, Buffer.from(file.slice(comma + 1), 'base64'), documentId, account);
  if (!picture.mime.startsWith('image/')) throw refuse('notAPicture');
  return picture;
}

/** Saves the barcode if the phone read it. Otherwise, a job reads it. */
async function saveScannedBarcode(
  deps: Pick<ApplicationDeps, 'keyring' | 'stores' | 'clock'>,
  trn: string,
  id: number,
  text: string | undefined,
): Promise<void> {
  if (text !== undefined && readLicenseText(text)) await saveBarcode(deps, trn, id, text);
}

async function addToDraft(deps: ApplicationDeps, applicant: Applicant, document: StoredDocument): Promise<void> {
  const { trn } = applicant;
  const { drafts, answers, settings, version } = await openStepByRole(deps, applicant, 'identity');
  const section = findIdentitySection(deps);
  const { schema } = deps.forms.catalog.section(section);
  const key = await deps.keyring.keyOf(trn);
  const sealSection = (partial: Answers) => sealAnswers(schema, partial, key, draftAdditionalData(trn, section));
  const scanned = scanAnswers(document);
  const draft = {
    trn,
    section,
    data: sealSection({ ...(drafts()[section] ?? answers[section]), ...scanned }),
    now: deps.clock(),
    revision: revisionOfSaved(version),
    ...formsUsed(deps, settings),
  };
  await deps.stores.drafts.merge(draft, sealSection(scanned));
}

function scanAnswers({ document_id, blob_path }: StoredDocument): Answers {
  if (hasRole('identityBack', document_id)) return { backfile: blob_path };
  return { availableToUpload_id: 'Yes', documenttype_id: document_id, file: blob_path };
}
