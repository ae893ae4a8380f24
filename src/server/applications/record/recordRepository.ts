import type pg from 'pg';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { idsOf } from '../../../model/section/documentTypes';
import type { Db } from '../../platform/db/transaction';

export interface SignedRow {
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

export async function listDocuments(db: pg.Pool | pg.PoolClient, trn: string): Promise<RecordBody['documents']> {
  const { rows } = await db.query<RecordBody['documents'][number]>(
    'select document_id, source_id, name, digest from document where trn = $1 and document_id <> all($2) order by id',
    [trn, idsOf('program')],
  );
  return rows;
}

export const SIGNED = `
  select a.application_number as number, a.first_name || ' ' || a.last_name as name, a.email, s.name as subscriber,
    c.questions_digest as questions, c.terms_digest as terms, c.salt, c.signed_at, c.ip, c.user_agent,
    d.digest as signature, p.amount_cents, p.intent as reference, p.last4 as card, p.paid_at
  from application a
  join subscriber s on s.id = a.subscriber_id
  join consent c on c.trn = a.trn
  join document d on d.blob_path = c.signature
  join payment p on p.trn = a.trn
  where a.trn = $1 and c.salt is not null`;

export async function findSigned(db: Db, trn: string): Promise<SignedRow | undefined> {
  return (await db.query<SignedRow>(SIGNED, [trn])).rows[0];
}

export async function listSignedSteps(db: Db, trn: string, unsigned: readonly string[]) {
  const { rows } = await db.query<{ step: string; data: StepAnswers }>(
    'select step, data from step_answer where trn = $1 and step <> all($2)',
    [trn, unsigned],
  );
  return rows;
}

export async function listNotices(db: Db, trn: string) {
  const { rows } = await db.query<{ notice: string; digest: string; at: Date }>(
    'select notice, digest, at from acknowledgment where trn = $1 order by at, notice',
    [trn],
  );
  return rows;
}

export interface HeadRow {
  name: string;
  support_phone: string;
  support_email: string;
  accent: string;
  time_zone: string;
  logo_url: string;
  logo_svg: string | null;
  property: string | null;
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  unit: string | null;
}

export const HEAD = `
  select s.name, s.support_phone, s.support_email, s.accent, s.time_zone, s.logo_url, s.logo_svg,
    p.name as property, p.street, p.city, p.state, p.zip, u.name as unit
  from application a
  join subscriber s on s.id = a.subscriber_id
  left join property p on p.id = a.property_id
  left join unit u on u.id = a.unit_id
  where a.trn = $1`;

export async function findHead(db: Db, trn: string): Promise<HeadRow | undefined> {
  return (await db.query<HeadRow>(HEAD, [trn])).rows[0];
}

/** The body of the record's audit entry. Digests are SHA-256. */
export interface RecordBody {
  application: { number: string; name: string; email: string; subscriber: string };
  answers: string;
  questions: string;
  terms: string;
  /** Undefined in old entries. */
  notices?: { notice: string; digest: string; at: string }[];
  signature: string;
  documents: { document_id: number; source_id: number; name: string; digest: string }[];
  signed_at: string;
  ip: string;
  user_agent: string;
  payment: { amount_cents: number; reference: string; card: string; paid_at: string };
}
