import { defaultLimits, documentType } from '../../../model/section/documentTypes';
import { ScannerUnavailable, type VirusScanner } from '../../platform/files/virusScan';
import type { Platform } from '../../platform/platform';
import { refuse } from '../applicationErrors';
import { type FileRefusal, type InspectedFile, type InspectionOptions, inspectFile } from './inspectFile';

type FileCode = Parameters<typeof refuse>[0];

const CODES: Record<FileRefusal, FileCode> = {
  empty: 'fileEmpty',
  tooSmall: 'fileTooSmall',
  tooBig: 'fileTooBig',
  wrongType: 'fileWrongType',
  pdfOnly: 'filePdfOnly',
  pictureOnly: 'filePictureOnly',
  damaged: 'fileDamaged',
  photoDamaged: 'photoDamaged',
  protected: 'fileProtected',
  passwordNeeded: 'filePasswordNeeded',
  passwordWrong: 'filePasswordWrong',
  dynamicForm: 'fileDynamicForm',
  tooManyPages: 'fileTooManyPages',
  tooLarge: 'pictureTooLarge',
  noSuchType: 'noSuchDocumentType',
};

/** Scans a file for viruses and inspects it. Throws a refusal for the first problem. */
export async function requireFile(
  { scanner, log }: Pick<Platform, 'scanner' | 'log'>,
  content: Buffer,
  documentId: number,
  account: string,
  options: InspectionOptions = {},
): Promise<InspectedFile> {
  await requireClean(scanner, log, content);
  const inspected = await inspectFile(content, documentId, account, options);
  if ('file' in inspected) return inspected.file;
  throw refuse(inspected.refusal === 'tooBig' ? tooBigCode(documentId) : CODES[inspected.refusal]);
}

async function requireClean(scanner: VirusScanner, log: Platform['log'], content: Buffer): Promise<void> {
  const isInfected = await scanner.isInfected(content).catch((cause) => {
    if (!(cause instanceof ScannerUnavailable)) throw cause;
    log.warn({ cause: cause.message }, 'An upload could not be scanned for viruses');
    throw refuse('scannerDown', { retryAfter: 30 });
  });
  if (isInfected) throw refuse('fileInfected');
}

// Document types with a lower size limit than usual have a different message.
export const tooBigCode = (documentId: number): FileCode =>
  (documentType(documentId)?.maxBytes ?? 0) < defaultLimits().maxBytes ? 'proofTooBig' : 'fileTooBig';
