import type pg from 'pg';

export interface WebhookRow {
  id: string;
  subscriber_id: string;
  url: string;
  /** Sealed, as is the one before, which signs as well until it ends. */
  secret: Buffer;
  previous: Buffer | null;
  previous_until: Date | null;
  created_at: Date;
  ended_at: Date | null;
}

/** What is sent next. */
export interface NextDelivery {
  event: string;
  body: string;
  attempts: number;
}

export interface Waiting {
  next_at: Date;
  leased_until: Date | null;
}

/** What came of an attempt. `nextAt` is when it is tried again, where it is. */
export interface Attempted {
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

export interface WebhookStore {
  add(webhook: Pick<WebhookRow, 'id' | 'subscriber_id' | 'url' | 'secret' | 'created_at'>): Promise<void>;
  find(id: string): Promise<WebhookRow | undefined>;
  /** The live one at this address. */
  findAt(subscriber: string, url: string): Promise<WebhookRow | undefined>;
  /** Those of a subscriber, ended ones too. */
  list(subscriber: string): Promise<WebhookRow[]>;
  /** A new secret; the one before is good until `until`. */
  rotate(id: string, secret: Buffer, until: Date): Promise<void>;
  /** Nothing more goes there, what waits included. */
  end(id: string, now: Date): Promise<void>;
  /** The first waiting delivery of an application, taken for a while; undefined when it is not due, is being sent, or there is none. */
  takeNext(trn: string, webhook: string, now: Date): Promise<NextDelivery | undefined>;
  keep(attempted: Attempted): Promise<void>;
  /** The first waiting delivery of an application: when it is due, and until when somebody is at it. */
  firstWaiting(trn: string, webhook: string): Promise<Waiting | undefined>;
  /** The last deliveries of a subscriber, the newest first. */
  deliveries(subscriber: string, most: number): Promise<DeliveryRow[]>;
  /** Has an event of the subscriber's sent again to every live webhook that it was for; gives their ids and the application's. */
  sendAgain(subscriber: string, event: string, now: Date): Promise<{ trn: string; webhook: string }[]>;
}

/** Longer than a receiver may take to answer. */
const LEASE_SECONDS = 30;

export function createWebhookStore(db: pg.Pool): WebhookStore {
  const one = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[]) =>
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
    find: (id) => one<WebhookRow>('select * from webhook where id = $1', [id]),
    findAt: (subscriber, url) =>
      one<WebhookRow>('select * from webhook where subscriber_id = $1 and url = $2 and ended_at is null', [
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
        `with gone as (update webhook set ended_at = coalesce(ended_at, $2) where id = $1 returning id)
         update delivery set state = 'ended', leased_until = null where webhook in (select id from gone) and state = 'waiting'`,
        [id, now],
      );
    },
    takeNext: (trn, webhook, now) =>
      one<NextDelivery>(TAKE, [trn, webhook, now, new Date(now.getTime() + LEASE_SECONDS * 1000)]),
    async keep({ event, webhook, state, status, answer, nextAt, now }) {
      await db.query(
        `update delivery set state = $3, status = $4, answer = $5, next_at = $6, tried_at = $7, leased_until = null
         where event = $1 and webhook = $2 and state = 'waiting'`,
        [event, webhook, state, status, answer, nextAt, now],
      );
    },
    firstWaiting: (trn, webhook) =>
      one<Waiting>(
        `select d.next_at, d.leased_until from delivery d join office_event e on e.id = d.event
         where e.trn = $1 and d.webhook = $2 and d.state = 'waiting' order by e.seq limit 1`,
        [trn, webhook],
      ),
    async deliveries(subscriber, most) {
      const { rows } = await db.query<DeliveryRow>(
        `select d.event, e.type, a.application_number::text as application, w.url, d.state, d.attempts, d.status, d.answer, d.tried_at, e.at
         from delivery d join office_event e on e.id = d.event join webhook w on w.id = d.webhook join application a on a.trn = e.trn
         where w.subscriber_id = $1 order by e.seq desc, w.created_at limit $2`,
        [subscriber, most],
      );
      return rows;
    },
    async sendAgain(subscriber, event, now) {
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

// Only the first that waits: a later event of the same application is sent when it has arrived or was given up.
const TAKE = `
  with first as (
    select d.event, d.webhook from delivery d join office_event e on e.id = d.event
    where e.trn = $1 and d.webhook = $2 and d.state = 'waiting' order by e.seq limit 1
  )
  update delivery d set leased_until = $4, attempts = d.attempts + 1
  from first, office_event e
  where d.event = first.event and d.webhook = first.webhook and e.id = d.event
    and d.state = 'waiting' and d.next_at <= $3 and (d.leased_until is null or d.leased_until <= $3)
  returning d.event, e.body, d.attempts`;
