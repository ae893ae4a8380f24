import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { drawText, fixMarkedContentNames } from '../../../../src/server/applications/record/drawText';

/** Returns the PDF's source, and whether every character could be drawn. */
async function draw(words: string): Promise<{ source: string; isWhole: boolean }> {
  const pdf = new PDFDocument({ compress: false, tagged: true });
  const source = buffer(pdf);
  const isWhole = drawText(pdf, words, { size: 10 });
  fixMarkedContentNames(pdf);
  pdf.end();
  return { source: (await source).toString('latin1'), isWhole };
}

/** Returns the text that another program reads, and the position of its first letter. */
async function read(words: string): Promise<{ text: string; x: number; isWhole: boolean }> {
  const { source, isWhole } = await draw(words);
  const page = await (await getDocumentProxy(new Uint8Array(Buffer.from(source, 'latin1')))).getPage(1);
  const items = (await page.getTextContent()).items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []));
  const x = Math.min(...items.map(({ transform }) => Number(transform[4])));
  return { text: items.map(({ str }) => str).join(' '), x, isWhole };
}

describe('drawText', () => {
  it.each([
    ['Hebrew', 'שלום עולם', ['שלום', 'עולם']],
    ['Arabic, its letters joined', 'مرحبا يا فاطمة', ['مرحبا', 'فاطمة']],
    ['Thai', 'สวัสดี', ['สวัสดี']],
    ['Hebrew in an English line', 'Name: דוד, Apt 5', ['Name:', 'דוד', 'Apt 5']],
    ['Arabic figures from the left', 'عام ٢٠١٩', ['٢٠١٩']],
  ])('draws %s', async (_, words, expected) => {
    const { text, isWhole } = await read(words);
    expect(isWhole).toBe(true);
    // The reader reports kerning as spaces, and separately drawn dots as joiners.
    const letters = (text: string) => text.replace(/[\s\u200d]/g, '');
    for (const word of expected) expect(letters(text)).toContain(letters(word));
  });

  it('starts a Hebrew paragraph at the right, and breaks lines from its beginning', async () => {
    const { text, x } = await read(`ראשון ${'שלום עולם '.repeat(40)}אחרון`);
    expect(text.indexOf('ראשון')).toBeLessThan(text.indexOf('אחרון'));
    expect(x).toBeGreaterThan(72);
  });

  it('embeds only the fonts of the letters used', async () => {
    expect((await draw('Ada')).source).not.toMatch(/Hebrew|Arabic|Thai/);
    const { source } = await draw('שלום');
    expect(source).toContain('NotoSansHebrew');
    expect(source).not.toMatch(/NotoSans(Arabic|Thai)/);
  });

  it('draws Latin, Greek and Cyrillic letters as they are', async () => {
    const { source, isWhole } = await draw('Zoë Ωμέγα Иван');
    expect(isWhole).toBe(true);
    expect(source).not.toContain('/ActualText');
  });

  it('writes missing glyphs as code points, and gives screen readers the letters', async () => {
    const { source, isWhole } = await draw('Ada გა');
    expect(isWhole).toBe(false);
    // The two characters in UTF-16.
    expect(source).toContain('/ActualText (\u00fe\u00ff\u0010\u00d2\u0010\u00d0)');
    expect(source.match(/\/ActualText/g)).toHaveLength(1);
  });
});
