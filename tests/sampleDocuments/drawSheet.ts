import PDFDocument from 'pdfkit';
import type { Block, Sheet } from './sheet';

const LEFT = 54;
const WIDTH = 504;

interface Drawing {
  password?: string;
  /** Draws on the last page, over everything else. */
  paint?(pdf: Pdf): void;
}

/** Returns a PDF with a text layer, like those of payroll and bank programs. */
export async function drawSheet(
  { producer, font = 'Helvetica', pages }: Sheet,
  { password: userPassword, paint }: Drawing = {},
): Promise<Buffer> {
  const info = { Producer: producer, Creator: producer };
  const pdf = new PDFDocument({ size: 'LETTER', margin: LEFT, info, userPassword });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  pdf.font(font);
  for (const [n, blocks] of pages.entries()) {
    if (n > 0) pdf.addPage();
    for (const block of blocks) drawBlock(pdf, block);
  }
  paint?.(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

type Pdf = InstanceType<typeof PDFDocument>;

function drawBlock(pdf: Pdf, block: Block): void {
  if (block.kind === 'title') pdf.fontSize(16).text(block.text, LEFT).moveDown(0.4);
  else if (block.kind === 'text') pdf.fontSize(10).text(block.text, LEFT, undefined, { width: WIDTH }).moveDown(0.3);
  else if (block.kind === 'grid') drawGrid(pdf, block.columns, block.rows);
  else if (block.kind === 'table') drawRows(pdf, [block.head, ...block.rows]);
  else if (block.style === 'colon')
    for (const [label, value] of block.rows) drawRows(pdf, [[`${label}: ${value}`]], 0.1);
  else if (block.style === 'columns') drawRows(pdf, block.rows);
  else drawRows(pdf, [block.rows.map(([label]) => label), block.rows.map(([, value]) => value)]);
}

function drawRows(pdf: Pdf, rows: string[][], gap = 0.6): void {
  pdf.fontSize(9);
  for (const row of rows) {
    const y = pdf.y;
    for (const [n, cell] of row.entries())
      if (cell) pdf.text(cell, LEFT + (n * WIDTH) / row.length, y, { lineBreak: false });
    pdf.x = LEFT;
    pdf.y = y + 14;
  }
  pdf.moveDown(gap);
}

function drawGrid(pdf: Pdf, columns: number[], rows: string[][]): void {
  pdf.fontSize(8);
  for (const row of rows) {
    const y = pdf.y;
    for (const [n, cell] of row.entries()) {
      const at = columns[n] ?? 0;
      const x = LEFT + (at < 0 ? -at - pdf.widthOfString(cell) : at);
      if (cell) pdf.text(cell, x, y, { lineBreak: false });
    }
    pdf.x = LEFT;
    pdf.y = y + 13;
  }
  pdf.moveDown(0.6);
}
