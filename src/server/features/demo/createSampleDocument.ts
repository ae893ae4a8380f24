import path from 'node:path';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { addDays, addMonths, dateText } from '../../../model/format/dates';
import { fillText } from '../../../model/messages/fillText';
import { documentId } from '../../../model/section/documentTypes';
import { findRoot } from '../../platform/config';
import samples from './documents.json';

export interface DrawnDocument {
  documentId: number;
  name: string;
  content: Buffer;
}

interface Sample {
  type: Parameters<typeof documentId>[0];
  picture?: string;
  /** Each entry of `ended` (days ago) or `months` (months ago) becomes a page. */
  periods?: { days?: number; ended?: number[]; months?: number[] };
  lines?: string[][];
}

// Imported JSON has no literal types.
const SAMPLES = samples as Record<string, Sample>;

export const hasSample = (name: string): boolean => name in SAMPLES;

/** Draws a sample document. `today` is an ISO date. Throws for unknown names. */
export async function createSampleDocument(name: string, today: string): Promise<DrawnDocument> {
  const sample = SAMPLES[name];
  if (!sample) throw new Error(`The demo has no sample '${name}'`);
  const file = { documentId: documentId(sample.type) };
  if (sample.picture) return { ...file, name: `${name}.jpg`, content: await drawPhoto(sample.picture) };
  return { ...file, name: `${name}.pdf`, content: await drawPdf(sample, today) };
}

function drawPhoto(picture: string): Promise<Buffer> {
  const file = path.join(findRoot(), 'src/server/features/demo/documents', picture);
  return sharp(file).flatten({ background: '#fff' }).jpeg({ quality: 88 }).toBuffer();
}

const LEFT = 54;
const WIDTH = 504;

async function drawPdf({ lines = [], periods }: Sample, today: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: LEFT });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  for (const [index, days] of listPageDates(periods, today).entries()) {
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

function listPageDates(periods: Sample['periods'], today: string): Record<string, string>[] {
  const { days = 0, ended = [], months = [] } = periods ?? {};
  const payPeriods = ended.map((ago) => ({ from: addDays(today, 1 - days - ago), to: addDays(today, -ago) }));
  const monthly = months.map((ago) => {
    const from = addMonths(`${today.slice(0, 8)}01`, -ago);
    return { from, to: addDays(addMonths(from, 1), -1) };
  });
  const all = [...payPeriods, ...monthly].map(({ from, to }) => ({
    from: dateText(from),
    to: dateText(to),
    paid: dateText(addDays(to, 5)),
  }));
  return all.length > 0 ? all : [{}];
}
