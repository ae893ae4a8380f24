import { nanoid } from 'nanoid';
import type pg from 'pg';
import type settings from '../../../schemas/office/webhooks.json';
import { enqueue } from '../jobs/jobs';

export type OfficeEventType = keyof (typeof settings)['events'];

export interface OfficeEvent {
  type: OfficeEventType;
  trn: string;
  now: Date;
  /** Ids, states and times next to those of the application; never an answer. */
  data?: Record<string, string | number | boolean | null>;
}

interface Told {
  number: string;
  status: string;
  submitted_at: Date;
  webhooks: string[];
}

/**
 * Notifies the landlord's system of what happened to an application, within the transaction of its cause. Before an application is handed in
 * nothing of it is sent. Events of one application follow each other in the order in which their causes are committed.
 */
export async function queueOfficeEvent(client: pg.PoolClient, { type, trn, now, data }: OfficeEvent): Promise<void> {
  const { rows } = await client.query<Told>(TOLD, [trn]);
  const [application] = rows;
  if (!application || application.webhooks.length === 0) return;
  const { number, status, submitted_at, webhooks } = application;
  const id = `msg_${nanoid()}`;
  const named = { application: trn, number: String(number), status, submitted_at: submitted_at.toISOString() };
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data: { ...named, ...data } });
  await client.query(INSERT, [id, trn, type, now, body, webhooks]);
  for (const webhook of webhooks) await enqueue(client, 'tell-office', { trn, webhook });
}

// The lock makes whoever comes second wait for the first to commit: without it a later event could be seen, and sent, before an earlier one.
const TOLD = `
  select a.application_number as number, t.status, a.submitted_at,
    array(select w.id from webhook w where w.subscriber_id = a.subscriber_id and w.ended_at is null order by w.created_at) as webhooks
  from application a join application_status t on t.trn = a.trn where a.trn = $1 for no key update of a`;

const INSERT = `
  with added as (
    insert into office_event (id, trn, type, at, body) values ($1, $2, $3, $4, $5) returning id
  )
  insert into delivery (event, webhook, state, next_at) select added.id, webhook, 'waiting', $4 from added, unnest($6::text[]) as webhook`;
