import { runWorker } from '../checks/runWorker';

/** A piece of a line between wide gaps; `x` and `end` are where it begins and ends, in points from the left. */
export interface TextCell {
  x: number;
  end: number;
  text: string;
}

export type TextLine = TextCell[];

export interface PdfText {
  /** Pages the file has; `pages` holds the text of the first of them. */
  count: number;
  pages: TextLine[][];
  producer?: string;
  creator?: string;
  /** As PDF writes dates: D:20261121093000-06'00'. */
  createdAt?: string;
  modifiedAt?: string;
}

const DEADLINE_MS = 10_000;

/** The text of a PDF, read in a bounded worker; a bomb is 'tooMuch'. */
export function readPdfText(content: Buffer): Promise<PdfText | { problem: 'protected' | 'damaged' | 'tooMuch' }> {
  return runWorker<PdfText | { problem: 'protected' | 'damaged' | 'tooMuch' }>('pdfText', content, DEADLINE_MS).catch(
    () => {
      return { problem: 'tooMuch' } as const;
    },
  );
}
