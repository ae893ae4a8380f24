import PDFDocument from 'pdfkit';
import { PHOTO_PRODUCER } from '../../../model/income/photoPaper';

/** Points: a sheet of US letter is as wide. */
const WIDTH = 612;

/** A PDF whose only page is this JPEG, which is put in unchanged. */
export async function bindPhoto(jpeg: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { Producer: PHOTO_PRODUCER, Creator: PHOTO_PRODUCER } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  const size: [number, number] = [WIDTH, (WIDTH * height) / width];
  pdf.addPage({ size, margin: 0 }).image(jpeg, 0, 0, { width: size[0], height: size[1] });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
