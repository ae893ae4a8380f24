import type pg from 'pg';
import type { EmailMode } from '../../../contract/messages';
import type { NewsKind } from '../../../model/officeThread';
import type { Db } from '../../platform/db/transaction';

interface News {
  trn: string;
  kind: NewsKind;
  now: Date;
  /** The recipient. By default, the assigned person, or everyone with one of `roles`. */
  personId?: string;
  roles: readonly string[];
  delay: number;
}

/** Adds news. Queues an email for each new item if the recipient gets emails right away. */
export async function insertNews(
  client: pg.PoolClient,
  { trn, kind, now, personId, roles, delay }: News,
): Promise<void> {
  await client.query(
    `with receivers as (
       select p.id, p.emails from application_status t join office_person p on p.subscriber_id = t.subscriber_id
       where t.trn = $1 and p.removed_at is null and p.emails <> 'off'
         and case when $4::uuid is not null then p.id = $4
                  when exists (select from office_person w where w.id = t.assigned_to and w.removed_at is null) then p.id = t.assigned_to
                  else p.role = any($5) end
     ), added as (
       insert into office_news (person_id, trn, kind, at) select id, $1, $2, $3 from receivers
       on conflict (person_id, trn, kind) do update set count = office_news.count + 1
       returning person_id, count
     )
     insert into job (kind, payload, run_at)
     select 'office-news', jsonb_build_object('person', person_id), now() + make_interval(secs => $6)
     from added join receivers r on r.id = added.person_id where r.emails = 'now' and added.count = 1`,
    [trn, kind, now, personId ?? null, roles, delay],
  );
}

export interface NewsRow {
  trn: string;
  kind: NewsKind;
  count: number;
  number: string;
  property: string | null;
}

/** Deletes and returns a person's waiting news, oldest first. */
export async function takeNews(client: pg.PoolClient, personId: string): Promise<NewsRow[]> {
  const { rows } = await client.query<NewsRow & { at: Date }>(
    `with taken as (delete from office_news where person_id = $1 returning trn, kind, count, at)
     select n.trn, n.kind, n.count, n.at, a.application_number::text as number, p.name as property
     from taken n join application a on a.trn = n.trn left join property p on p.id = a.property_id order by n.at, n.trn, n.kind`,
    [personId],
  );
  return rows;
}

export interface Receiver {
  email: string;
  language: string;
  emails: EmailMode;
  subscriber_id: string;
  subscriber: string;
  support: string;
}

export async function findReceiver(db: Db, personId: string): Promise<Receiver | undefined> {
  const { rows } = await db.query<Receiver>(
    `select p.email, p.language, p.emails, p.subscriber_id, s.name as subscriber, s.support_email as support
     from office_person p join subscriber s on s.id = p.subscriber_id where p.id = $1 and p.removed_at is null`,
    [personId],
  );
  return rows[0];
}

/** Queues the daily emails that are due in the landlord's time zone, and other emails that are an hour late. */
export async function queueDigests(db: Db, now: Date, hour: number): Promise<void> {
  await db.query(
    `with due as (
       update office_person p set digest_at = $1 from subscriber s
       where s.id = p.subscriber_id and p.removed_at is null
         and case p.emails when 'daily' then
           extract(hour from $1::timestamptz at time zone s.time_zone) >= $2
           and (p.digest_at is null or (p.digest_at at time zone s.time_zone)::date < ($1::timestamptz at time zone s.time_zone)::date)
           and exists (select from office_news n where n.person_id = p.id)
         else exists (select from office_news n where n.person_id = p.id and n.at < $1::timestamptz - interval '1 hour') end
       returning p.id)
     insert into job (kind, payload) select 'office-news', jsonb_build_object('person', id) from due`,
    [now, hour],
  );
}

export async function findEmailMode(db: Db, personId: string): Promise<EmailMode> {
  const { rows } = await db.query<{ emails: EmailMode }>('select emails from office_person where id::text = $1', [
    personId,
  ]);
  return rows[0]?.emails ?? 'now';
}

/** Waiting news is sent right away (`now`) or with the next email (`daily`), or deleted (`off`). */
export async function saveEmailMode(client: pg.PoolClient, personId: string, emails: EmailMode): Promise<void> {
  await client.query('update office_person set emails = $2 where id::text = $1', [personId, emails]);
  if (emails === 'off') await client.query('delete from office_news where person_id::text = $1', [personId]);
  if (emails === 'now')
    await client.query(
      `insert into job (kind, payload) select distinct 'office-news', jsonb_build_object('person', person_id)
       from office_news where person_id::text = $1`,
      [personId],
    );
}

export async function deleteNewsOfRemoved(db: Db): Promise<void> {
  await db.query(
    'delete from office_news n using office_person p where p.id = n.person_id and p.removed_at is not null',
  );
}
