import type pg from 'pg';
import { mapSections, type StepAnswers } from '../../model/body';
import { idsOf } from '../../model/documents';
import { isRecord } from '../../model/paths';
import type { Answers } from '../../model/types';
import { openText, sealText, unseal } from '../crypto/seal';
import { isSealed, openValue } from '../crypto/sealedAnswers';
import { applicantFlows, type Forms } from '../forms/forms';
import { stepBound } from '../steps/openStep';
import type { AuditEntry } from './auditStore';
import { canonical, sha256 } from './auditStore';

/** What the audit log says of a submitted application; each digest is a SHA-256. */
export interface RecordBody {
  application: { number: string; name: string; email: string; subscriber: string };
  answers: string;
  questions: string;
  terms: string;
  signature: string;
  documents: { document_id: number; source_id: number; name: string; digest: string }[];
  signed_at: string;
  ip: string;
  user_agent: string;
  payment: { amount_cents: number; reference: string; card: string; paid_at: string };
}

interface Row {
  number: string;
  name: string;
  email: string;
  subscriber: string;
  questions: string;
  terms: string;
  signature: string;
  salt: Buffer;
  signed_at: Date;
  ip: string;
  user_agent: string;
  amount_cents: number;
  reference: string;
  card: string;
  paid_at: Date;
}

/** Describes what was signed. Asks nothing but SQL of `db`, so that it may run inside a transaction. */
export async function describeRecord(
  db: pg.Pool | pg.PoolClient,
  trn: string,
  key: Buffer,
  unsigned: readonly string[],
): Promise<RecordBody> {
  const { rows } = await db.query<Row>(SIGNED, [trn]);
  const [row] = rows;
  if (!row) throw new Error(`No consent of ${trn} to make a record of`);
  const { number, name, email, subscriber, questions, terms, signature, ip, user_agent } = row;
  const { amount_cents, reference, card, paid_at, signed_at } = row;
  return {
    application: { number, name, email, subscriber },
    answers: digestOf(await readSignedAnswers(db, trn, key, unsigned), unseal(key, row.salt, saltBound(trn))),
    questions,
    terms,
    signature,
    documents: await listDocuments(db, trn),
    signed_at: signed_at.toISOString(),
    ip,
    user_agent,
    payment: { amount_cents, reference, card, paid_at: paid_at.toISOString() },
  };
}

/** The digest of the answers as they lie now, under the salt of their signing. */
function digestOf(answers: SignedAnswers, salt: Buffer): string {
  return sha256(Buffer.concat([salt, Buffer.from(canonical(answers))]));
}

/** What the sealed salt of a consent is bound to. */
export const saltBound = (trn: string) => `consent/${trn}`;

async function listDocuments(db: pg.Pool | pg.PoolClient, trn: string): Promise<RecordBody['documents']> {
  const { rows } = await db.query<RecordBody['documents'][number]>(
    'select document_id, source_id, name, digest from document where trn = $1 and document_id <> all($2) order by id',
    [trn, idsOf('program')],
  );
  return rows;
}

const SIGNED = `
  select a.application_number as number, a.first_name || ' ' || a.last_name as name, a.email, s.name as subscriber,
    c.questions_digest as questions, c.terms_digest as terms, c.salt, c.signed_at, c.ip, c.user_agent,
    d.digest as signature, p.amount_cents, p.intent as reference, p.last4 as card, p.paid_at
  from application a
  join subscriber s on s.id = a.subscriber_id
  join consent c on c.trn = a.trn
  join document d on d.blob_path = c.signature
  join payment p on p.trn = a.trn
  where a.trn = $1 and c.salt is not null`;

/** What the log says of the PDF of an application. */
export interface DocumentBody {
  digest: string;
  blob_path: string;
  /** Hash of the entry that it shows. */
  record: string;
}

/** The body as it is entered: sealed with the applicant's key, for the log is never shortened and the applicant may be erased. */
export function sealBody(body: RecordBody, key: Buffer): { sealed: string } {
  return { sealed: sealText(JSON.stringify(body), key) };
}

/** What the log says of a submitted application. Throws when the body was changed; those of older entries are not sealed. */
export function readBody(entry: AuditEntry, key: Buffer): RecordBody {
  const body: RecordBody | { sealed: string } = JSON.parse(entry.body);
  return 'sealed' in body ? JSON.parse(openText(body.sealed, key)) : body;
}

export function readDocumentBody(entry: AuditEntry): DocumentBody {
  return JSON.parse(entry.body);
}

/** The answers of an application by step and section, in clear. */
export type SignedAnswers = Record<string, StepAnswers>;

/**
 * The steps that no signature covers. Every other row of an application was signed: also that of a step which the flow does not have
 * any more, so that a changed flow makes no signed record look changed.
 */
export function unsignedSteps({ catalogue }: Pick<Forms, 'catalogue'>): string[] {
  const steps = applicantFlows.flatMap((flow) => catalogue.flow(flow).steps);
  return steps.filter(({ signed }) => !signed).map(({ id }) => id);
}

/**
 * The signed steps exactly as they lie in their rows, without what a reader would take out or bring up to date.
 * A sealed answer that was changed or moved from another row is left out.
 */
export async function readSignedAnswers(
  db: pg.Pool | pg.PoolClient,
  trn: string,
  key: Buffer,
  unsigned: readonly string[],
): Promise<SignedAnswers> {
  const { rows } = await db.query<{ step: string; data: StepAnswers }>(
    'select step, data from step_answer where trn = $1 and step <> all($2)',
    [trn, unsigned],
  );
  return Object.fromEntries(
    rows.map(({ step, data }) => [step, mapSections(data, (answers) => opened(answers, key, stepBound(trn, step)))]),
  );
}

/** Opens by what a value is, not by a schema: schemas change after an application was signed. */
function opened(value: Answers, key: Buffer, bound: string): Answers;
function opened(value: unknown, key: Buffer, bound: string): unknown;
function opened(value: unknown, key: Buffer, bound: string): unknown {
  if (Array.isArray(value)) return value.map((one) => opened(one, key, bound));
  if (!isRecord(value)) return value;
  // What cannot be opened is gone: the digest tells whether it was there when the record was made.
  if (isSealed(value)) return openValue(value, key, bound, () => undefined);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, opened(inner, key, bound)]));
}
