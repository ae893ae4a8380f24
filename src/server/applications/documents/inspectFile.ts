import { fileTypeFromBuffer } from 'file-type';
import {
  type DocumentType,
  defaultLimits,
  documentBounds,
  documentType,
  hasRole,
  isUploaded,
} from '../../../model/section/documentTypes';
import { onFault, runWorker } from '../../platform/files/runWorker';
import { photoToPdf } from './photoToPdf';

export type FileRefusal =
  | 'empty'
  | 'tooSmall'
  | 'tooBig'
  | 'wrongType'
  | 'pdfOnly'
  | 'pictureOnly'
  | 'damaged'
  | 'photoDamaged'
  | 'protected'
  | 'passwordNeeded'
  | 'passwordWrong'
  | 'dynamicForm'
  | 'tooManyPages'
  | 'tooLarge'
  | 'noSuchType';

export interface InspectedFile extends Omit<Picture, 'size'> {
  pages?: number;
  /** True if the file opens only with its password. */
  isLocked?: boolean;
}

type Inspection = { refusal: FileRefusal } | { file: InspectedFile };

export interface InspectionOptions {
  password?: string;
  acceptsPhotos?: boolean;
}

/** Checks an upload by its content, and redraws pictures. Throws `ownFilesWait` or `busy`. */
export async function inspectFile(
  content: Buffer,
  documentId: number,
  account: string,
  { password, acceptsPhotos = false }: InspectionOptions = {},
): Promise<Inspection> {
  const type = documentType(documentId);
  if (!type || !isUploaded(documentId)) return { refusal: 'noSuchType' };
  if (content.length === 0) return { refusal: 'empty' };
  if (content.length > type.maxBytes) return { refusal: 'tooBig' };
  if (content.length < type.minBytes) return { refusal: 'tooSmall' };
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  const start = mime ? -1 : content.subarray(0, LONGEST_PREFIX).indexOf(PDF_START);
  const refusal = findRefusal(acceptsPhotos ? type.photos : type.files, start > 0 ? PDF : mime);
  if (refusal) return { refusal };
  if (start <= 0 && mime !== PDF) {
    const isPhoto = !type.files.includes(mime);
    return isPhoto ? inspectPhoto(content, mime, account) : inspectPicture(content, mime, account);
  }
  const pdf = content.subarray(Math.max(0, start));
  const inspected = await inspectPdf(pdf, account);
  const isLocked = 'refusal' in inspected && inspected.refusal === 'protected';
  return isLocked && hasRole('source', documentId) ? inspectLocked(pdf, account, password) : inspected;
}

const PDF = 'application/pdf';
const PDF_START = '%PDF-';

function findRefusal(files: DocumentType['files'], mime: string): FileRefusal | undefined {
  // HEIC has two media types.
  if (files.includes(mime === 'image/heif' ? 'image/heic' : mime)) return undefined;
  if (files.every((taken) => taken === PDF)) return 'pdfOnly';
  return mime === PDF ? 'pictureOnly' : 'wrongType';
}

/** Email programs may add bytes before a PDF's header. */
const LONGEST_PREFIX = 1024;

async function inspectLocked(content: Buffer, account: string, password?: string): Promise<Inspection> {
  if (!password) return { refusal: 'passwordNeeded' };
  const opened = await inspectPdf(content, account, password);
  if ('file' in opened) return { file: { ...opened.file, isLocked: true } };
  return opened.refusal === 'protected' ? { refusal: 'passwordWrong' } : opened;
}

async function inspectPdf(content: Buffer, account: string, password?: string): Promise<Inspection> {
  const pdf = await readPdf(content, account, password);
  if ('refusal' in pdf) return pdf;
  if (pdf.pages > documentBounds().pages) return { refusal: 'tooManyPages' };
  return { file: { content, mime: PDF, extension: 'pdf', pages: pdf.pages } };
}

async function inspectPicture(content: Buffer, mime: string, account: string): Promise<Inspection> {
  if (!isHeic(mime)) return toInspection(await redrawPicture({ content, mime, account }));
  const jpeg = await convertHeic(content, account);
  if (!jpeg) return { refusal: 'damaged' };
  return toInspection(await redrawPicture({ content: jpeg, mime: 'image/jpeg', account }));
}

