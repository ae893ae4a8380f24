import type pg from 'pg';
import type { Db } from '../../platform/db/transaction';

export interface RefundRow {
  id: number;
  trn: string;
  intent: string;
  amount_cents: number;
  state: 'queued' | 'sent' | 'failed';
  error: string | null;
  created_at: Date;
  done_at: Date | null;
}

const COLUMNS = 'id::int, trn, intent, amount_cents, state, error, created_at, done_at';

export async function insertRefund(
  client: pg.PoolClient,
  refund: { trn: string; intent: string; amount: number; act?: string; now: Date },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'insert into refund (trn, intent, amount_cents, act, created_at) values ($1, $2, $3, $4, $5) returning id::int',
    [refund.trn, refund.intent, refund.amount, refund.act ?? null, refund.now],
  );
  const [saved] = rows;
  if (!saved) throw new Error('The refund was not saved');
  return saved.id;
}

export async function findRefundRow(db: Db, id: number): Promise<RefundRow | undefined> {
  return (await db.query<RefundRow>(`select ${COLUMNS} from refund where id = $1`, [id])).rows[0];
}

export async function isOrdered(db: Db, act: string | undefined): Promise<boolean> {
  if (act === undefined) return false;
  return (await db.query('select from refund where act = $1', [act])).rowCount === 1;
}

export async function listRefunds(db: Db, trn: string): Promise<RefundRow[]> {
  return (await db.query<RefundRow>(`select ${COLUMNS} from refund where trn = $1 order by id`, [trn])).rows;
}

export interface RefundResult {
  state: 'sent' | 'failed';
  providerId?: string;
  error?: string;
}

/** Returns false if the refund already had this state or had failed. */
export async function finishRefund(
  client: pg.PoolClient,
  id: number,
  { state, providerId, error }: RefundResult,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update refund set state = $2, provider_id = coalesce($3, provider_id), error = $4, done_at = $5
     where id = $1 and state <> $2 and state <> 'failed'`,
    [id, state, providerId ?? null, error ?? null, now],
  );
  return rowCount === 1;
}

/** Returns false if the refund is already stored. */
export async function insertProviderRefund(
  client: pg.PoolClient,
  refund: { trn: string; intent: string; amount: number; providerId: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into refund (trn, intent, amount_cents, state, provider_id, created_at, done_at)
     values ($1, $2, $3, 'sent', $4, $5, $5) on conflict (provider_id) do nothing`,
    [refund.trn, refund.intent, refund.amount, refund.providerId, refund.now],
  );
  return rowCount === 1;
}

export async function findProviderRefund(db: Db, providerId: string): Promise<RefundRow | undefined> {
  return (await db.query<RefundRow>(`select ${COLUMNS} from refund where provider_id = $1`, [providerId])).rows[0];
}

export interface DisputeRow {
  id: string;
  trn: string;
  amount_cents: number;
  reason: string;
  status: string;
  evidence_due_at: Date | null;
  reported_at: Date;
}

/** Saves a dispute unless a newer event has been saved. Events can arrive in any order. */
export async function saveDispute(client: pg.PoolClient, dispute: DisputeRow): Promise<void> {
  await client.query(
    `insert into dispute (id, trn, amount_cents, reason, status, evidence_due_at, reported_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason, status = excluded.status,
       evidence_due_at = excluded.evidence_due_at, reported_at = excluded.reported_at
     where dispute.reported_at <= excluded.reported_at`,
    [
      dispute.id,
      dispute.trn,
      dispute.amount_cents,
      dispute.reason,
      dispute.status,
      dispute.evidence_due_at,
      dispute.reported_at,
    ],
  );
}

export async function listDisputes(db: Db, trn: string): Promise<DisputeRow[]> {
  const { rows } = await db.query<DisputeRow>(
    'select id, trn, amount_cents, reason, status, evidence_due_at, reported_at from dispute where trn = $1 order by id',
    [trn],
  );
  return rows;
}
