import table from '../../../../schemas/checks/income.json';
import { defineLiveFile } from '../../messages/liveFiles';
import { hasRole } from '../../section/documentTypes';
import type { DocumentClass } from './documentChecks';

export interface CheckRule {
  id: string;
  per: 'file' | 'source';
  documents: number[];
  isConfirmed?: boolean;
  isGap?: boolean;
  isMendedByFile?: boolean;
  /** True if the result of a passed check is shown in the file's summary. */
  isFact?: boolean;
}

export interface CheckRules {
  rules: CheckRule[];
  window: {
    weeks: number;
    months: number;
    monthsSelfEmployed: number;
    /** Days until an employer or bank issues a document. */
    daysUntilIssued: number;
    /** Days of a month that may be missing. */
    daysOfGrace: number;
  };
  gross: {
    /** Allowed difference per month, in dollars. */
    tolerance: number;
    /** Allowed difference from a total, in dollars. */
    sumTolerance: number;
    taxRates: { medicare: number; socialSecurity: number };
    socialSecurityUpTo: number;
    mostHoursPerDay: number;
    daysPaidAhead: number;
  };
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
  /** Accepted classes by document type id. */
  accepts: Record<string, DocumentClass[]>;
  acceptsNewlyEmployed: DocumentClass[];
  acceptsSelfEmployed: DocumentClass[];
  /** Lowercase words for self-employment. */
  selfEmployed: string[];
  /** Keys are lowercase words in the file's producer or creator. Values are program names. */
  editors: Record<string, string>;
  printers: Record<string, string>;
  /** Originals of these documents can come from any program. */
  printedFreely: DocumentClass[];
}

// Imported JSON has no literal types. `schemas lint` validates the file.
export const checkRules = defineLiveFile('checks/income', table as unknown as CheckRules);

/** True if the portal checks documents of this type. */
export const isChecked = (documentId: number): boolean =>
  hasRole('identityBack', documentId) || checkRules().rules.some(({ documents }) => documents.includes(documentId));

export const findRule = (rule: string): CheckRule | undefined => checkRules().rules.find(({ id }) => id === rule);
