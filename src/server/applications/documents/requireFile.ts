import { documentType, usualLimits } from '../../../model/section/documentTypes';
import { refuse } from '../applicationErrors';
import { type FileRefusal, type InspectedFile, inspectFile } from './inspectFile';

type FileCode = Parameters<typeof refuse>[0];

const CODES: Record<FileRefusal, FileCode> = {
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

/** Inspects a file. Throws the matching error. */
export async function requireFile(
  content: Buffer,
  documentId: number,
  account: string,
  password?: string,
): Promise<InspectedFile> {
  const inspected = await inspectFile(content, documentId, account, password);
  if ('file' in inspected) return inspected.file;
  throw refuse(inspected.refusal === 'tooBig' ? tooBigCode(documentId) : CODES[inspected.refusal]);
}

// Proofs have a lower limit and their own message.
export const tooBigCode = (documentId: number): FileCode =>
  (documentType(documentId)?.maxBytes ?? 0) < usualLimits().maxBytes ? 'proofTooBig' : 'fileTooBig';
