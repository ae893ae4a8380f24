import type pg from 'pg';

export interface WebhookRow {
  id: string;
  subscriber_id: string;
  url: string;
  /** `secret` and `previous` are encrypted. `previous` also signs until it expires. */
  secret: Buffer;
  previous: Buffer | null;
  previous_until: Date | null;
  created_at: Date;
  ended_at: Date | null;
}

export interface NextDelivery {
  event: string;
  body: string;
  attempts: number;
  at: Date;
}

export interface WaitingDelivery {
  next_at: Date;
  leased_until: Date | null;
}

export interface DeliveryAttempt {
  event: string;
  webhook: string;
  state: 'waiting' | 'delivered' | 'failed';
  status: number | null;
  answer: string;
  nextAt: Date;
  now: Date;
}

export interface DeliveryRow {
  event: string;
  type: string;
  application: string;
  url: string;
  state: string;
  attempts: number;
  status: number | null;
  answer: string | null;
  tried_at: Date | null;
  at: Date;
}

export interface WebhookRepository {
  add(webhook: Pick<WebhookRow, 'id' | 'subscriber_id' | 'url' | 'secret' | 'created_at'>): Promise<void>;
  find(id: string): Promise<WebhookRow | undefined>;
  findByUrl(subscriber: string, url: string): Promise<WebhookRow | undefined>;
  list(subscriber: string): Promise<WebhookRow[]>;
  /** Sets a new secret. The old secret works until `until`. */
  rotate(id: string, secret: Buffer, until: Date): Promise<void>;
  end(id: string, now: Date): Promise<void>;
  /** Leases the first pending delivery. Undefined if it isn't due or another process holds it. */
  takeNext(trn: string, webhook: string, now: Date): Promise<NextDelivery | undefined>;
  saveAttempt(attempt: DeliveryAttempt): Promise<void>;
  findFirstWaiting(trn: string, webhook: string): Promise<WaitingDelivery | undefined>;
  listDeliveries(subscriber: string, limit: number): Promise<DeliveryRow[]>;
  reopen(webhook: string, event: string, now: Date): Promise<void>;
  deleteRetries(job: { trn: string; webhook: string; event?: string }): Promise<void>;
  resend(subscriber: string, event: string, now: Date): Promise<{ trn: string; webhook: string }[]>;
}

/** Longer than the maximum of `timeoutSeconds` (schemas/meta/webhooks.schema.json). */
const LEASE_SECONDS = 30;

