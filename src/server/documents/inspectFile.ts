import { fileTypeFromBuffer } from 'file-type';
import { type DocumentType, documentBounds, documentType, isOf, isUploaded } from '../../model/documents';
import { onFault, runWorker } from './runWorker';

/** Why a file is refused; the words of each stand in schemas/texts. */
export type FileRefusal =
  | 'empty'
  | 'tooSmall'
  | 'tooBig'
  | 'wrongType'
  | 'pdfOnly'
  | 'pictureOnly'
  | 'damaged'
  | 'protected'
  | 'passwordNeeded'
  | 'passwordWrong'
  | 'dynamicForm'
  | 'tooManyPages'
  | 'tooLarge'
  | 'noSuchType';

export interface InspectedFile extends Picture {
  pages?: number;
  /** It opens with its password only. */
  isLocked?: boolean;
}

type Inspection = { refusal: FileRefusal } | { file: InspectedFile };

/**
 * What the content of an upload by `account` is, whatever its name says; pictures come back redrawn and without EXIF. Throws the refusals
 * of a queue that is full. `password` opens a PDF that is locked.
 */
export async function inspectFile(
  content: Buffer,
  documentId: number,
  account: string,
  password?: string,
): Promise<Inspection> {
  const type = documentType(documentId);
  if (!type || !isUploaded(documentId)) return { refusal: 'noSuchType' };
  if (content.length === 0) return { refusal: 'empty' };
  if (content.length > type.maxBytes) return { refusal: 'tooBig' };
  if (content.length < type.minBytes) return { refusal: 'tooSmall' };
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  const start = mime ? -1 : content.subarray(0, LONGEST_PREFIX).indexOf(PDF_START);
  const refusal = refusalOf(type, start > 0 ? PDF : mime);
  if (refusal) return { refusal };
  if (start <= 0 && mime !== PDF) return inspectPicture(content, mime, account);
  const pdf = content.subarray(Math.max(0, start));
  const inspected = await inspectPdf(pdf, account);
  const isLocked = 'refusal' in inspected && inspected.refusal === 'protected';
  return isLocked && isOf('source', documentId) ? inspectLocked(pdf, account, password) : inspected;
}

const PDF = 'application/pdf';
const PDF_START = '%PDF-';

/** Why content of this media type is not taken for a document type; the pages refuse by the same list (schemas/definitions/documents.json). */
function refusalOf({ files }: DocumentType, mime: string): FileRefusal | undefined {
  // A HEIC photograph bears one of two names.
  if (files.includes(mime === 'image/heif' ? 'image/heic' : mime)) return undefined;
  if (files.every((taken) => taken === PDF)) return 'pdfOnly';
  return mime === PDF ? 'pictureOnly' : 'wrongType';
}

/** Mail programs and web servers leave lines before a PDF; where it must begin is the format's own rule. They are not kept. */
const LONGEST_PREFIX = 1024;

/** A locked PDF whose text will be read: what it says is all that is asked of it, and can be had once with the password. */
async function inspectLocked(content: Buffer, account: string, password?: string): Promise<Inspection> {
  if (!password) return { refusal: 'passwordNeeded' };
  const opened = await inspectPdf(content, account, password);
  if ('file' in opened) return { file: { ...opened.file, isLocked: true } };
  return opened.refusal === 'protected' ? { refusal: 'passwordWrong' } : opened;
}

async function inspectPdf(content: Buffer, account: string, password?: string): Promise<Inspection> {
  const pdf = await readPdf(content, account, password);
  if ('refusal' in pdf) return pdf;
  if (pdf.pages > documentBounds.pages) return { refusal: 'tooManyPages' };
  return { file: { content, mime: PDF, extension: 'pdf', pages: pdf.pages } };
}

async function inspectPicture(content: Buffer, mime: string, account: string): Promise<Inspection> {
  if (mime !== 'image/heic' && mime !== 'image/heif')
    return asInspection(await redrawPicture({ content, mime, account }));
  const jpeg = await convertHeic(content, account);
  if (!jpeg) return { refusal: 'damaged' };
  return asInspection(await redrawPicture({ content: jpeg, mime: 'image/jpeg', account }));
}

const asInspection = (drawn: Picture | { refusal: FileRefusal }): Inspection =>
  'refusal' in drawn ? drawn : { file: drawn };

const HEIC_DEADLINE_MS = 30_000;

/** A HEIC photograph of `account` as JPEG, decoded in a bounded worker; undefined when it cannot be. Throws the queue's refusals. */
export async function convertHeic(content: Buffer, account: string): Promise<Buffer | undefined> {
  const task = { name: 'heic', content, deadlineMs: HEIC_DEADLINE_MS, account };
  const jpeg = await runWorker<Uint8Array>(task).catch(onFault(undefined));
  return jpeg && Buffer.from(jpeg);
}

const PDF_DEADLINE_MS = 10_000;

type PdfReading = { pages: number } | { refusal: 'protected' | 'damaged' | 'dynamicForm' };

/** Opens a PDF of `account` in a bounded worker; a bomb or a broken file counts as damaged. Throws the queue's refusals. */
export function readPdf(content: Buffer, account: string, password?: string): Promise<PdfReading> {
  const task = { name: 'pdf', content, deadlineMs: PDF_DEADLINE_MS, account, options: { password } };
  return runWorker<PdfReading>(task).catch(onFault({ refusal: 'damaged' } as const));
}

interface Picture {
  content: Buffer;
  mime: string;
  extension: string;
  /** 150×150 JPEG, for pictures. */
  thumbnail?: Buffer;
  /** Every pixel is like the others; said of a drawing only. */
  isPlain?: boolean;
}

interface Source {
  content: Buffer;
  mime: string;
  /** Whose picture it is: accounts take turns. */
  account: string;
  /** Somebody drew it, so that it may have nothing on it. */
  isDrawing?: boolean;
}

type Format = 'jpeg' | 'png' | 'webp';

const KEPT_AS: Record<string, Format> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const EXTENSION: Record<Format, string> = { jpeg: 'jpg', png: 'png', webp: 'webp' };
const THUMBNAIL = 150;
const REDRAW_DEADLINE_MS = 15_000;

type Answer = { content: Uint8Array; thumbnail: Uint8Array; isPlain: boolean } | { refusal: 'tooLarge' };

/**
 * Decodes a picture in a bounded worker and draws it anew: turned upright, without EXIF or anything appended. A format we do not keep
 * (GIF, SVG, TIFF …) is 'wrongType', one with too long a side or too many pixels (schemas/definitions/documents.json) 'tooLarge', one that cannot be
 * decoded in time 'damaged'. Throws the queue's refusals.
 */
export async function redrawPicture({
  content,
  mime,
  account,
  isDrawing = false,
}: Source): Promise<Picture | { refusal: 'wrongType' | 'tooLarge' | 'damaged' }> {
  const format = KEPT_AS[mime];
  if (!format) return { refusal: 'wrongType' };
  const { side: mostSide, pixels: mostPixels } = documentBounds;
  const options = { format, mostSide, mostPixels, thumbnail: THUMBNAIL, judgesPlain: isDrawing };
  const task = { name: 'picture', content, deadlineMs: REDRAW_DEADLINE_MS, account, options };
  const drawn = await runWorker<Answer>(task).catch(onFault({ refusal: 'damaged' } as const));
  if ('refusal' in drawn) return drawn;
  return {
    content: Buffer.from(drawn.content),
    mime: `image/${format}`,
    extension: EXTENSION[format],
    thumbnail: Buffer.from(drawn.thumbnail),
    isPlain: drawn.isPlain,
  };
}
