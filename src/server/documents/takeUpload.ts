import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { documentType, isOf, isUploaded, usualLimits } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';
import type { Deps } from '../deps';
import { type RefusalCode, refuse } from '../http/errors';
import { keepFirstReading, readContent } from '../income/readIncomeDocument';
import { type FileRefusal, type InspectedFile, inspectFile } from './inspectFile';
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

export interface Upload {
  fields: Record<string, string>;
  /** What opens the file: used for this request, and apart from the fields so that it is never kept with them. */
  password?: string;
  name: string;
  content: Buffer;
  /** Then `content` is only its beginning. */
  tooBig: boolean;
}

const LIMITS = { files: 1, fields: 10, fieldSize: 200, fieldNameSize: 50, parts: 12 };

/**
 * The one file of a multipart request and its text fields. Reads at most `most` bytes of the file.
 * Throws `uploadBroken` for a request that was cut off, holds no or several files, or is not what it says.
 */
export async function readUpload(request: FastifyRequest, most: number): Promise<Upload> {
  if (!request.isMultipart()) throw refuse('wrongType');
  try {
    return await readParts(request, most);
  } catch (cause) {
    // Busboy tells a cut-off request by plain errors, some without a code.
    request.log.info({ cause: String(cause) }, 'upload broken');
    throw refuse('uploadBroken');
  }
}

async function readParts(request: FastifyRequest, most: number): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: Omit<Upload, 'fields' | 'password'> | undefined;
  for await (const part of request.parts({ limits: { ...LIMITS, fileSize: most } })) {
    if (part.type === 'file') file = await readFile(part);
    else fields[part.fieldname] = String(part.value);
  }
  if (!file) throw new Error('no file among the parts');
  const { password, ...others } = fields;
  return { fields: others, password, ...file };
}

async function readFile(part: MultipartFile) {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk);
  return { name: part.filename, content: Buffer.concat(chunks), tooBig: part.file.truncated };
}
