import { createRandom } from '../../e2e/support/scan/random';
import { readPdfText } from '../../src/server/features/income/readPdfText';
import { drawSheet } from '../../tests/sampleDocuments/drawSheet';
import { CLASSES, type LearnedClass, makeSheet, type Share, stylesOf } from '../../tests/sampleDocuments/makeSheet';

export interface Sample {
  name: LearnedClass;
  /** Index of the document's style in `stylesOf(name, share)`. */
  style: number;
  cells: string[];
}

const TODAY = '2026-11-21';

/** Generates documents of each class in the styles of `share`, and reads them like uploads. */
export async function makeSamples(share: Share, perClass: number, seed: number): Promise<Sample[]> {
  const random = createRandom(seed);
  const samples: Sample[] = [];
  for (const name of CLASSES) {
    const styles = stylesOf(name, share);
    const documents = Array.from({ length: perClass }, (_, n) => {
      const style = n % styles.length;
      return { style, sheet: makeSheet({ name, share, style: styles[style] ?? '' }, random, TODAY) };
    });
    const read = await readPdfText(
      await drawSheet({ producer: 'Bench', pages: documents.flatMap(({ sheet }) => sheet.pages) }),
      'bench',
    );
    if ('problem' in read) throw new Error(`The generated ${name} pages could not be read: ${read.problem}`);
    for (const [n, { style }] of documents.entries())
      samples.push({ name, style, cells: (read.pages[n] ?? []).flat().map(({ text }) => text) });
  }
  return samples;
}
