import PDFDocument from 'pdfkit';
import { PHOTO_PRODUCER } from '../../../model/income/photographed';

/** Width of US Letter in points. */
const WIDTH = 612;

/** Returns a one-page PDF with the JPEG, embedded unchanged. */
export async function photoToPdf(jpeg: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
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
