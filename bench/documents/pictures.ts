import { createRandom } from '../../e2e/support/scan/random';
import { drawSheet } from '../../tests/papers/drawSheet';
import { inventPay } from '../../tests/papers/pays/inventPay';
import type { PayLayout } from '../../tests/papers/pays/tunedLayouts';
import { photographPages, scanPaper, shadePicture } from '../../tests/papers/scanPaper';
import { type PaperScore, readPaper, scorePaper } from './readPapers';

const TODAY = '2026-11-21';

/** Every second layout is a rotated 130 dpi scan; the others are photos with a shadow. */
export async function scorePictures(layouts: Record<string, PayLayout>, seed: number): Promise<PaperScore[]> {
  const random = createRandom(seed);
  const scores: PaperScore[] = [];
  for (const [n, [layout, print]] of Object.entries(layouts).entries()) {
    const pay = inventPay(random, TODAY, 'hourly', layout === 'tips' ? 'Weekly' : 'Bi-Weekly');
    const pdf = await drawSheet({ producer: 'Invented Payroll', pages: print(pay) });
    const isScan = n % 2 === 0;
    const content = isScan ? await scanPaper(pdf, { dpi: 130, askew: 2 }) : await photograph(pdf);
    const { reading } = await readPaper(content, isScan ? '.pdf' : '.jpg');
    const { gross, from, to, first: first_name, last: last_name } = pay;
    scores.push(
      scorePaper(layout, isScan ? 'scan' : 'photo', reading, {
        class: 'paystub',
        gross,
        from,
        to,
        first_name,
        last_name,
      }),
    );
  }
  return scores;
}

async function photograph(pdf: Buffer): Promise<Buffer> {
  const [page] = await photographPages(pdf, { askew: 3, dpi: 220 });
  if (!page) throw new Error('The paper has no page');
  return shadePicture(page);
}
