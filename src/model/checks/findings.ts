import type { PayFrequency } from '../pay';
import type { NamedPerson } from './sameName';

export type Outcome = 'passed' | 'failed' | 'inconclusive';

/** What was expected or found, before it is put into words: the words depend on the reader's language. */
export type Shown =
  | { text: string }
  | { word: string }
  | { classes: DocumentClass[] }
  | { dollars: number }
  | { days: { from: string; to: string }[] }
  | { since: string }
  | { all: Shown[] };

export interface Finding {
  /** The document type id (3 employment proof, 6 bank statement, 7 other income) and the source it stands for. */
  type: number;
  source: number;
  /** The file; null when the verdict is on the source as a whole. */
  document: number | null;
  rule: string;
  outcome: Outcome;
  expected: Shown | null;
  found: Shown | null;
}

/** One uploaded file; `reading` is missing while it is being read. */
export interface CheckedFile {
  id: number;
  /** SHA-256 of its content. */
  digest: string;
  reading?: DocumentReading;
}

export interface CheckedSource {
  type: number;
  source: number;
  files: CheckedFile[];
  /** Of an employer: what the applicant entered. */
  pay?: { gross: number; frequency: PayFrequency };
  /** Of an employer: the first and the last day there, as far as they are known. */
  since?: string;
  until?: string;
  /** An offer letter will do. */
  isNewlyEmployed: boolean;
}

/** Everything the rules look at. */
export interface IncomeCase {
  /** ISO. */
  today: string;
  applicant: NamedPerson;
  isSelfEmployed: boolean;
  sources: CheckedSource[];
}

export interface NeededPeriod {
  from: string;
  to: string;
  covered: boolean;
}

/** Which of the needed weeks or months a source's files cover. */
export interface Coverage {
  unit: 'week' | 'month';
  needed: NeededPeriod[];
}

/** By document type id, then source_{n} (spec 002 §3). */
export type BySource<T> = Record<string, Record<string, T>>;

/** A finding in words. */
export interface ValidationMessage {
  id: number;
  message: string;
  isDeleted: boolean;
  rule: string;
  outcome: Outcome;
  expected: string | null;
  found: string | null;
  /** What was found may be right, and the applicant can say so. */
  asksConfirmation?: boolean;
  /** What the applicant says to it. */
  answer: string | null;
  document: number | null;
}

export type ValidationMessages = BySource<{ applicant: ValidationMessage[] }>;

/** How far the reading of a file of pictures has come: `page` is being read, or will be next. */
export interface PageProgress {
  document: number;
  page: number;
  pages: number;
}

/** What a page has of them when it opens: without `reading` it has yet to ask. */
export type KnownChecks = Pick<IncomeChecks, 'validation_messages'> & Partial<IncomeChecks>;

/** The answer of `GET /api/income/checks/{trn}`. */
export interface IncomeChecks {
  /** Files still being read. */
  reading: number;
  /** Those of them that are read page by page. */
  progress?: PageProgress[];
  validation_messages: ValidationMessages;
  coverage: BySource<Coverage>;
  /** Monthly gross by source id, from the paystubs; null where they do not tell. */
  monthly_avr_gross: Record<string, number | null>;
  /** Names this state: asked with it while documents are being read, the server answers when there is another. */
  mark?: string;
}

/** What a document can be. */
export type DocumentClass =
  | 'paystub'
  | 'bank_statement'
  | 'w2'
  | '1099'
  | 'tax_return'
  | 'offer_letter'
  | 'benefit_letter'
  | 'other';

/** The pay of one period as its stub tells it: days are ISO, money is dollars; what could not be found is left out. */
export interface PayStub {
  employee?: string;
  employer?: string;
  payDate?: string;
  from?: string;
  to?: string;
  frequency?: PayFrequency;
  gross?: number;
  grossToDate?: number;
}

/** One statement of a bank account. */
export interface BankStatement {
  holder?: string;
  bank?: string;
  from?: string;
  to?: string;
  closingBalance?: number;
}

/** What was read in one file. */
export interface DocumentReading {
  /** Why nothing could be read; the rest is empty then. */
  problem?: 'protected' | 'damaged' | 'tooMuch' | 'blankForm';
  pages: number;
  hasText: boolean;
  /** What there is was read off pictures, and may be misread. */
  isPicture?: boolean;
  producer?: string;
  creator?: string;
  /** When the file says it was made and last changed, ISO with time. */
  createdAt?: string;
  modifiedAt?: string;
  class?: { name: DocumentClass; confidence: number };
  stubs: PayStub[];
  statements: BankStatement[];
}
