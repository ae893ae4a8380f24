import { photographSheet } from '../../e2e/support/scan/photograph';
import { createRandom } from '../../e2e/support/scan/random';
import { drawSheet } from '../../tests/sampleDocuments/drawSheet';
import { inventPay } from '../../tests/sampleDocuments/pays/inventPay';
import type { PayLayout } from '../../tests/sampleDocuments/pays/tunedLayouts';
import { photographPages, scanPdf, shadePicture } from '../../tests/sampleDocuments/scanPdf';
import { type DocumentScore, type Medium, type PageReader, readDocument, scoreDocument } from './readDocuments';

const TODAY = '2026-11-21';
const PER_STYLE = 20;

/** Reads generated pages as tilted scans, as photos with a shadow, and as photos taken at an angle. */
export async function scorePictures(
  layouts: Record<string, PayLayout>,
  seed: number,
  reader?: PageReader,
): Promise<DocumentScore[]> {
  const random = createRandom(seed);
  const scores: DocumentScore[] = [];
  const all = Object.entries(layouts);
  for (const [m, [medium, take]] of TAKEN.entries())
    for (let n = 0; n < PER_STYLE; n += 1) {
      const [layout, print] = all[(m * PER_STYLE + n) % all.length] as [string, PayLayout];
      const pay = inventPay(random, TODAY, 'hourly', layout === 'tips' ? 'Weekly' : 'Bi-Weekly');
      const pdf = await drawSheet({ producer: 'Invented Payroll', pages: print(pay) });
      const { reading, usedMs } = await readDocument(await take(pdf, n), medium === 'scan' ? '.pdf' : '.jpg', reader);
      const { gross, from, to, first: first_name, last: last_name } = pay;
      const wanted = { class: 'paystub', gross, from, to, first_name, last_name } as const;
      scores.push({ ...scoreDocument(layout, medium, reading, wanted), usedMs });
    }
  return scores;
}

const TAKEN: [Medium, (pdf: Buffer, n: number) => Promise<Buffer>][] = [
  ['scan', (pdf) => scanPdf(pdf, { dpi: 130, askew: 2 })],
  ['photo', async (pdf) => shadePicture(await firstPage(pdf, 3))],
  ['angled photo', async (pdf, n) => photographSheet(await firstPage(pdf, 0), angled(n))],
];

async function firstPage(pdf: Buffer, askew: number): Promise<Buffer> {
  const [page] = await photographPages(pdf, { askew, dpi: 220 });
  if (!page) throw new Error('The document has no page');
  return page;
}

const angled = (n: number) => ({
  fill: 0.78,
  rotate: (n % 5) * 3 - 6,
  tiltX: (n % 3) * 25 - 25,
  tiltY: (n % 4) * 12 - 18,
  shade: (n % 3) * 0.25,
  blur: 0.6,
  noise: 3,
  quality: 80,
});
