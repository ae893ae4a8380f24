import { drawText, fixMarkedContentNames } from '../record/drawText';
import { createLandlordPdf, drawLetterhead, drawPageFooters } from '../record/landlordPdf';
import type { RecordHead } from '../record/recordHead';
import { createPage, MUTED, type Page } from '../record/recordPage';
import { claimStandards, collectBytes, registerFonts } from '../record/recordPdf';

export type LetterPart =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, text: string])[] };

export interface Letter {
  title: string;
  /** The landlord's phone and email. */
  contact: string;
  logoText: string;
  name: string;
  landlord: RecordHead['landlord'];
  /** Empty for the schema files' own language. */
  language: string;
  at: Date;
  parts: readonly LetterPart[];
}

/** Draws a landlord's letter as a tagged PDF (PDF/A-3a, PDF/UA-1). */
export async function drawLetter(letter: Letter): Promise<Buffer> {
  const pdf = createLandlordPdf(letter);
  const { landlord, ...texts } = letter;
  await registerFonts(pdf, JSON.stringify([texts, landlord.name]));
  const bytes = collectBytes(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const page = createPage(pdf, root);
  drawLetterhead(page, letter);
  page.heading(letter.title, 'H1', 20);
  pdf.y += 6;
  for (const part of letter.parts) drawPart(page, part);
  root.end();
  drawPageFooters(pdf, (at, pages) =>
    drawText(pdf, `${landlord.name} · ${letter.title} · ${at}/${pages}`, { size: 8, color: MUTED }),
  );
  fixMarkedContentNames(pdf);
  claimStandards(pdf, letter.name);
  pdf.end();
  return bytes;
}

function drawPart(page: Page, part: LetterPart): void {
  if (part.kind === 'heading') page.heading(part.text, 'H2', 13);
  else if (part.kind === 'rows') page.rows(part.rows);
  else for (const text of part.text.split('\n\n')) page.write(text, { size: 10.5, after: 7 });
}
