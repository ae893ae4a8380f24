import { readFile } from 'node:fs/promises';
import { decompress } from 'wawoff2';
import type { Pdf } from './drawText';
import { fontsFor } from './fontFor';

/**
 * Gives the document the WOFF2 fonts that a text may need, as what lies inside them: PDFKit embeds WOFF2 with its letters empty.
 * They are found under their path, like the others.
 */
export async function openFonts(pdf: Pdf, text: string): Promise<void> {
  const points = new Set([...text.normalize('NFC')].map((char) => char.codePointAt(0) ?? 0));
  const packed = [...points].flatMap((point) => fontsFor(point, 400)).filter(({ isThin }) => isThin);
  for (const path of new Set(packed.map((font) => font.path)))
    pdf.registerFont(path, Buffer.from(await decompress(await readFile(path))));
}
