import { createRandom } from '../../e2e/support/scan/random';
import { readPdfText } from '../../src/server/features/income/readPdfText';
import { drawSheet } from '../../tests/papers/drawSheet';
import { CLASSES, type LearnedClass, makePaper, type Share, stylesOf } from '../../tests/papers/makePaper';

export interface Sample {
  name: LearnedClass;
  /** The place of its style among those of its class. */
  style: number;
  /** The text as it is read off a drawn PDF. */
  cells: string[];
}

const TODAY = '2026-11-21';

/** Documents of each class, its styles in turn, drawn as the pages of one PDF and read by the very worker that reads uploads. */
export async function makeSamples(share: Share, perClass: number, seed: number): Promise<Sample[]> {
  const random = createRandom(seed);
  const samples: Sample[] = [];
  for (const name of CLASSES) {
    const styles = stylesOf(name, share);
    const papers = Array.from({ length: perClass }, (_, n) => {
      const style = n % styles.length;
      return { style, sheet: makePaper({ name, share, style: styles[style] ?? '' }, random, TODAY) };
    });
    const read = await readPdfText(
      await drawSheet({ producer: 'Bench', pages: papers.flatMap(({ sheet }) => sheet.pages) }),
      'bench',
    );
    if ('problem' in read) throw new Error(`The generated ${name} pages could not be read: ${read.problem}`);
    for (const [n, { style }] of papers.entries())
      samples.push({ name, style, cells: (read.pages[n] ?? []).flat().map(({ text }) => text) });
  }
  return samples;
}
