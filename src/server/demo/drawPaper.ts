import path from 'node:path';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { addDays, addMonths, dateText } from '../../model/dates';
import { documentId } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { findRoot } from '../config';
import papers from './papers.json';

/** A file of the demo's, ready to be uploaded. */
export interface DrawnPaper {
  documentId: number;
  name: string;
  content: Buffer;
}

interface Paper {
  type: Parameters<typeof documentId>[0];
  /** A drawing next to papers.json's folder, made by licenceFront and licenceBack of e2e/support/scan. */
  picture?: string;
  /** A page for each, whose days go by today: the checks look at what is recent. */
  periods?: { days?: number; ended?: number[]; months?: number[] };
  /** The cells of each line. */
  lines?: string[][];
}

// The file's shape is this module's own.
const known = papers as Record<string, Paper>;

/** Whether the demo has a paper of this name, as the personas call them. */
export const hasPaper = (name: string): boolean => name in known;

/** Draws the paper of this name as it would be on that day (ISO). Throws for a name it does not know. */
export async function drawPaper(name: string, today: string): Promise<DrawnPaper> {
  const paper = known[name];
  if (!paper) throw new Error(`The demo has no paper '${name}'`);
  const file = { documentId: documentId(paper.type) };
  if (paper.picture) return { ...file, name: `${name}.jpg`, content: await photograph(paper.picture) };
  return { ...file, name: `${name}.pdf`, content: await print(paper, today) };
}

function photograph(picture: string): Promise<Buffer> {
  const file = path.join(findRoot(), 'src/server/demo/papers', picture);
  return sharp(file).flatten({ background: '#fff' }).jpeg({ quality: 88 }).toBuffer();
}

const LEFT = 54;
const WIDTH = 504;

async function print({ lines = [], periods }: Paper, today: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: LEFT });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  for (const [index, days] of daysOf(periods, today).entries()) {
    if (index > 0) pdf.addPage();
    drawLines(pdf, lines, days);
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawLines(pdf: InstanceType<typeof PDFDocument>, lines: string[][], days: Record<string, string>): void {
  for (const [index, cells] of lines.entries()) {
    const { y } = pdf;
    pdf.fontSize(index === 0 ? 16 : 10);
    for (const [column, cell] of cells.entries())
      if (cell) pdf.text(fillText(cell, days), LEFT + (column * WIDTH) / cells.length, y, { lineBreak: false });
    pdf.y = y + (index === 0 ? 28 : 18);
  }
}

/** The days that each page names, as they are printed. */
function daysOf(periods: Paper['periods'], today: string): Record<string, string>[] {
  const { days = 0, ended = [], months = [] } = periods ?? {};
  const pays = ended.map((ago) => ({ from: addDays(today, 1 - days - ago), to: addDays(today, -ago) }));
  const whole = months.map((ago) => {
    const from = addMonths(`${today.slice(0, 8)}01`, -ago);
    return { from, to: addDays(addMonths(from, 1), -1) };
  });
  const all = [...pays, ...whole].map(({ from, to }) => ({
    from: dateText(from),
    to: dateText(to),
    paid: dateText(addDays(to, 5)),
  }));
  return all.length > 0 ? all : [{}];
}