export function createWebhookRepository(db: pg.Pool): WebhookRepository {
  const findOne = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[]) =>
    (await db.query<Row>(sql, values)).rows[0];
  return {
    async add({ id, subscriber_id, url, secret, created_at }) {
      await db.query('insert into webhook (id, subscriber_id, url, secret, created_at) values ($1, $2, $3, $4, $5)', [
        id,
        subscriber_id,
        url,
        secret,
        created_at,
      ]);
    },
    find: (id) => findOne<WebhookRow>('select * from webhook where id = $1', [id]),
    findByUrl: (subscriber, url) =>
      findOne<WebhookRow>('select * from webhook where subscriber_id = $1 and url = $2 and ended_at is null', [
        subscriber,
        url,
      ]),
    async list(subscriber) {
      const { rows } = await db.query<WebhookRow>(
        'select * from webhook where subscriber_id = $1 order by created_at',
        [subscriber],
      );
      return rows;
    },
    async rotate(id, secret, until) {
      await db.query('update webhook set previous = secret, previous_until = $3, secret = $2 where id = $1', [
        id,
        secret,
        until,
      ]);
    },
    async end(id, now) {
      await db.query(
        `with gone as (update webhook set ended_at = coalesce(ended_at, $2) where id = $1 returning id),
           forgotten as (delete from job where kind = 'tell-office' and payload->>'webhook' = $1)
         update delivery set state = 'ended', leased_until = null where webhook in (select id from gone) and state = 'waiting'`,
        [id, now],
      );
    },
    takeNext: (trn, webhook, now) =>
      findOne<NextDelivery>(TAKE_NEXT, [trn, webhook, now, new Date(now.getTime() + LEASE_SECONDS * 1000)]),
    async saveAttempt({ event, webhook, state, status, answer, nextAt, now }) {
      await db.query(
        `update delivery set state = $3, status = $4, answer = $5, next_at = $6, tried_at = $7, leased_until = null
         where event = $1 and webhook = $2 and state = 'waiting'`,
        [event, webhook, state, status, answer, nextAt, now],
      );
    },
    findFirstWaiting: (trn, webhook) =>
      findOne<WaitingDelivery>(
        `select d.next_at, d.leased_until from delivery d join office_event e on e.id = d.event
         where e.trn = $1 and d.webhook = $2 and d.state = 'waiting' order by e.seq limit 1`,
        [trn, webhook],
      ),
    async listDeliveries(subscriber, limit) {
      const { rows } = await db.query<DeliveryRow>(
        `select d.event, e.type, a.application_number::text as application, w.url, d.state, d.attempts, d.status, d.answer, d.tried_at, e.at
         from delivery d join office_event e on e.id = d.event join webhook w on w.id = d.webhook join application a on a.trn = e.trn
         where w.subscriber_id = $1 order by e.seq desc, w.created_at limit $2`,
        [subscriber, limit],
      );
      return rows;
    },
    async reopen(webhook, event, now) {
      await db.query(
        `update delivery set state = 'waiting', attempts = 0, next_at = $3 where webhook = $1 and event = $2 and state = 'failed'`,
        [webhook, event, now],
      );
    },
    async deleteRetries({ trn, webhook, event }) {
      await db.query(
        `delete from job where payload->>'trn' = $1 and first_tried_at is not null and kind = 'tell-office'
           and payload->>'webhook' = $2 and payload->>'event' = $3`,
        [trn, webhook, event],
      );
    },
    async resend(subscriber, event, now) {
      const { rows } = await db.query<{ trn: string; webhook: string }>(
        `update delivery d set state = 'waiting', attempts = 0, next_at = $3
         from office_event e, webhook w
         where d.event = $2 and e.id = d.event and w.id = d.webhook and w.subscriber_id = $1 and w.ended_at is null
         returning e.trn, d.webhook`,
        [subscriber, event, now],
      );
      return rows;
    },
  };
}

// An application's later events wait for the first one.
const TAKE_NEXT = `
  with first as (
    select d.event, d.webhook from delivery d join office_event e on e.id = d.event
    where e.trn = $1 and d.webhook = $2 and d.state = 'waiting' order by e.seq limit 1
  )
  update delivery d set leased_until = $4, attempts = d.attempts + 1
  from first, office_event e
  where d.event = first.event and d.webhook = first.webhook and e.id = d.event
    and d.state = 'waiting' and d.next_at <= $3 and (d.leased_until is null or d.leased_until <= $3)
  returning d.event, e.body, d.attempts, e.at`;

export async function deleteEvents(db: pg.Pool, before: Date): Promise<void> {
  await db.query('delete from office_event where at < $1', [before]);
}

interface Receivers {
  number: string;
  status: string;
  submitted_at: Date;
  webhooks: string[];
}

/** Locks the application, so its events keep their commit order. Undefined before submission. */
export async function lockReceivers(client: pg.PoolClient, trn: string): Promise<Receivers | undefined> {
  const { rows } = await client.query<Receivers>(
    `select a.application_number as number, t.status, a.submitted_at,
       array(select w.id from webhook w where w.subscriber_id = a.subscriber_id and w.ended_at is null order by w.created_at) as webhooks
     from application a join application_status t on t.trn = a.trn where a.trn = $1 for no key update of a`,
    [trn],
  );
  return rows[0];
}

interface NewEvent {
  id: string;
  trn: string;
  type: string;
  now: Date;
  body: string;
  webhooks: string[];
}

export async function insertEvent(client: pg.PoolClient, event: NewEvent): Promise<void> {
  const { id, trn, type, now, body, webhooks } = event;
  await client.query(
    `with added as (
       insert into office_event (id, trn, type, at, body) values ($1, $2, $3, $4, $5) returning id
     )
     insert into delivery (event, webhook, state, next_at) select added.id, webhook, 'waiting', $4 from added, unnest($6::text[]) as webhook`,
    [id, trn, type, now, body, webhooks],
  );
}
