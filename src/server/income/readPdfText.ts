import { checkRules } from '../../model/checks/rules';
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

/** A page as it was read off a picture. */
export interface PageText {
  lines: TextLine[];
  /** Of 100. */
  confidence: number;
}

type PageProblem = { problem: 'noPicture' | 'tooMuch' };

/** What one page of pictures says, a scanner's PDF's or a photograph, read in a bounded worker (schemas/checks/income.json, `pictures`). */
export function readPageText(
  content: Buffer,
  account: string,
  { mime, page }: { mime: string; page: number },
): Promise<PageText | PageProblem> {
  const { languages, dpi, pixels, leastWord, leastPage, pageSeconds, turnsSeconds } = checkRules.pictures;
  const options = {
    mime,
    page,
    languages,
    dpi,
    mostPixels: pixels,
    leastWord,
    leastPage,
    turnsMs: turnsSeconds * 1000,
  };
  const task = {
    name: 'pageText',
    content,
    deadlineMs: pageSeconds * 1000,
    account,
    options,
    isPatient: true,
    isPage: true,
  };
  return runWorker<PageText | PageProblem>(task).catch(onFault({ problem: 'tooMuch' } as const));
}

type PdfProblem = { problem: 'protected' | 'damaged' | 'tooMuch' };

/** The text of a PDF of `account`, read in a bounded worker; a bomb is 'tooMuch'. Throws the queue's refusals unless `isPatient`. */
export function readPdfText(
  content: Buffer,
  account: string,
  { isPatient, password }: { isPatient?: boolean; password?: string } = {},
): Promise<PdfText | PdfProblem> {
  const task = { name: 'pdfText', content, deadlineMs: DEADLINE_MS, account, isPatient, options: { password } };
  return runWorker<PdfText | PdfProblem>(task).catch(onFault({ problem: 'tooMuch' } as const));
}
