import type pg from 'pg';
import type { StepAnswers } from '../../model/body';
import type { MadeWith } from '../steps/stepStore';

export interface PaymentRow {
  trn: string;
  state: 'pending' | 'declined' | 'succeeded';
  amount_cents: number;
  intent: string | null;
  attempt: number;
  name_on_card: string;
  city: string;
  state_code: string;
  brand: string | null;
  last4: string | null;
  paid_at: Date | null;
}

export interface ConsentRow {
  signature: string;
  ip: string;
  user_agent: string;
  /** Of the terms as they were shown. */
  terms_digest: string;
  signed_at: Date;
}

export interface Attempt extends MadeWith {
  trn: string;
  /** The payment's, in the flow file. */
  step: string;
  amount: number;
  nameOnCard: string;
  city: string;
  stateCode: string;
  /** The sealed answers of the payment step. */
  data: StepAnswers;
  schemaHash: string;
  /** blob_path of the signature's picture. */
  signature: string;
  ip: string;
  userAgent: string;
  earlier: string[];
  /** Digests of the terms and the questions as they were shown. */
  shown: { terms: string; questions: string };
  /** Sealed; see migration 040. */
  salt: Buffer;
  now: Date;
}

/** `canceled` is the intent in whose place it comes. */
interface KeptIntent {
  intent: string;
  amount: number;
  canceled: string | null;
}

export interface PaymentStore {
  /** What the application costs, in cents; undefined when it is gone. */
  feeOf(trn: string): Promise<number | undefined>;
  /**
   * Writes answers, consent and the pending payment, all before any card is charged; undefined when it is out of order, too late,
   * or the fee is not the attempt's amount any more.
   */
  begin(attempt: Attempt): Promise<{ attempt: number; intent: string | null } | undefined>;
  /** Keeps the provider's intent; the first one kept stands and is given back. Undefined when an attempt at another amount came since. */
  keepIntent(trn: string, kept: KeptIntent): Promise<string | undefined>;
  decline(trn: string, attempt: number): Promise<void>;
  find(trn: string): Promise<PaymentRow | undefined>;
  findByIntent(intent: string): Promise<PaymentRow | undefined>;
  consentOf(trn: string): Promise<ConsentRow | undefined>;
}

export function createPaymentStore(db: pg.Pool): PaymentStore {
  const one = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[]) =>
    (await db.query<Row>(sql, values)).rows[0];
  return {
    feeOf: async (trn) => (await one<{ fee_cents: number }>(FEE, [trn]))?.fee_cents,
    begin: (it) =>
      one(BEGIN, [
        it.trn,
        JSON.stringify(it.data),
        it.schemaHash,
        it.now,
        it.earlier,
        it.signature,
        it.ip,
        it.userAgent,
        it.amount,
        it.nameOnCard,
        it.city,
        it.stateCode,
        it.schemaVersion,
        it.configHash,
        it.shown.terms,
        it.shown.questions,
        it.salt,
        it.step,
      ]),
    async keepIntent(trn, { intent, amount, canceled }) {
      const row = await one<{ intent: string }>(
        `update payment set intent = case when intent is not distinct from $3 then $2 else intent end
         where trn = $1 and amount_cents = $4 returning intent`,
        [trn, intent, canceled, amount],
      );
      return row?.intent;
    },
    async decline(trn, attempt) {
      await db.query("update payment set state = 'declined' where trn = $1 and attempt = $2 and state = 'pending'", [
        trn,
        attempt,
      ]);
    },
    find: (trn) => one<PaymentRow>('select * from payment where trn = $1', [trn]),
    findByIntent: (intent) => one<PaymentRow>('select * from payment where intent = $1', [intent]),
    consentOf: (trn) =>
      one<ConsentRow>('select signature, ip, user_agent, terms_digest, signed_at from consent where trn = $1', [trn]),
  };
}

/** A charge that succeeded; `event` is the provider's, when it came by one. */
export interface Paid {
  trn: string;
  /** The payment's, in the flow file. */
  step: string;
  /** In cents, as the provider says: an attempt that came since may have been at another fee. */
  amount: number;
  brand: string;
  last4: string;
  paidAt: Date;
  now: Date;
  event?: string;
}

/** Records the charge and submits the application; an event takes effect once. False when both was done before. */
export async function finishPayment(client: pg.PoolClient, it: Paid): Promise<boolean> {
  const { rowCount } = await client.query(FINISH, [
    it.trn,
    it.brand,
    it.last4,
    it.paidAt,
    it.now,
    it.event ?? null,
    it.amount,
    it.step,
  ]);
  return rowCount === 1;
}

const FEE = 'select s.fee_cents from application a join subscriber s on s.id = a.subscriber_id where a.trn = $1';

const BEGIN = `
  with open as (
    select a.trn from application a join subscriber f on f.id = a.subscriber_id
    where a.trn = $1 and a.submitted_at is null and f.fee_cents = $9
      and (select count(*) from step_answer e where e.trn = $1 and e.step = any($5) and e.complete) = cardinality($5::text[])
    for update of a for share of f
  ), answered as (
    insert into step_answer as s (trn, step, data, version, complete, schema_hash, saved_at, schema_version, config_hash)
    select trn, $18, $2::jsonb, 1, false, $3, $4, $13, $14 from open
    on conflict (trn, step) do update
      set data = excluded.data, version = s.version + 1, schema_hash = excluded.schema_hash, saved_at = excluded.saved_at,
          schema_version = excluded.schema_version, config_hash = excluded.config_hash
  ), consented as (
    insert into consent (trn, signature, ip, user_agent, terms_digest, signed_at, questions_digest, salt)
    select trn, $6, $7, $8, $15, $4, $16, $17 from open
    on conflict (trn) do update
      set signature = excluded.signature, ip = excluded.ip, user_agent = excluded.user_agent,
          terms_digest = excluded.terms_digest, signed_at = excluded.signed_at,
          questions_digest = excluded.questions_digest, salt = excluded.salt
  )
  insert into payment as p (trn, state, amount_cents, attempt, name_on_card, city, state_code)
  select trn, 'pending', $9, 1, $10, $11, $12 from open
  on conflict (trn) do update
    set state = case when p.state = 'succeeded' then p.state else 'pending' end, attempt = p.attempt + 1, amount_cents = excluded.amount_cents,
        name_on_card = excluded.name_on_card, city = excluded.city, state_code = excluded.state_code
  returning attempt, intent`;

const FINISH = `
  with fresh as (
    insert into payment_event (id, at) select $6::text, $5 where $6::text is not null on conflict do nothing returning id
  ), paid as (
    update payment set state = 'succeeded', brand = $2, last4 = $3, paid_at = $4, amount_cents = $7
    where trn = $1 and state <> 'succeeded' and ($6::text is null or exists (select from fresh))
    returning trn
  ), answered as (
    update step_answer set complete = true where trn in (select trn from paid) and step = $8
  ), undrafted as (
    delete from draft where trn in (select trn from paid)
  )
  update application set status = 'Submitted', submitted_at = coalesce(submitted_at, $5) where trn in (select trn from paid)`;
