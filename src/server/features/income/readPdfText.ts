import type { Place } from '../../../model/income/checks/documentChecks';
import { checkRules } from '../../../model/income/checks/rules';
import { onFault, runWorker } from '../../platform/files/runWorker';

/** Text between wide gaps. `x` and `end` are distances from the left edge, in points. */
export interface TextCell {
  x: number;
  end: number;
  text: string;
  at?: Place;
  trace?: Trace;
}

/** Why a number on a page is suspicious. `under` is the covered text. */
export interface Trace {
  kind: 'covered' | 'otherFont' | 'otherLine';
  under?: string;
}

export type TextLine = TextCell[];

export interface PdfText {
  count: number;
  pages: TextLine[][];
  fields?: number;
  filledFields?: number;
  updates?: number;
  signer?: string;
  producer?: string;
  creator?: string;
  /** PDF date: D:20261121093000-06'00'. */
  createdAt?: string;
  modifiedAt?: string;
  isTooLarge?: boolean;
}

const DEADLINE_MS = 10_000;

export interface PageText {
  lines: TextLine[];
  /** From 0 to 100. */
  confidence: number;
  /** CPU time. */
  usedMs: number;
}

type PageProblem = { problem: 'noPicture' | 'tooLarge' | 'tooMuch' };

/** Reads a page's image. Settings: `pictures` in schemas/checks/income.json. */
export function readPageText(
  content: Buffer,
  account: string,
  { mime, page }: { mime: string; page: number },
): Promise<PageText | PageProblem> {
  const { languages, dpi, pixels, leastWord, leastPage, pageSeconds, turnsSeconds } = checkRules().pictures;
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
  return runWorker<PageText | PageProblem>({
    name: 'pageText',
    content,
    deadlineMs: pageSeconds * 1000,
    account,
    options,
    isQueued: true,
    isPage: true,
  }).catch(onFault({ problem: 'tooMuch' } as const));
}

type PdfProblem = { problem: 'protected' | 'damaged' | 'tooMuch' };

/** Throws `ownFilesWait` or `busy` unless `isQueued`. */
export function readPdfText(
  content: Buffer,
  account: string,
  { isQueued, password }: { isQueued?: boolean; password?: string } = {},
): Promise<PdfText | PdfProblem> {
  return runWorker<PdfText | PdfProblem>({
    name: 'pdfText',
    content,
    deadlineMs: DEADLINE_MS,
    account,
    isQueued,
    options: { password },
  }).catch(onFault({ problem: 'tooMuch' } as const));
}
