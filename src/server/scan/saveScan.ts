import { backOf, isOf } from '../../model/documents';
import { revisionOfSaved } from '../../model/draftRevision';
import type { StoredDocument } from '../../model/formContext';
import { readLicenceText } from '../../model/licence';
import type { Answers } from '../../model/types';
import type { Applicant } from '../auth/sessions';
import { sealAnswers } from '../crypto/sealedAnswers';
import type { Deps } from '../deps';
import { storeDocument } from '../documents/storeDocument';
import { requireFile } from '../documents/takeUpload';
import { refuse } from '../http/errors';
import { madeWith } from '../steps/madeWith';
import { draftBound, openRole } from '../steps/openStep';
import { keepBarcode } from './barcodes';
import type { Phone } from './requirePhone';
import { sidesOf } from './scanState';

/** A picture from the phone: a data URL, what it is of, and for a back side the text that the phone read off its barcode. */
interface Scan {
  file: string;
  documentId: number;
  rawData?: string;
}

/** Judges a phone's picture by content, seals and stores it, and lets the desktop know. One at a time per link. */
export async function saveScan(deps: Deps, phone: Phone, scan: Scan): Promise<StoredDocument> {
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
 * that waits for the pictures, and takes them over, it is still the text that it knows. After the submission the file alone counts.
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
    data: seal({ ...(drafts[SECTION] ?? answers[SECTION]), ...scanned }),
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
