import { onFault, runWorker } from '../documents/runWorker';

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
  /** A form's fields for text, and how many of them hold any. */
  fields?: number;
  filledFields?: number;
  producer?: string;
  creator?: string;
  /** As PDF writes dates: D:20261121093000-06'00'. */
  createdAt?: string;
  modifiedAt?: string;
}

const DEADLINE_MS = 10_000;

type PdfProblem = { problem: 'protected' | 'damaged' | 'tooMuch' };

/** The text of a PDF of `account`, read in a bounded worker; a bomb is 'tooMuch'. Throws the queue's refusals unless `isPatient`. */
export function readPdfText(content: Buffer, account: string, isPatient = false): Promise<PdfText | PdfProblem> {
  const task = { name: 'pdfText', content, deadlineMs: DEADLINE_MS, account, isPatient };
  return runWorker<PdfText | PdfProblem>(task).catch(onFault({ problem: 'tooMuch' } as const));
}
