import type pg from 'pg';
import type { HouseholdQuery } from '../../../contract/officeHousehold';
import { refuse } from './officeErrors';
import { nameMatches, normalizeSearch, toPrefix } from './searchRepository';

const PAGE_SIZE = 50;

export interface HouseholdSummary {
  id: string;
  created_at: Date;
  property_name: string | null;
  unit_name: string | null;
  city: string | null;
  members: SummaryMember[];
}

interface SummaryMember {
  id: string;
  trn: string | null;
  number: string | null;
  status: string | null;
  revision: number | null;
  income_cents: string | number | null;
  rent_cents: string | number | null;
  move_in: string | null;
  name: string;
}

/** Lists households with a submitted application. Searches by the name or application number of any member. */
export async function listHouseholds(
  db: pg.Pool,
  subscriberId: string,
  { search = '', complete, cursor }: HouseholdQuery,
  size = PAGE_SIZE,
): Promise<{ rows: HouseholdSummary[]; next: string | null }> {
  const text = normalizeSearch(search);
  const after = cursor ? readCursor(cursor) : { at: null, id: null };
  const { rows } = await db.query<HouseholdSummary>(LIST, [
    subscriberId,
    text === '' ? null : toPrefix(text),
    /^\d{1,18}$/.test(text) ? text : null,
    complete === undefined ? null : complete === 'yes',
    after.at,
    after.id,
    size + 1,
  ]);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? writeCursor(last) : null };
}

export async function findHouseholdSummary(
  db: pg.Pool,
  subscriberId: string,
  id: string,
): Promise<HouseholdSummary | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
  const { rows } = await db.query<HouseholdSummary>(FIND, [subscriberId, id]);
  return rows[0];
}

export async function findHouseholdsWith(
  db: pg.Pool,
  subscriberId: string,
  numbers: readonly string[],
): Promise<HouseholdSummary[]> {
  const { rows } = await db.query<HouseholdSummary>(
    `select ${COLUMNS} from household h ${PLACE} where h.subscriber_id = $1
       and h.id in (select household_id from application where application_number = any($2::bigint[]))`,
    [subscriberId, numbers],
  );
  return rows;
}

const MEMBERS = `
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'trn', m.trn, 'number', case when a.submitted_at is not null then a.application_number::text end,
      'status', t.status, 'revision', t.revision, 'income_cents', t.income_cents, 'rent_cents', t.rent_cents, 'move_in', t.move_in::text,
      'name', case when a.submitted_at is not null then a.first_name || ' ' || a.last_name else m.first_name || ' ' || m.last_name end)
      order by m.is_lead desc, m.place), '[]')
  from household_member m left join application a on a.trn = m.trn left join application_status t on t.trn = m.trn
  where m.household_id = h.id and m.removed_at is null`;

const COLUMNS = `h.id, h.created_at, p.name as property_name, u.name as unit_name, coalesce(p.city, home.place) as city, (${MEMBERS}) as members`;

const PLACE = `left join lateral (select a.property_id, a.unit_id,
    nullif(concat_ws(', ', a.registration ->> 'address', a.registration ->> 'city'), '') as place from household_member m join application a on a.trn = m.trn
    where m.household_id = h.id order by m.is_lead desc, m.place limit 1) home on true
  left join property p on p.id = home.property_id left join unit u on u.id = home.unit_id`;

const IS_SUBMITTED = `exists (select from household_member m join application_status t on t.trn = m.trn where m.household_id = h.id)`;

const LIST = `select ${COLUMNS} from household h ${PLACE}
  where h.subscriber_id = $1 and ${IS_SUBMITTED}
    and ($2::text is null or exists (select from household_member m left join application a on a.trn = m.trn
      where m.household_id = h.id and m.removed_at is null and (a.application_number = $3::bigint
        or ${nameMatches('m')} or ${nameMatches('a')})))
    and ($4::boolean is null or (h.completed_at is not null) = $4)
    and ($5::timestamptz is null or (h.created_at, h.id) < ($5, $6::uuid))
  order by h.created_at desc, h.id desc limit $7`;

const FIND = `select ${COLUMNS} from household h ${PLACE} where h.subscriber_id = $1 and h.id = $2 and ${IS_SUBMITTED}`;

function writeCursor({ created_at, id }: HouseholdSummary): string {
  return Buffer.from(JSON.stringify([created_at.toISOString(), id])).toString('base64url');
}

function readCursor(cursor: string): { at: string; id: string } {
  try {
    const [at, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof at === 'string' && typeof id === 'string') return { at, id };
  } catch {
    // The cursor wasn't written by `writeCursor`.
  }
  throw refuse('badRequest');
}
