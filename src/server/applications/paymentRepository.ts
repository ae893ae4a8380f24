import type pg from 'pg';
import type { StepAnswers } from '../../model/answers/stepBody';
import type { HouseholdRole } from '../../model/types';
import type { FormsUsed } from './steps/formsUsed';

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
  terms_digest: string;
  signed_at: Date;
}

export interface PaymentAttempt extends FormsUsed {
  trn: string;
  step: string;
  amount: number;
  /** The landlord's fee, before local law is applied. */
  listed: number;
  nameOnCard: string;
  city: string;
  stateCode: string;
  data: StepAnswers;
  schemaHash: string;
  signature: string;
  ip: string;
  userAgent: string;
  earlier: string[];
  checkedUnder: string;
  /** Role and payer when the fee was calculated. */
  household?: { role: HouseholdRole; paysForAll: boolean };
  /** True if a repeated call reuses the attempt's open intent. */
  isRepeatable: boolean;
  shown: { terms: string; questions: string };
  /** Encrypted. */
  salt: Buffer;
  now: Date;
}

interface NewIntent {
  intent: string;
  amount: number;
  canceled: string | null;
}

export interface PaymentRepository {
  /** Returns the landlord's fee in cents, before local law is applied. Undefined if the application was deleted. */
  findFee(trn: string): Promise<number | undefined>;
  /**
   * Writes answers, consent and the pending payment. Returns undefined if the application is submitted, an earlier step
   * is incomplete, or the forms, fee, role or payer changed.
   */
  begin(attempt: PaymentAttempt): Promise<{ attempt: number; intent: string | null } | undefined>;
  /**
   * Stores the new intent's id if the stored id equals `canceled` (null if no intent is stored). Returns the stored id,
   * or undefined if the amount changed.
   */
  saveIntent(trn: string, kept: NewIntent): Promise<string | undefined>;
  decline(trn: string, attempt: number): Promise<void>;
  find(trn: string): Promise<PaymentRow | undefined>;
  findByIntent(intent: string): Promise<PaymentRow | undefined>;
  findConsent(trn: string): Promise<ConsentRow | undefined>;
}

export function createPaymentRepository(db: pg.Pool): PaymentRepository {
  const findOne = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[]) =>
    (await db.query<Row>(sql, values)).rows[0];
  return {
    findFee: async (trn) => (await findOne<{ fee_cents: number }>(FEE, [trn]))?.fee_cents,
    begin: (attempt) =>
      findOne(BEGIN, [
        attempt.trn,
        JSON.stringify(attempt.data),
        attempt.schemaHash,
        attempt.now,
        attempt.earlier,
        attempt.signature,
        attempt.ip,
        attempt.userAgent,
        attempt.amount,
        attempt.nameOnCard,
        attempt.city,
        attempt.stateCode,
        attempt.schemaVersion,
        attempt.configHash,
        attempt.shown.terms,
        attempt.shown.questions,
        attempt.salt,
        attempt.step,
        attempt.checkedUnder,
        attempt.isRepeatable,
        attempt.listed,
        attempt.household?.role ?? null,
        attempt.household?.paysForAll ?? false,
      ]),
    async saveIntent(trn, { intent, amount, canceled }) {
      const row = await findOne<{ intent: string | null }>(
        `update payment set intent = case when intent is not distinct from $3 then $2 else intent end
         where trn = $1 and amount_cents = $4 returning intent`,
        [trn, intent, canceled, amount],
      );
      return row?.intent ?? undefined;
    },
    async decline(trn, attempt) {
      await db.query("update payment set state = 'declined' where trn = $1 and attempt = $2 and state = 'pending'", [
        trn,
        attempt,
      ]);
    },
    find: (trn) => findOne<PaymentRow>('select * from payment where trn = $1', [trn]),
    findByIntent: (intent) => findOne<PaymentRow>('select * from payment where intent = $1', [intent]),
    findConsent: (trn) =>
      findOne<ConsentRow>('select signature, ip, user_agent, terms_digest, signed_at from consent where trn = $1', [
        trn,
      ]),
  };
}

export interface SuccessfulCharge {
  trn: string;
  step: string;
  /** Cents. */
  amount: number;
  brand: string;
  last4: string;
  paidAt: Date;
  now: Date;
  event?: string;
}

/** Records the payment and submits the application. Returns false if that was already done. */
export async function finishPayment(client: pg.PoolClient, charge: SuccessfulCharge): Promise<boolean> {
  const { rowCount } = await client.query(FINISH, [
    charge.trn,
    charge.brand,
    charge.last4,
    charge.paidAt,
    charge.now,
    charge.event ?? null,
    charge.amount,
    charge.step,
  ]);
  return rowCount === 1;
}

export async function claimPaymentEvent(client: pg.PoolClient, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await client.query('insert into payment_event (id, at) values ($1, $2) on conflict do nothing', [
    id,
    now,
  ]);
  return rowCount === 1;
}

const FEE = 'select s.fee_cents from application a join subscriber s on s.id = a.subscriber_id where a.trn = $1';

const BEGIN = `
  with open as (
    select a.trn from application a join subscriber f on f.id = a.subscriber_id
    where a.trn = $1 and a.submitted_at is null and f.fee_cents = $21
      and a.household_role is not distinct from $22 and a.pays_for_household = $23
      and (select count(*) from step_answer e where e.trn = $1 and e.step = any($5) and e.complete
        and e.checked = $19 and e.schema_version = $13) = cardinality($5::text[])
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
    set state = case when p.state = 'succeeded' then p.state else 'pending' end,
        attempt = p.attempt + case when $20 and p.state = 'pending' and p.intent is not null and p.amount_cents = excluded.amount_cents then 0 else 1 end,
        amount_cents = excluded.amount_cents,
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
