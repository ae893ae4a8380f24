import type pg from 'pg';
import type { OfficeAction, OfficeRole, RevealKind } from '../../../model/office';
import { idsOf } from '../../../model/section/documentTypes';
import { openText, sealText } from '../../platform/crypto/seal';
import type { ApplicationDeps } from '../applicationDeps';

/** Encrypted with the applicant's key. */
export type EventBody =
  | { kind: 'act'; act: OfficeAction; text?: string }
  | { kind: 'assigned'; name: string | null }
  | { kind: 'message'; files: number }
  | { kind: 'revealed'; kinds: RevealKind[]; why: string };

export type OfficeActor =
  | { kind: 'person'; id: string; name: string; role: OfficeRole }
  | { kind: 'key'; id: string; name: string }
  | { kind: 'operator'; id: ''; name: string; role: 'owner' };

export type Actor = OfficeActor | { kind: 'applicant' | 'program' };

export const timelineAdditionalData = (trn: string) => `application_event/${trn}`;

export async function addEvent(
  client: pg.PoolClient,
  event: { trn: string; key: Buffer; actor: Actor; body: EventBody; now: Date },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into application_event (trn, at, kind, actor, person_id, key_id, sealed)
     values ($1, $2, $3, $4, $5, $6, $7) returning id::int as id`,
    [
      event.trn,
      event.now,
      event.body.kind,
      event.actor.kind,
      event.actor.kind === 'person' ? event.actor.id : null,
      event.actor.kind === 'key' ? event.actor.id : null,
      sealText(JSON.stringify(event.body), event.key, timelineAdditionalData(event.trn)),
    ],
  );
  return rows[0]?.id ?? 0;
}

export async function readEvent(db: pg.Pool, trn: string, key: Buffer, id: number): Promise<EventBody | undefined> {
  const { rows } = await db.query<{ sealed: string }>(
    'select sealed from application_event where trn = $1 and id = $2',
    [trn, id],
  );
  return rows[0] && JSON.parse(openText(rows[0].sealed, key, timelineAdditionalData(trn)));
}

export interface EventRow {
  at: Date;
  actor: Actor['kind'];
  by: string | null;
  key_name: string | null;
  sealed: string;
}

interface TimelineRows {
  events: EventRow[];
  submitted_at: Date;
  paid_at: Date | null;
  amount_cents: number | null;
  secondary_at: Date | null;
  documents: { document_id: number; at: Date; withdrawn_at: Date | null }[];
  delays: DelayRow[];
}

/** `at` is when the delay was first reported. */
interface DelayRow {
  delay: string;
  at: Date;
}

export async function readRows(
  { db, forms }: Pick<ApplicationDeps, 'db' | 'forms'>,
  trn: string,
): Promise<TimelineRows | undefined> {
  const { rows } = await db.query<Omit<TimelineRows, 'events' | 'documents' | 'delays'>>(
    `select t.submitted_at, p.paid_at, p.amount_cents,
       (select saved_at from step_answer where trn = t.trn and step = $2 and complete) as secondary_at
     from application_status t left join payment p on p.trn = t.trn and p.state = 'succeeded' where t.trn = $1`,
    [trn, forms.findStepByRole('supplemental')?.step.id],
  );
  const [found] = rows;
  if (!found) return undefined;
  const events = await db.query<EventRow>(
    `select e.at, e.actor, coalesce(nullif(p.name, ''), p.email) as by, coalesce(nullif(k.name, ''), k.id) as key_name, e.sealed
     from application_event e left join office_person p on p.id = e.person_id left join api_key k on k.id = e.key_id
     where e.trn = $1 order by e.id desc limit 500`,
    [trn],
  );
  const documents = await db.query<TimelineRows['documents'][number]>(
    `select document_id, created_at as at, withdrawn_at from document
     where trn = $1 and (created_at > $2 or withdrawn_at is not null) and document_id <> all($3) order by id`,
    [trn, found.submitted_at, idsOf('program')],
  );
  const delays = await db.query<DelayRow>(
    `select delay, min(told_at) as at from job
     where payload->>'trn' = $1 and first_tried_at is not null and delay is not null group by delay`,
    [trn],
  );
  return { ...found, events: events.rows, documents: documents.rows, delays: delays.rows };
}
