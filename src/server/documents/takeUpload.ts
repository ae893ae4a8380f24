import { documentType, isOf, isUploaded, usualLimits } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import type { Deps } from '../deps';
import { type RefusalCode, refuse } from '../http/errors';
import { keepFirstReading, readContent } from '../income/readIncomeDocument';
import { type FileRefusal, type InspectedFile, inspectFile } from './inspectFile';
import type { Upload } from './readUpload';
import { storeDocument } from './storeDocument';

const CODES: Record<FileRefusal, RefusalCode> = {
  empty: 'fileEmpty',
  tooSmall: 'fileTooSmall',
  tooBig: 'fileTooBig',
  wrongType: 'fileWrongType',
  pdfOnly: 'filePdfOnly',
  pictureOnly: 'filePictureOnly',
  damaged: 'fileDamaged',
  protected: 'fileProtected',
  passwordNeeded: 'filePasswordNeeded',
  passwordWrong: 'filePasswordWrong',
  dynamicForm: 'fileDynamicForm',
  tooManyPages: 'fileTooManyPages',
  tooLarge: 'pictureTooLarge',
  noSuchType: 'noSuchDocumentType',
};

const MOST_SOURCE_ID = 20;

/** Where a route's files belong, whatever was sent. */
export interface FixedPlace {
  documentId: number;
  sourceId: number;
}

/** Takes one file for the application `trn`: judged by content, sealed, stored. `fixed` sets document type and source whatever was sent. */
export async function takeUpload(
  deps: Deps,
  trn: string,
  upload: Upload,
  fixed?: FixedPlace,
  act?: string,
): Promise<StoredDocument> {
  if (upload.fields.trn_id !== undefined && upload.fields.trn_id !== trn) throw refuse('notYours');
  const documentId = fixed?.documentId ?? Number(upload.fields.document_id);
  const sourceId = fixed?.sourceId ?? Number(upload.fields.source_id ?? 0);
  await refuseWrongPlace(deps, trn, documentId, sourceId);
  if (upload.tooBig) throw refuse(tooBigFor(documentId));
  const { password } = upload;
  const file = await requireFile(upload.content, documentId, trn, password);
  // Now or never: the password is not kept.
  const reading = file.isLocked ? await readContent(file.content, trn, password) : undefined;
  const offerLetter = upload.fields.allowOfferLetter === 'true';
  const place = { trn, documentId, sourceId, name: upload.name, offerLetter, act };
  const stored = await storeDocument(deps, place, file);
  if (reading) await keepFirstReading(deps, { trn, id: stored.id }, reading);
  return stored;
}

async function refuseWrongPlace(deps: Deps, trn: string, documentId: number, sourceId: number): Promise<void> {
  if (!isUploaded(documentId)) throw refuse('noSuchDocumentType');
  if (!Number.isInteger(sourceId) || sourceId < 0 || sourceId > MOST_SOURCE_ID) throw refuse('badRequest');
  const needsSource = isOf('source', documentId);
  if (needsSource && !(await deps.stores.sources.has(trn, documentId, sourceId))) throw refuse('noSuchSource');
}

/** The inspected file of `account`. Throws the refusal that says what to do about it. */
export async function requireFile(
  content: Buffer,
  documentId: number,
  account: string,
  password?: string,
): Promise<InspectedFile> {
  const inspected = await inspectFile(content, documentId, account, password);
  if ('file' in inspected) return inspected.file;
  throw refuse(inspected.refusal === 'tooBig' ? tooBigFor(documentId) : CODES[inspected.refusal]);
}

// A proof is smaller than the rest, and its message names its own limit.
const tooBigFor = (documentId: number): RefusalCode =>
  (documentType(documentId)?.maxBytes ?? 0) < usualLimits.maxBytes ? 'proofTooBig' : 'fileTooBig';
