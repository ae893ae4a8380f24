import PDFDocument from 'pdfkit';
import { drawText, fixMarkNames } from '../record/drawText';
import type { Pdf } from '../record/layText';
import type { RecordHead } from '../record/recordHead';
import { createPage, GAP, MARGIN, MUTED, type Page } from '../record/recordPage';
import { claimStandards, collectBytes, registerFonts } from '../record/recordPdf';

/** A heading, a paragraph, or rows of a label and a text. */
export type LetterPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, text: string])[] };

export interface Letter {
  title: string;
  /** `'(512) 555-0143 · office@example.com'` */
  contact: string;
  /** Describes the logo to screen readers. */
  logoText: string;
  /** Of the applicant, for the metadata. */
  name: string;
  landlord: RecordHead['landlord'];
  /** Empty for the files' own language. */
  language: string;
  at: Date;
  parts: readonly LetterPart[];
}

const FOOT = 44;
const LOGO = 40;

/** Draws a letter of the landlord as a tagged PDF (PDF/A-3a, PDF/UA-1). */
export async function drawLetter(letter: Letter): Promise<Buffer> {
  const pdf = createPdf(letter);
  const { landlord, ...texts } = letter;
  await registerFonts(pdf, JSON.stringify([texts, landlord.name]));
  const bytes = collectBytes(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const page = createPage(pdf, root);
  drawHead(page, letter);
  for (const part of letter.parts) drawPart(page, part);
  root.end();
  drawFooter(pdf, letter);
  fixMarkNames(pdf);
  claimStandards(pdf, letter.name);
  pdf.end();
  return bytes;
}

function createPdf({ title, language, at }: Letter): Pdf {
  return new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT / 2 },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    lang: language || 'en-US',
    displayTitle: true,
    info: { Title: title, CreationDate: at },
  });
}

function drawHead(page: Page, { landlord, contact, logoText, title }: Letter): void {
  const { pdf } = page;
  const { logo } = landlord;
  const x = MARGIN + (logo ? LOGO + GAP : 0);
  if (logo) page.picture(logoText, () => pdf.image(logo, MARGIN, MARGIN, { fit: [LOGO, LOGO] }));
  pdf.y = MARGIN + 3;
  page.write(landlord.name, { size: 13, weight: 600, x });
  page.write(contact, { size: 9.5, color: MUTED, x });
  pdf.y = MARGIN + LOGO + 10;
  page.ornament(() => pdf.rect(MARGIN, pdf.y, pdf.page.width - 2 * MARGIN, 2).fill(landlord.accent));
  pdf.y += 20;
  page.heading(title, 'H1', 20);
  pdf.y += 6;
}

function drawPart(page: Page, part: LetterPart): void {
  if (part.kind === 'heading') page.heading(part.text, 'H2', 13);
  else if (part.kind === 'rows') page.rows(part.rows);
  else for (const text of part.text.split('\n\n')) page.write(text, { size: 10.5, after: 7 });
}

function drawFooter(pdf: Pdf, { landlord, title }: Letter): void {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page);
    pdf.y = pdf.page.height - FOOT;
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    drawText(pdf, `${landlord.name} · ${title} · ${page + 1}/${count}`, { size: 8, color: MUTED });
    pdf.endMarkedContent();
  }
}
