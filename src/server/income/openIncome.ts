import type { CheckedSource, DocumentReading, IncomeCase } from '../../model/checks/findings';
import { checkRules } from '../../model/checks/rules';
import { documentId } from '../../model/documents';
import { recordsIn } from '../../model/paths';
import { isPayFrequency } from '../../model/pay';
import { openText } from '../crypto/seal';
import { todayIn } from '../forms/forms';
import type { KnownIncome, ReadFileRow } from './checkStore';

/** What a document's reading is bound to. */
export const readingBound = (document: number) => `document_reading/${document}`;

/** The case that the rules judge, what was read unsealed with the applicant's key. */
export function openIncome(known: KnownIncome, key: Buffer, now: Date): IncomeCase {
  const employers = employersIn(known);
  return {
    today: todayIn(known.time_zone, judgedAt(known, now)),
    applicant: { first_name: known.first_name, last_name: known.last_name, others: otherNames(known.aliases) },
    isSelfEmployed: employers.some(isSelfEmployed),
    sources: known.sources.map((source) => openSource(source, known.files, employers, key)),
  };
}

function otherNames(aliases: unknown) {
  return recordsIn(aliases).map(({ fname, lname }) => ({
    first_name: String(fname ?? ''),
    last_name: String(lname ?? ''),
  }));
}

type Employer = Record<string, unknown>;

const employersIn = ({ employers }: KnownIncome): Employer[] => recordsIn(employers.employer);

function openSource(
  { document_id, source_id, allow_offer_letter }: KnownIncome['sources'][number],
  all: readonly ReadFileRow[],
  employers: readonly Employer[],
  key: Buffer,
): CheckedSource {
  const employer = document_id === documentId('employment') ? employers.find(({ id }) => id === source_id) : undefined;
  const files = all.filter((file) => file.document_id === document_id && file.source_id === source_id);
  const wishes = [allow_offer_letter, employer?.allowOfferLetter, employer?.isfuture_employer];
  return {
    type: document_id,
    source: source_id,
    files: files.map(({ id, digest, sealed }) => ({ id, digest, reading: openReading(id, sealed, key) })),
    pay: payOf(employer),
    since: dayOf(employer?.employment_start_date),
    until: dayOf(employer?.employment_end_date),
    isNewlyEmployed: wishes.includes(true) || files.some((file) => file.allow_offer_letter),
  };
}

function openReading(id: number, sealed: string | null, key: Buffer): DocumentReading | undefined {
  if (!sealed) return undefined;
  return JSON.parse(openText(sealed, key, readingBound(id)));
}

function payOf({ avrgross_pay, pay_frequency }: Employer = {}): CheckedSource['pay'] {
  if (typeof avrgross_pay !== 'number' || !isPayFrequency(pay_frequency)) return undefined;
  return { gross: avrgross_pay, frequency: pay_frequency };
}

const dayOf = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined);

function isSelfEmployed({ employer_name, position }: Employer): boolean {
  const said = `${employer_name ?? ''} / ${position ?? ''}`.toLowerCase();
  return checkRules.selfEmployed.some((words) => said.includes(words));
}

/** A submitted application is judged as of its submission, or of its newest file: what was recent then stays so. */
function judgedAt({ submitted_at, files }: KnownIncome, now: Date): Date {
  if (!submitted_at) return now;
  const times = [submitted_at, ...files.map(({ created_at }) => created_at)].map((time) => new Date(time).getTime());
  return new Date(Math.max(...times));
}