/** Converts a photo of a document to a one-page PDF without EXIF. */
async function inspectPhoto(content: Buffer, mime: string, account: string): Promise<Inspection> {
  const picture = isHeic(mime) ? await convertHeic(content, account) : content;
  if (!picture) return { refusal: 'photoDamaged' };
  const drawn = await redrawPicture({
    content: picture,
    mime: isHeic(mime) ? 'image/jpeg' : mime,
    account,
    asJpeg: true,
  });
  if ('refusal' in drawn) return { refusal: drawn.refusal === 'damaged' ? 'photoDamaged' : drawn.refusal };
  const pdf = await photoToPdf(drawn.content, drawn.size);
  const { maxBytes } = defaultLimits();
  return pdf.length > maxBytes
    ? { refusal: 'tooBig' }
    : { file: { content: pdf, mime: PDF, extension: 'pdf', pages: 1 } };
}

const isHeic = (mime: string): boolean => mime === 'image/heic' || mime === 'image/heif';

function toInspection(drawn: Picture | { refusal: FileRefusal }): Inspection {
  if ('refusal' in drawn) return drawn;
  const { size: _, ...file } = drawn;
  return { file };
}

const HEIC_DEADLINE_MS = 30_000;

/** Converts a HEIC photo to a JPEG. Returns undefined if it can't be decoded. Throws `ownFilesWait` or `busy`. */
export async function convertHeic(content: Buffer, account: string): Promise<Buffer | undefined> {
  const task = { name: 'heic', content, deadlineMs: HEIC_DEADLINE_MS, account };
  const jpeg = await runWorker<Uint8Array>(task).catch(onFault(undefined));
  return jpeg && Buffer.from(jpeg);
}

const PDF_DEADLINE_MS = 10_000;

type PdfReading = { pages: number } | { refusal: 'protected' | 'damaged' | 'dynamicForm' };

/** Counts a PDF's pages. Throws `ownFilesWait` or `busy`. */
export function readPdf(content: Buffer, account: string, password?: string): Promise<PdfReading> {
  const task = { name: 'pdf', content, deadlineMs: PDF_DEADLINE_MS, account, options: { password } };
  return runWorker<PdfReading>(task).catch(onFault({ refusal: 'damaged' } as const));
}

interface Picture {
  content: Buffer;
  mime: string;
  extension: string;
  thumbnail?: Buffer;
  isPlain?: boolean;
  size: { width: number; height: number };
}

interface PictureSource {
  content: Buffer;
  mime: string;
  account: string;
  /** True to detect blank drawings (`isPlain`). */
  isDrawing?: boolean;
  /** True to convert to a JPEG with a white background. */
  asJpeg?: boolean;
}

type Format = 'jpeg' | 'png' | 'webp';

const FORMATS: Record<string, Format> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const EXTENSION: Record<Format, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' };
const THUMBNAIL = 150;
const REDRAW_DEADLINE_MS = 15_000;

type RedrawResult =
  | { content: Uint8Array; width: number; height: number; thumbnail: Uint8Array; isPlain: boolean }
  | { refusal: 'tooLarge' | 'damaged' };

/** Redraws an image without EXIF or appended data. Throws `ownFilesWait` or `busy`. */
export async function redrawPicture({
  content,
  mime,
  account,
  isDrawing = false,
  asJpeg = false,
}: PictureSource): Promise<Picture | { refusal: 'wrongType' | 'tooLarge' | 'damaged' }> {
  const given = FORMATS[mime];
  const format = asJpeg ? 'jpeg' : given;
  if (!given || !format) return { refusal: 'wrongType' };
  const { side: maxSide, pixels: maxPixels, scans: maxScans } = documentBounds();
  const options = {
    given,
    format,
    mostSide: maxSide,
    mostPixels: maxPixels,
    mostScans: maxScans,
    thumbnail: THUMBNAIL,
    detectsPlain: isDrawing,
  };
  const task = { name: 'picture', content, deadlineMs: REDRAW_DEADLINE_MS, account, options };
  const drawn = await runWorker<RedrawResult>(task).catch(onFault({ refusal: 'damaged' } as const));
  if ('refusal' in drawn) return drawn;
  return {
    content: Buffer.from(drawn.content),
    mime: `image/${format}`,
    extension: EXTENSION[format],
    thumbnail: Buffer.from(drawn.thumbnail),
    isPlain: drawn.isPlain,
    size: drawn,
  };
}
