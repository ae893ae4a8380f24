import { recordsIn } from '../../../model/answers/paths';
import { todayIn } from '../../../model/format/todayIn';
import type { CheckedSource, DocumentReading, IncomeCase } from '../../../model/income/checks/documentChecks';
import { checkRules } from '../../../model/income/checks/rules';
import { isPayFrequency } from '../../../model/income/pay';
import { documentId } from '../../../model/section/documentTypes';
import { openText } from '../../platform/crypto/seal';
import type { ReadFileRow, StoredIncome } from './checkRepository';

export const readingAdditionalData = (document: number) => `document_reading/${document}`;

export function openIncome(income: StoredIncome, key: Buffer, now: Date): IncomeCase {
  const employers = listEmployers(income);
  return {
    today: todayIn(income.time_zone, checkedAt(income, now)),
    applicant: { first_name: income.first_name, last_name: income.last_name, others: otherNames(income.aliases) },
    isSelfEmployed: employers.some(isSelfEmployed),
    sources: income.sources.map((source) => decryptSource(source, income.files, employers, key)),
  };
}

function otherNames(aliases: unknown) {
  return recordsIn(aliases).map(({ fname, lname }) => ({
    first_name: String(fname ?? ''),
    last_name: String(lname ?? ''),
  }));
}

type Employer = Record<string, unknown>;

const listEmployers = ({ employers }: StoredIncome): Employer[] => recordsIn(employers.employer);

function decryptSource(
  { document_id, source_id, allow_offer_letter }: StoredIncome['sources'][number],
  all: readonly ReadFileRow[],
  employers: readonly Employer[],
  key: Buffer,
): CheckedSource {
  const employer = document_id === documentId('employment') ? employers.find(({ id }) => id === source_id) : undefined;
  const files = all.filter((file) => file.document_id === document_id && file.source_id === source_id);
  const offerLetterFlags = [allow_offer_letter, employer?.allowOfferLetter, employer?.isfuture_employer];
  return {
    type: document_id,
    source: source_id,
    files: files.map(({ id, digest, sealed }) => ({ id, digest, reading: decryptReading(id, sealed, key) })),
    pay: toPay(employer),
    since: toDay(employer?.employment_start_date),
    until: toDay(employer?.employment_end_date),
    isNewlyEmployed: offerLetterFlags.includes(true) || files.some((file) => file.allow_offer_letter),
  };
}

function decryptReading(id: number, sealed: string | null, key: Buffer): DocumentReading | undefined {
  if (!sealed) return undefined;
  return JSON.parse(openText(sealed, key, readingAdditionalData(id)));
}

function toPay({ avrgross_pay, pay_frequency }: Employer = {}): CheckedSource['pay'] {
  if (typeof avrgross_pay !== 'number' || !isPayFrequency(pay_frequency)) return undefined;
  return { gross: avrgross_pay, frequency: pay_frequency };
}

const toDay = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);

function isSelfEmployed({ employer_name, position }: Employer): boolean {
  const text = `${employer_name ?? ''} / ${position ?? ''}`.toLowerCase();
  return checkRules().selfEmployed.some((words) => text.includes(words));
}

/** Returns the time of submission or of the newest file, whichever is later. Before submission, returns `now`. */
function checkedAt({ submitted_at, files }: StoredIncome, now: Date): Date {
  if (!submitted_at) return now;
  const times = [submitted_at, ...files.map(({ created_at }) => created_at)].map((time) => new Date(time).getTime());
  return new Date(Math.max(...times));
}
