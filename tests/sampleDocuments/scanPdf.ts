import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { extractTextItems, getDocumentProxy } from 'unpdf';

interface Scanner {
  /** Rotation of the page in degrees. */
  askew?: number;
  /** Dots per inch. */
  dpi?: number;
  /** One bit per pixel, like a fax. */
  isBlackAndWhite?: boolean;
}

const PAGE = { width: 612, height: 792 };

/** Converts each page of a PDF to a scan: slightly rotated, and either gray and grainy or black and white. */
export async function photographPages(
  pdf: Buffer,
  { askew = 0.6, dpi = 200, isBlackAndWhite = false }: Scanner = {},
): Promise<Buffer[]> {
  const { items } = await extractTextItems(await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 }));
  return Promise.all(
    items.map(async (texts) => {
      const words = texts.map(
        ({ str, x, y, width, fontSize }) =>
          `<text x="${x}" y="${PAGE.height - y}" font-size="${fontSize}" textLength="${width || 1}" lengthAdjust="spacingAndGlyphs">${escaped(str)}</text>`,
      );
      const paper = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 612 792" width="612" height="792"><rect width="612" height="792" fill="#f4f1e8"/><g font-family="Liberation Sans, DejaVu Sans, Arial, sans-serif" fill="#2b2b2b" transform="rotate(${askew} 306 396)">${words.join('')}</g></svg>`;
      const drawn = sharp(Buffer.from(paper), { density: dpi }).flatten().grayscale();
      if (isBlackAndWhite) return drawn.threshold(150).png({ colors: 2 }).toBuffer();
      const noise = await sharp(drawGrain(), { raw: { ...PAGE, channels: 1 } })
        .resize(Math.round((PAGE.width * dpi) / 72))
        .grayscale()
        .png()
        .toBuffer();
      return drawn
        .composite([{ input: noise, blend: 'soft-light' }])
        .jpeg({ quality: 70 })
        .toBuffer();
    }),
  );
}

/**
 * Returns gray noise with a mean of 128 and a standard deviation of 18. It's the same in each run, because with random
 * noise, an amount is sometimes misread.
 */
function drawGrain(): Buffer {
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const bell = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  return Buffer.from(Array.from({ length: PAGE.width * PAGE.height }, () => Math.round(128 + 18 * bell())));
}

/** Simulates a phone's photo in a dim room, with a shadow across the page. */
export async function shadePicture(picture: Buffer): Promise<Buffer> {
  const { width = 1, height = 1 } = await sharp(picture).metadata();
  const stops = ['#fff', '#777', '#333'].map((color, n) => `<stop offset="${n / 2}" stop-color="${color}"/>`).join('');
  const shadow = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="shadow" x2="1" y2="1">${stops}</linearGradient><rect width="100%" height="100%" fill="url(#shadow)"/></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(shadow), blend: 'multiply' }])
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** Returns a PDF's scan as a PDF: one picture per page and no text. */
export async function scanPdf(pdf: Buffer, scanner: Scanner = {}): Promise<Buffer> {
  return bindPages(await photographPages(pdf, scanner));
}

/** Returns a scanner's PDF with one picture per page. */
export async function bindPages(pictures: readonly Buffer[]): Promise<Buffer> {
  const scan = new PDFDocument({ size: 'LETTER', autoFirstPage: false, info: { Producer: 'Office Scanner 2' } });
  const chunks: Buffer[] = [];
  scan.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => scan.on('end', resolve));
  for (const picture of pictures) scan.addPage().image(picture, 0, 0, PAGE);
  scan.end();
  await ended;
  return Buffer.concat(chunks);
}

const escaped = (text: string) => text.replace(/[<&]/g, (sign) => (sign === '<' ? '&lt;' : '&amp;'));
