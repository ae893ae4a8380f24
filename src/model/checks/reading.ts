import type { PayFrequency } from '../pay';

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
