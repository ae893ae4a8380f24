import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { drawText } from '../../../src/server/record/drawText';

/** The document's source after drawing these words, and whether all of them could be drawn. */
async function draw(words: string): Promise<{ source: string; isWhole: boolean }> {
  const pdf = new PDFDocument({ compress: false, tagged: true });
  const source = buffer(pdf);
  const isWhole = drawText(pdf, words, { size: 10 });
  pdf.end();
  return { source: (await source).toString('latin1'), isWhole };
}

describe('drawText', () => {
  it('draws Latin, Greek and Cyrillic letters as they are', async () => {
    const { source, isWhole } = await draw('Zoë Ωμέγα Иван');
    expect(isWhole).toBe(true);
    expect(source).not.toContain('/ActualText');
  });

  it('writes what no font has as its number, and tells readers the letters themselves', async () => {
    const { source, isWhole } = await draw('Ada של');
    expect(isWhole).toBe(false);
    // Shin and lamed in UTF-16.
    expect(source).toContain('/ActualText (\u00fe\u00ff\u0005\u00e9\u0005\u00dc)');
    expect(source.match(/\/ActualText/g)).toHaveLength(1);
  });
});
