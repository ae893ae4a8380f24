import { fileTypeFromBuffer } from 'file-type';
import { convertHeic } from './convertHeic';
import { limitsOf, MOST_PAGES } from './documentLimits';
import { readPdf } from './readPdf';
import { type Picture, redrawPicture } from './redrawPicture';

/** Why a file is refused; the words of each stand in schemas/texts. */
export type FileRefusal =
  | 'empty'
  | 'tooSmall'
  | 'tooBig'
  | 'wrongType'
  | 'pdfOnly'
  | 'damaged'
  | 'protected'
  | 'tooManyPages'
  | 'noSuchType';

export interface InspectedFile extends Picture {
  pages?: number;
}

export type Inspection = { refusal: FileRefusal } | { file: InspectedFile };

/** What the content of an upload is, whatever its name says; pictures come back redrawn and without EXIF. */
export async function inspectFile(content: Buffer, documentId: number): Promise<Inspection> {
  const limits = limitsOf(documentId);
  if (!limits) return { refusal: 'noSuchType' };
  if (content.length === 0) return { refusal: 'empty' };
  if (content.length > limits.most) return { refusal: 'tooBig' };
  if (content.length < limits.least) return { refusal: 'tooSmall' };
  const mime = (await fileTypeFromBuffer(content))?.mime ?? '';
  if (mime === 'application/pdf') return inspectPdf(content);
  if (limits.pdfOnly) return { refusal: 'pdfOnly' };
  return inspectPicture(content, mime);
}

async function inspectPdf(content: Buffer): Promise<Inspection> {
  const pdf = await readPdf(content);
  if ('refusal' in pdf) return pdf;
  if (pdf.pages > MOST_PAGES) return { refusal: 'tooManyPages' };
  return { file: { content, mime: 'application/pdf', extension: 'pdf', pages: pdf.pages } };
}

async function inspectPicture(content: Buffer, mime: string): Promise<Inspection> {
  if (mime !== 'image/heic' && mime !== 'image/heif') return asInspection(await redrawPicture(content, mime));
  const jpeg = await convertHeic(content);
  return jpeg ? asInspection(await redrawPicture(jpeg, 'image/jpeg')) : { refusal: 'damaged' };
}

const asInspection = (drawn: Picture | { refusal: FileRefusal }): Inspection =>
  'refusal' in drawn ? drawn : { file: drawn };
