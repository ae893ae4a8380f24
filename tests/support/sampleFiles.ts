import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** The same in one run of the tests: what is asked for twice has the same bytes. */
const madeAt = new Date();

/** A small true PDF; `password` protects it, `bytes` pads it to a size. */
export async function samplePdf({
  text = 'Earnings statement',
  password,
}: {
  text?: string;
  password?: string;
} = {}): Promise<Buffer> {
  const pdf = new PDFDocument({ userPassword: password, info: { CreationDate: madeAt } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.text(text);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** A small true JPEG with something in its EXIF. */
export function sampleJpeg(height = 400): Promise<Buffer> {
  const picture = sharp({ create: { width: 640, height, channels: 3, background: '#3a6ea5' } });
  return picture
    .withExif({ IFD0: { Copyright: 'taken at home' } })
    .jpeg()
    .toBuffer();
}

/** For where the picture is not the point: the back of a licence is searched for a barcode, for seconds in a whole picture without one. */
export function sampleStrip(): Promise<Buffer> {
  return sampleJpeg(40);
}

/** A signature's data URL: a line on white; without the line it is blank. */
export async function sampleSignature({ blank = false } = {}): Promise<string> {
  const line = await sharp({ create: { width: 200, height: 6, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  const paper = sharp({ create: { width: 380, height: 200, channels: 3, background: '#fff' } });
  const picture = await (blank ? paper : paper.composite([{ input: line, left: 60, top: 90 }])).png().toBuffer();
  return `data:image/png;base64,${picture.toString('base64')}`;
}
