import type { PayFrequency } from '../pay';
import type { NamedPerson } from './sameName';

export type Outcome = 'passed' | 'failed' | 'inconclusive';

export type ShownValues =
  | { text: string }
  | { bank: string }
  | { word: string }
  | { classes: DocumentClass[] }
  | { dollars: number }
  | { days: { from: string; to: string }[] }
  | { since: string }
  | { all: ShownValues[] };

export interface DocumentCheck {
  type: number;
  source: number;
  /** Null for the whole source. */
  document: number | null;
  rule: string;
  outcome: Outcome;
  expected: ShownValues | null;
  found: ShownValues | null;
}

export interface CheckedFile {
  id: number;
  /** SHA-256. */
  digest: string;
  reading?: DocumentReading;
}

export interface CheckedSource {
  type: number;
  source: number;
  files: CheckedFile[];
  pay?: { gross: number; frequency: PayFrequency };
  since?: string;
  until?: string;
  isNewlyEmployed: boolean;
}

export interface IncomeCase {
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

export interface Coverage {
  unit: 'week' | 'month';
  needed: NeededPeriod[];
}

/** Values by document type id, then source_{n} (docs/spec/002-income.md, §3). */
export type BySource<T> = Record<string, Record<string, T>>;

export interface ValidationMessage {
  id: number;
  message: string;
  isDeleted: boolean;
  rule: string;
  outcome: Outcome;
  expected: string | null;
  found: string | null;
  /** What was read in the document, if the applicant has to confirm it. */
  facts?: { label: string; text: string }[];
  /** What the applicant can do instead of confirming. */
  help?: string;
  asksConfirmation?: boolean;
  /** True if the check can't be answered with `POST /income/checkanswer`. */
  noAnswer?: boolean;
  answer: string | null;
  document: number | null;
}

export type ValidationMessages = BySource<{ applicant: ValidationMessage[] }>;

export interface PageProgress {
  document: number;
  page: number;
  pages: number;
}

/** Checks that were loaded with the step. */
export type KnownChecks = Pick<IncomeChecks, 'validation_messages'> & Partial<IncomeChecks>;

export interface IncomeChecks {
  reading: number;
  progress?: PageProgress[];
  validation_messages: ValidationMessages;
  coverage: BySource<Coverage>;
  monthly_avr_gross: Record<string, number | null>;
  /** Version of these checks. */
  mark?: string;
}

export type DocumentClass =
  | 'paystub'
  | 'bank_statement'
  | 'w2'
  | '1099'
  | 'tax_return'
  | 'offer_letter'
  | 'benefit_letter'
  | 'payroll_register'
  | 'other';

export type ContradictionKind =
  | 'lines'
  | 'net'
  | 'netAboveGross'
  | 'deductions'
  | 'hoursRate'
  | 'taxes'
  | 'toDate'
  | 'toDateTaxes'
  | 'twoGross'
  | 'twoNet'
  | 'frequency'
  | 'hoursInPeriod'
  | 'payDate'
  | 'otherStub'
  | 'otherStubPay'
  | 'covered'
  | 'coveredEmpty'
  | 'otherFont'
  | 'otherLine';

export interface Place {
  /** Page number, from 1. */
  page: number;
  /** Left, top, right and bottom, as fractions of the page. */
  box: [number, number, number, number];
}

/** Figures that can't all be correct, or a figure that looks edited. */
export interface Contradiction {
  kind: ContradictionKind;
  /** Numbers are in dollars. Strings are other values, such as ISO days. */
  values: Record<string, number | string>;
  places?: Place[];
}

/** Days are ISO dates. Amounts are in dollars. */
export interface PayStub {
  employee?: string;
  /** Texts that may contain a person's name. */
  names?: string[];
  employer?: string;
  payDate?: string;
  from?: string;
  to?: string;
  frequency?: PayFrequency;
  /** Set only if other figures on the page confirm the amount and nothing contradicts it. */
  gross?: number;
  grossToDate?: number;
  contradictions?: Contradiction[];
  places?: Partial<Record<'employee' | 'employer' | 'period' | 'gross', Place[]>>;
}

export interface BankStatement {
  holder?: string;
  names?: string[];
  bank?: string;
  from?: string;
  to?: string;
  closingBalance?: number;
  /** Last four digits. */
  account?: string;
  contradictions?: Contradiction[];
  places?: Partial<Record<'holder' | 'period' | 'account', Place[]>>;
}

export interface DocumentReading {
  problem?: 'protected' | 'damaged' | 'tooMuch' | 'tooLarge' | 'blankForm';
  pages: number;
  hasText: boolean;
  /** True if the file was read from images, so it may be misread. */
  isPicture?: boolean;
  producer?: string;
  creator?: string;
  /** Number of changes appended to the file. */
  updates?: number;
  /** Signer of a valid digital signature that covers the whole file. */
  signer?: string;
  /** ISO time from the file. */
  createdAt?: string;
  modifiedAt?: string;
  class?: { name: DocumentClass; confidence: number };
  /** Kinds of documents in the file, if there are several. */
  parts?: DocumentClass[];
  stubs: PayStub[];
  statements: BankStatement[];
  contradictions?: Contradiction[];
}
