import type PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { extractTextItems, getDocumentProxy } from 'unpdf';
import { drawSheet } from './drawSheet';
import type { Sheet } from './sheet';

type Pdf = InstanceType<typeof PDFDocument>;

interface FigureBox {
  x: number;
  /** Distance of the baseline from the top. */
  y: number;
  width: number;
  size: number;
  figure: string;
}

type Paint = (pdf: Pdf, spot: FigureBox) => void;

const HEIGHT = 792;
const ASCENT = 0.718;
const WHITE = 0xff;
const blank = sharp({ create: { width: 8, height: 8, channels: 3, background: { r: WHITE, g: WHITE, b: WHITE } } });

const box = (pdf: Pdf, { x, y, width, size }: FigureBox) =>
  pdf
    .rect(x - 1, y - size, width + 2, size * 1.3)
    .fill('#ffffff')
    .fillColor('#000000');

function print(pdf: Pdf, { x, y, width, size, figure }: FigureBox, { font = 'Helvetica', down = 0 } = {}): void {
  pdf.font(font).fontSize(size);
  const left = x + width - pdf.widthOfString(figure);
  pdf.text(figure, left, y + down - size * ASCENT, { lineBreak: false });
}

/** Ways to cover a figure, with or without another one. */
export const COVERING_EDITS: Record<string, Paint> = {
  'a white box and a new figure': (pdf, spot) => {
    box(pdf, spot);
    print(pdf, spot);
  },
  'a white box with a border': (pdf, spot) => {
    pdf.rect(spot.x - 1, spot.y - spot.size, spot.width + 2, spot.size * 1.3).fillAndStroke('#ffffff', '#ffffff');
    pdf.fillColor('#000000');
    print(pdf, spot);
  },
  'a white box alone': box,
  'a black box': (pdf, spot) => pdf.rect(spot.x - 1, spot.y - spot.size, spot.width + 2, spot.size * 1.3).fill('#000'),
  'a note of a PDF reader': (pdf, { x, y, width, size, figure }) =>
    pdf.annotate(x - 1, y - size, width + 2, size * 1.3, {
      Subtype: 'FreeText',
      Contents: new String(figure),
      DA: new String('/Helv 9 Tf 0 g'),
    } as never),
};

/** Ways to replace a figure in the page itself. */
export const REPLACING_EDITS: Record<string, Paint> = {
  'another typeface': (pdf, spot) => print(pdf, spot, { font: 'Times-Roman' }),
  'a typeface of fixed width': (pdf, spot) => print(pdf, spot, { font: 'Courier' }),
  'off the line': (pdf, spot) => print(pdf, spot, { down: 1.1 }),
};

/** Covers or replaces the first `from` on the first page, in the way `how`. `to` is the new figure. */
export async function repaint(sheet: Sheet, from: string, to: string, how: string): Promise<Buffer> {
  const spot = { ...(await findSpot(sheet, from)), figure: to };
  const over = COVERING_EDITS[how];
  if (over) return drawSheet(sheet, { paint: (pdf) => over(pdf, spot) });
  const replaced = REPLACING_EDITS[how];
  return drawSheet(without(sheet, from), { paint: (pdf) => replaced?.(pdf, spot) });
}

/** Pastes a white picture over the old figure, and prints the new figure on it. */
export async function pasteOver(sheet: Sheet, from: string, to: string): Promise<Buffer> {
  const spot = { ...(await findSpot(sheet, from)), figure: to };
  const patch = await blank.clone().png().toBuffer();
  return drawSheet(sheet, {
    paint: (pdf) => {
      pdf.image(patch, spot.x - 1, spot.y - spot.size, { width: spot.width + 2, height: spot.size * 1.3 });
      print(pdf, spot);
    },
  });
}

/** Adds an empty update at the end, like a program that saves changes incrementally. */
export function addUpdate(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const [, trailer = ''] = /trailer\s*<<([\s\S]*?)>>\s*startxref/.exec(text) ?? [];
  const update = `xref\n0 0\ntrailer\n<<${trailer}\n/Prev ${before}>>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update, 'latin1')]);
}

async function findSpot(sheet: Sheet, figure: string): Promise<Omit<FigureBox, 'figure'>> {
  const pdf = await getDocumentProxy(new Uint8Array(await drawSheet(sheet)), { verbosity: 0 });
  const { items } = await extractTextItems(pdf);
  const found = items[0]?.find(({ str }) => str.endsWith(figure));
  if (!found) throw new Error(`The first page doesn't have '${figure}'`);
  const width = (found.width * figure.length) / found.str.length;
  return { x: found.x + found.width - width, y: HEIGHT - found.y, width, size: found.fontSize };
}

/** Replaces the figure with spaces, so nothing else moves. */
function without(sheet: Sheet, figure: string): Sheet {
  return JSON.parse(JSON.stringify(sheet).replace(figure, ' '.repeat(figure.length)));
}
