import table from '../../../../schemas/checks/income.json';
import { defineLiveFile } from '../../messages/liveFiles';
import type { DocumentClass } from './documentChecks';

export interface CheckRule {
  id: string;
  per: 'file' | 'source';
  documents: number[];
  isConfirmed?: boolean;
  isGap?: boolean;
  isMendedByFile?: boolean;
  /** What a passed check found belongs in the file's summary. */
  isFact?: boolean;
}

export interface CheckRules {
  rules: CheckRule[];
  window: {
    weeks: number;
    months: number;
    monthsSelfEmployed: number;
    /** Time for a document to arrive. */
    daysUntilIssued: number;
    /** Days of a month that may be missing. */
    daysOfGrace: number;
  };
  gross: {
    /** Dollars a month. */
    tolerance: number;
    /** Dollars by which lines may miss the total. */
    sumTolerance: number;
    taxRates: { medicare: number; socialSecurity: number };
    socialSecurityUpTo: number;
    mostHoursPerDay: number;
    daysPaidAhead: number;
  };
  /** Limits: schemas/meta/checks.schema.json. */
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
  leastConfidence: number;
  /** By document type id. */
  accepts: Record<string, DocumentClass[]>;
  acceptsNewlyEmployed: DocumentClass[];
  acceptsSelfEmployed: DocumentClass[];
  /** In lower case. */
  selfEmployed: string[];
  /** Lower-case words → the program's name. */
  editors: Record<string, string>;
  printers: Record<string, string>;
  /** Documents that may come from any program. */
  printedFreely: DocumentClass[];
}

// The linter validates it; JSON has no literal types.
export const checkRules = defineLiveFile('checks/income', table as unknown as CheckRules);

export const findRule = (rule: string): CheckRule | undefined => checkRules().rules.find(({ id }) => id === rule);
