import { readFile } from 'node:fs/promises';
import { escapeUTF8 } from 'entities';
import { decompress } from 'wawoff2';
import { findFonts, getUnpackedFonts } from './fonts';
import type { Pdf } from './layOutText';

export function attachAnswers(pdf: Pdf, json: string, at: Date): void {
  // PDF/A requires `relationship`, but the types lack it.
  const options: PDFKit.Mixins.PDFAttachmentOptions & { relationship: string } = {
    ...{ name: 'answers.json', type: 'application/json', relationship: 'Data' },
    ...{ creationDate: at, modifiedDate: at },
  };
  pdf.file(Buffer.from(json), options);
}

/** Adds what PDFKit lacks: PDF/UA metadata and an escaped creator. */
export function claimStandards(pdf: Pdf, name: string): void {
  pdf.appendXML(
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>${escapeUTF8(name)}</rdf:li></rdf:Seq></dc:creator></rdf:Description>
     <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`,
  );
}

export function collectBytes(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

/** Decompresses WOFF2 fonts, because PDFKit would otherwise embed empty fonts. */
export async function registerFonts(pdf: Pdf, text: string): Promise<void> {
  for (const { path, data } of getUnpackedFonts()) pdf.registerFont(path, data);
  const points = new Set([...text.normalize('NFC')].map((char) => char.codePointAt(0) ?? 0));
  const packed = [...points].flatMap((point) => findFonts(point, 400)).filter(({ isVariable: isThin }) => isThin);
  for (const path of new Set(packed.map((font) => font.path)))
    pdf.registerFont(path, Buffer.from(await decompress(await readFile(path))));
}
