import type pg from 'pg';
import texts from '../../../schemas/texts/server-office.json';
import type { TimelineEntry } from '../../contract/office';
import { documentType, idsOf } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { actRule, type OfficeAct, officeWords, type RevealKind } from '../../model/office';
import { openText, sealText } from '../crypto/seal';
import type { Deps } from '../deps';
import type { Words } from '../forms/languages';
import type { OfficeAccess } from './officeAccess';

/** What was done, with what was said: kept sealed with the applicant's key. */
export type EventBody =
  | { kind: 'act'; act: OfficeAct; text?: string }
  | { kind: 'assigned'; name: string | null }
  | { kind: 'revealed'; kinds: RevealKind[]; why: string };

/** The applicant sees of it that it was done; the office why, too. */
export type Actor = OfficeAccess['by'] | { kind: 'applicant' | 'program' };

const boundTo = (trn: string) => `application_event/${trn}`;

/** Enters an act into the timeline, in the transaction of the act; gives its number. */
export async function addEvent(
  client: pg.PoolClient,
  it: { trn: string; key: Buffer; actor: Actor; body: EventBody; now: Date },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into application_event (trn, at, kind, actor, person_id, sealed) values ($1, $2, $3, $4, $5, $6) returning id::int as id`,
    [
      it.trn,
      it.now,
      it.body.kind,
      it.actor.kind,
      it.actor.kind === 'person' ? it.actor.id : null,
      sealText(JSON.stringify(it.body), it.key, boundTo(it.trn)),
    ],
  );
  return rows[0]?.id ?? 0;
}

/** One event as it was entered; undefined when it is gone. */
export async function readEvent(db: pg.Pool, trn: string, key: Buffer, id: number): Promise<EventBody | undefined> {
  const { rows } = await db.query<{ sealed: string }>(
    'select sealed from application_event where trn = $1 and id = $2',
    [trn, id],
  );
  return rows[0] && JSON.parse(openText(rows[0].sealed, key, boundTo(trn)));
}

interface EventRow {
  at: Date;
  actor: Actor['kind'];
  by: string | null;
  sealed: string;
}

interface RowsOf {
  events: EventRow[];
  submitted_at: Date;
  paid_at: Date | null;
  amount_cents: number | null;
  secondary_at: Date | null;
  documents: { document_id: number; at: Date }[];
}

/** Everything that happened since the application was handed in, the newest first. `isApplicant`: without the office's own remarks. */
export async function readTimeline(
  deps: Deps,
  trn: string,
  words: Words = {},
  isApplicant = false,
): Promise<TimelineEntry[]> {
  const found = await readRows(deps, trn);
  if (!found) return [];
  const key = await deps.keyring.keyOf(trn);
  const say = (text: string, values = {}) => fillText(words[text] ?? text, values);
  const { applicant, program } = texts.actors;
  const entry = (
    at: Date,
    kind: string,
    title: string,
    by: string | null,
    text: string | null = null,
  ): TimelineEntry => {
    return { at: at.toISOString(), kind, title, text, by };
  };
  const titleOf = (type: number) => say(documentType(type)?.title ?? '');
  const events = found.events.map(({ at, actor, by, sealed }) => {
    const body: EventBody = JSON.parse(openText(sealed, key, boundTo(trn)));
    const { title, text } = sayEvent(body, words, isApplicant);
    return entry(at, body.kind, title, actor === 'person' || actor === 'key' ? by : say(texts.actors[actor]), text);
  });
  const paid = { amount: formatDollars((found.amount_cents ?? 0) / 100) };
  return [
    ...events,
    entry(found.submitted_at, 'submitted', say(texts.timeline.submitted), say(applicant)),
    ...(found.paid_at ? [entry(found.paid_at, 'paid', say(texts.timeline.paid, paid), say(program))] : []),
    ...(found.secondary_at
      ? [entry(found.secondary_at, 'secondary', say(texts.timeline.secondary), say(applicant))]
      : []),
    ...found.documents.map(({ document_id, at }) =>
      entry(at, 'document', say(texts.timeline.document, { title: titleOf(document_id) }), say(applicant)),
    ),
  ].sort((one, other) => other.at.localeCompare(one.at));
}

function sayEvent(body: EventBody, words: Words, isApplicant: boolean): { title: string; text: string | null } {
  const office = officeWords(words);
  const say = (text: string, values: Record<string, unknown>) => fillText(words[text] ?? text, values);
  if (body.kind === 'act')
    return {
      title: isApplicant ? office.statuses[actRule(body.act).to].applicant.title : office.acts[body.act].title,
      text: isApplicant ? null : (body.text ?? null),
    };
  if (body.kind === 'assigned')
    return { title: body.name ? say(texts.timeline.assigned, body) : say(texts.timeline.unassigned, {}), text: null };
  const kinds = body.kinds.map((kind) => office.reveals[kind].title).join(', ');
  return { title: say(texts.timeline.revealed, { kinds }), text: isApplicant ? null : body.why };
}

async function readRows({ db, forms }: Deps, trn: string): Promise<RowsOf | undefined> {
  const { rows } = await db.query<Omit<RowsOf, 'events' | 'documents'>>(
    `select t.submitted_at, p.paid_at, p.amount_cents,
       (select saved_at from step_answer where trn = t.trn and step = $2 and complete) as secondary_at
     from application_status t left join payment p on p.trn = t.trn and p.state = 'succeeded' where t.trn = $1`,
    [trn, forms.inRole('supplemental').step.id],
  );
  const [found] = rows;
  if (!found) return undefined;
  const events = await db.query<EventRow>(
    `select e.at, e.actor, coalesce(nullif(p.name, ''), p.email) as by, e.sealed
     from application_event e left join office_person p on p.id = e.person_id where e.trn = $1 order by e.id desc limit 500`,
    [trn],
  );
  const documents = await db.query<{ document_id: number; at: Date }>(
    'select document_id, created_at as at from document where trn = $1 and created_at > $2 and document_id <> all($3) order by id',
    [trn, found.submitted_at, idsOf('program')],
  );
  return { ...found, events: events.rows, documents: documents.rows };
}
