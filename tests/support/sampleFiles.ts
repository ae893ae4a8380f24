import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** One date for all PDFs, so equal calls in a run return the same bytes. */
const madeAt = new Date();

/** Returns a small valid PDF, protected if there's a `password`. */
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

/** A small valid JPEG with EXIF data. */
export function sampleJpeg(height = 400): Promise<Buffer> {
  const picture = sharp({ create: { width: 640, height, channels: 3, background: '#3a6ea5' } });
  return picture
    .withExif({ IFD0: { Copyright: 'taken at home' } })
    .jpeg()
    .toBuffer();
}

/**
 * A smaller image for tests that don't depend on it, because a license's back is searched for a barcode for seconds.
 */
export function sampleStrip(): Promise<Buffer> {
  return sampleJpeg(40);
}

/** A signature's data URL: a line on white, or blank without the line. */
export async function sampleSignature({ blank = false } = {}): Promise<string> {
  const line = await sharp({ create: { width: 200, height: 6, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  const paper = sharp({ create: { width: 380, height: 200, channels: 3, background: '#fff' } });
  const picture = await (blank ? paper : paper.composite([{ input: line, left: 60, top: 90 }])).png().toBuffer();
  return `data:image/png;base64,${picture.toString('base64')}`;
}

/**
 * A gray progressive JPEG of 1280 × 1024 pixels with this many scans, at most 631. It's a few kilobytes, and each
 * scan must be decoded.
 */
export function sampleScans(count: number): Buffer {
  const segment = (marker: number, ...body: number[]) => [
    0xff,
    marker,
    (body.length + 2) >> 8,
    (body.length + 2) & 255,
    ...body,
  ];
  // Tables of one code each: a DC difference of 0, and a run of 16,384 and more blocks without coefficients.
  const table = (kind: number, symbol: number) => segment(0xc4, kind, 1, ...Array(15).fill(0), symbol);
  const scan = (at: number, bits: number) => segment(0xda, 1, 1, 0, at, at, bits);
  const head = [
    ...[0xff, 0xd8],
    ...segment(0xdb, 0, ...Array(64).fill(1)),
    ...segment(0xc2, 8, 1024 >> 8, 0, 1280 >> 8, 0, 1, 1, 0x11, 0),
    ...table(0x00, 0),
    ...table(0x10, 0xe0),
    ...[...scan(0, 0), ...Array(20_480 / 8).fill(0)],
  ];
  // Each coefficient in ten passes, from its highest bit to its lowest; 20,480 empty blocks in 15 bits.
  const passes = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].flatMap((low) =>
    Array.from({ length: 63 }, (_, n) => [...scan(n + 1, low === 9 ? 9 : ((low + 1) << 4) | low), 0x20, 0x01]),
  );
  return Buffer.from([...head, ...passes.slice(0, count - 1).flat(), 0xff, 0xd9]);
}
