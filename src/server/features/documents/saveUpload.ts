import type { StoredDocument } from '../../../model/formContext';
import { hasRole, isUploaded } from '../../../model/section/documentTypes';
import type { SubscriberSettings } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { acceptsDocument, acceptsPhotos } from '../../applications/documents/askedDocuments';
import type { Upload } from '../../applications/documents/readUpload';
import { requireFile, tooBigCode } from '../../applications/documents/requireFile';
import { storeDocument } from '../../applications/documents/storeDocument';
import type { Applicant } from '../../platform/sessions/sessions';
import { refuse } from './documentsErrors';

const MAX_SOURCE_ID = 20;

export interface UploadDeps extends ApplicationDeps {
  readOnArrival(
    deps: ApplicationDeps,
    content: Buffer,
    account: string,
    password?: string,
  ): Promise<(document: { trn: string; id: number }) => Promise<void>>;
}

/** Document type and source that override the request's. */
export interface FixedPlace {
  documentId: number;
  sourceId: number;
}

/** Stores an uploaded file. Throws `notYours`, or an error if the document type, source or file isn't accepted. */
export async function saveUpload(
  deps: UploadDeps,
  applicant: Pick<Applicant, 'trn' | 'subscriberId' | 'home' | 'isOffered'>,
  upload: Upload,
  fixed?: FixedPlace,
  idempotencyKey?: string,
): Promise<StoredDocument> {
  const { trn } = applicant;
  if (upload.fields.trn_id !== undefined && upload.fields.trn_id !== trn) throw refuse('notYours');
  const documentId = fixed?.documentId ?? Number(upload.fields.document_id);
  const sourceId = fixed?.sourceId ?? Number(upload.fields.source_id ?? 0);
  const settings = await deps.forms.getSettings(applicant);
  await assertPlace(deps, settings, { trn, documentId, sourceId });
  if (upload.tooBig) throw refuse(tooBigCode(documentId));
  const { password } = upload;
  const file = await requireFile(deps, upload.content, documentId, trn, {
    password,
    acceptsPhotos: acceptsPhotos(deps.forms, settings, documentId),
  });
  // Read now, because the password isn't stored.
  const saveReading = file.isLocked ? await deps.readOnArrival(deps, file.content, trn, password) : undefined;
  const offerLetter = upload.fields.allowOfferLetter === 'true';
  const place = { trn, documentId, sourceId, name: upload.name, offerLetter, idempotencyKey };
  const stored = await storeDocument(deps, place, file);
  await saveReading?.({ trn, id: stored.id });
  return stored;
}

async function assertPlace(
  deps: Pick<ApplicationDeps, 'forms' | 'stores'>,
  settings: SubscriberSettings,
  { trn, documentId, sourceId }: { trn: string; documentId: number; sourceId: number },
): Promise<void> {
  if (!isUploaded(documentId)) throw refuse('noSuchDocumentType');
  if (hasRole('message', documentId) && !(await deps.stores.applications.find(trn))?.submitted_at)
    throw refuse('notSubmitted');
  if (!acceptsDocument(deps.forms, settings, documentId)) throw refuse('documentHidden');
  if (!Number.isInteger(sourceId) || sourceId < 0 || sourceId > MAX_SOURCE_ID) throw refuse('badRequest');
  const needsSource = hasRole('source', documentId);
  if (needsSource && !(await deps.stores.sources.exists(trn, documentId, sourceId))) throw refuse('noSuchSource');
}
