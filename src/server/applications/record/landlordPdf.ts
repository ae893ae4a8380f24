import PDFDocument from 'pdfkit';
import type { Pdf } from './layOutText';
import type { RecordHead } from './recordHead';
import { GAP, MARGIN, MUTED, type Page } from './recordPage';

const FOOT = 44;
const LOGO = 40;

interface PdfOptions {
  title: string;
  keywords?: string;
  /** Empty for the schema files' own language. */
  language: string;
  at: Date;
}

/** Returns an empty, tagged US Letter document (PDF/A-3a). */
export function createLandlordPdf({ title, keywords, language, at }: PdfOptions): Pdf {
  return new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT / 2 },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    lang: language || 'en-US',
    displayTitle: true,
    info: { Title: title, ...(keywords !== undefined && { Keywords: keywords }), CreationDate: at },
  });
}

interface Letterhead {
  landlord: RecordHead['landlord'];
  contact: string;
  logoText: string;
}

export function drawLetterhead(page: Page, { landlord, contact, logoText }: Letterhead): void {
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
}

/** Draws the footer of each page. Screen readers skip it. */
export function drawPageFooters(pdf: Pdf, draw: (page: number, pages: number) => void): void {
  const { count: pages } = pdf.bufferedPageRange();
  for (let page = 0; page < pages; page++) {
    pdf.switchToPage(page);
    pdf.y = pdf.page.height - FOOT;
    // Without this, text in the margin would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    draw(page + 1, pages);
    pdf.endMarkedContent();
  }
}
