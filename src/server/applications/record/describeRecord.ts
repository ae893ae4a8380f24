import type pg from 'pg';
import { isRecord } from '../../../model/answers/paths';
import { mapSections, type StepAnswers } from '../../../model/answers/stepBody';
import { applicantFlows } from '../../../model/section/flow';
import type { Answers } from '../../../model/types';
import type { Forms } from '../../forms/forms';
import { openText, sealText, unseal } from '../../platform/crypto/seal';
import { isSealed, openValue } from '../sealedAnswers';
import { stepAdditionalData } from '../steps/readStored';
import { type AuditEntry, canonical, sha256 } from './auditRepository';
import { findSigned, listDocuments, listNotices, listSignedSteps, type RecordBody } from './recordRepository';

/** Returns the content that the applicant signed. Uses only `db`, so that it can run in a transaction. */
export async function describeRecord(
  db: pg.Pool | pg.PoolClient,
  trn: string,
  key: Buffer,
  unsigned: readonly string[],
): Promise<RecordBody> {
  const row = await findSigned(db, trn);
  if (!row) throw new Error(`${trn} has no consent for a record`);
  const { number, name, email, subscriber, questions, terms, signature, ip, user_agent } = row;
  const { amount_cents, reference, card, paid_at, signed_at } = row;
  return {
    application: { number, name, email, subscriber },
    answers: digestAnswers(
      await readSignedAnswers(db, trn, key, unsigned),
      unseal(key, row.salt, saltAdditionalData(trn)),
    ),
    questions,
    terms,
    notices: (await listNotices(db, trn)).map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    signature,
    documents: await listDocuments(db, trn),
    signed_at: signed_at.toISOString(),
    ip,
    user_agent,
    payment: { amount_cents, reference, card, paid_at: paid_at.toISOString() },
  };
}

function digestAnswers(answers: SignedAnswers, salt: Buffer): string {
  return sha256(Buffer.concat([salt, Buffer.from(canonical(answers))]));
}

export const saltAdditionalData = (trn: string) => `consent/${trn}`;

export interface DocumentEntry {
  digest: string;
  blob_path: string;
  record: string;
}

/** Encrypts an entry's body, because erasing an application doesn't erase its entries in the log. */
export function sealBody(body: RecordBody, key: Buffer): { sealed: string } {
  return { sealed: sealText(JSON.stringify(body), key) };
}

/** Decrypts an entry's body. Old bodies aren't encrypted. */
export function readBody(entry: AuditEntry, key: Buffer): RecordBody {
  const body: RecordBody | { sealed: string } = JSON.parse(entry.body);
  return 'sealed' in body ? JSON.parse(openText(body.sealed, key)) : body;
}

export function readDocumentBody(entry: AuditEntry): DocumentEntry {
  return JSON.parse(entry.body);
}

export type SignedAnswers = Record<string, StepAnswers>;

/** Returns the steps that aren't signed. All other saved steps are signed, even if they're no longer in a flow. */
export function unsignedSteps({ catalog }: Pick<Forms, 'catalog'>): string[] {
  const steps = applicantFlows.flatMap((flow) => catalog.flow(flow).steps);
  return steps.filter(({ signed }) => !signed).map(({ id }) => id);
}

/** Returns the signed answers, decrypted but not migrated. Tampered values are undefined. */
export async function readSignedAnswers(
  db: pg.Pool | pg.PoolClient,
  trn: string,
  key: Buffer,
  unsigned: readonly string[],
): Promise<SignedAnswers> {
  const rows = await listSignedSteps(db, trn, unsigned);
  return Object.fromEntries(
    rows.map(({ step, data }) => [
      step,
      mapSections(data, (answers) => decrypt(answers, key, stepAdditionalData(trn, step))),
    ]),
  );
}

/** Decrypts without a schema, because schemas change. */
function decrypt(value: Answers, key: Buffer, additionalData: string): Answers;
function decrypt(value: unknown, key: Buffer, additionalData: string): unknown;
function decrypt(value: unknown, key: Buffer, additionalData: string): unknown {
  if (Array.isArray(value)) return value.map((one) => decrypt(one, key, additionalData));
  if (!isRecord(value)) return value;
  if (isSealed(value)) return openValue(value, key, additionalData, () => undefined);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, decrypt(inner, key, additionalData)]));
}
