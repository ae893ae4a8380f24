import table from '../../../schemas/checks/income.json';
import type { DocumentClass } from './findings';

export interface CheckRule {
  id: string;
  /** What the verdict is on: each file, or the source as a whole. */
  per: 'file' | 'source';
  /** The document type ids it is for. */
  documents: number[];
  /** What it found and is not sure of, the applicant may confirm. */
  isConfirmed?: boolean;
  /** What it found is what is missing. */
  isGap?: boolean;
  /** A better file mends it: what one looks like is shown. */
  isMendedByFile?: boolean;
}

/** The rules of `schemas/checks/income.json`. */
export interface CheckRules {
  rules: CheckRule[];
  window: {
    weeks: number;
    months: number;
    monthsSelfEmployed: number;
    /** So long after a period's end its paper may still be on the way. */
    daysUntilIssued: number;
    /** So many days of a month may be missing. */
    daysOfGrace: number;
  };
  gross: {
    /** Dollars a month by which the documents may differ from what was entered. */
    tolerance: number;
    /** Dollars by which a stub's lines may miss its total. */
    sumTolerance: number;
    /** A gross of which a smaller share is paid out is not believed without a sum. */
    leastNetShare: number;
  };
  /** How a file of pictures is read; what each bound is stands in schemas/meta/checks.schema.json. */
  pictures: {
    languages: string[];
    pages: number;
    pageSeconds: number;
    turnsSeconds: number;
    dpi: number;
    pixels: number;
    leastWord: number;
    leastPage: number;
  };
  /** A class that the classifier is less sure of is no verdict. */
  leastConfidence: number;
  /** By document type id. */
  accepts: Record<string, DocumentClass[]>;
  acceptsNewlyEmployed: DocumentClass[];
  acceptsSelfEmployed: DocumentClass[];
  /** Words of an employer's name or a position that say self-employed, in small letters. */
  selfEmployed: string[];
  /** Words of a producer, in small letters, that say an editor or a scanner made the file, each with the program's usual name. */
  editors: Record<string, string>;
  /** The same of programs that people print and write with. */
  printers: Record<string, string>;
  /** Kinds of document that honest people print and write with any program. */
  printedFreely: DocumentClass[];
}

// The linter holds the file to meta/checks.schema.json; JSON has no literal types.
export const checkRules = table as unknown as CheckRules;
