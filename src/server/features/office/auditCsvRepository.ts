import type { AuditEntry } from '../../applications/record/auditRepository';
import type { Db } from '../../platform/db/transaction';

export interface ListedEntry
  extends Pick<AuditEntry, 'subscriber_id' | 'at' | 'kind' | 'trn' | 'body' | 'previous' | 'hash'> {
  seq: string;
  /** Null if there's no application or it was erased. */
  application: string | null;
}

/** Lists the entries after `after`, in order. Entries of the chain that landlords once shared come first. */
export async function listAuditEntries(
  db: Db,
  { subscriberId, timeZone, from, to }: { subscriberId: string; timeZone: string; from: string; to: string },
  after: Pick<ListedEntry, 'subscriber_id' | 'seq'> | undefined,
  limit: number,
): Promise<ListedEntry[]> {
  const { rows } = await db.query<ListedEntry>(
    `select e.*, a.application_number::text as application from audit e left join application a on a.trn = e.trn
     where (e.subscriber_id = $1 or (e.subscriber_id = '' and a.subscriber_id = $1))
       and e.at >= ($3::date)::timestamp at time zone $2 and e.at < ($4::date + 1)::timestamp at time zone $2
       and (e.subscriber_id, e.seq) > ($5, $6::bigint)
     order by e.subscriber_id, e.seq limit $7`,
    [subscriberId, timeZone, from, to, after?.subscriber_id ?? '', after?.seq ?? '0', limit],
  );
  return rows;
}

/** Returns the names of people and API keys by id, including removed people. */
export async function listActors(db: Db, subscriberId: string): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select id::text, coalesce(nullif(name, ''), email) as name from office_person where subscriber_id = $1
     union all select id, coalesce(nullif(name, ''), id) from api_key where subscriber_id = $1`,
    [subscriberId],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
