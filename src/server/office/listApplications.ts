import type pg from 'pg';
import type { ListedApplication, ListQuery, OfficeList } from '../../contract/office';
import { firstOrders, type OfficeStatus, officeStatuses } from '../../model/office';
import { refuse } from '../http/errors';
import type { OfficeAccess } from './officeAccess';
import { OFFICE_COLUMNS, OFFICE_TABLES, type OfficeRow } from './officeStore';

/** So many on a page. */
const PAGE = 50;

type Sort = NonNullable<ListQuery['sort']>;

/** What each order goes by, and the type of that; migration 146 has an index for each, and one for each filter. */
const SORTS: Record<Sort, { key: string; type: string }> = {
  submitted: { key: 't.submitted_at', type: 'timestamptz' },
  name: { key: 't.last_key', type: 'text' },
  moveIn: { key: 't.move_in_key', type: 'date' },
  ratio: { key: 't.ratio_key', type: 'integer' },
};

type Row = OfficeRow & { unread: boolean; sort_key: string };

/**
 * A page of the subscriber's submitted applications. Names are looked for where they stand in clear, by their beginning, first or last
 * name first; what is sealed is never searched. Throws `badRequest` for a cursor that is none of ours.
 */
export async function listApplications(
  db: pg.Pool,
  access: OfficeAccess,
  query: ListQuery,
  size = PAGE,
): Promise<OfficeList> {
  const { sort: name = 'submitted' } = query;
  const sort = SORTS[name];
  const isDown = (query.order ?? firstOrders[name]) === 'desc';
  const found = {
    named: await findNamed(db, access.subscriberId, query.search),
    property: query.property && (await findProperty(db, access.subscriberId, query.property)),
  };
  const { where, values } = conditionsOf(access, query, sort, isDown, found);
  const order = (key: string, trn: string) => (isDown ? `${key} desc, ${trn} desc` : `${key}, ${trn}`);
  // The page is found by an index; what is shown of it is joined afterwards.
  const { rows } = await db.query<Row>(
    `with page as materialized (
       select t.trn, ${sort.key} as sort_key from application_status t
       where ${where.join(' and ')} order by ${order(sort.key, 't.trn')} limit ${size + 1})
     select ${OFFICE_COLUMNS}, page.sort_key::text as sort_key,
       not exists (select from office_seen n where n.trn = t.trn and n.person_id::text = $2 and n.at >= t.changed_at) as unread
     from page join ${OFFICE_TABLES.replace('application_status t', 'application_status t on t.trn = page.trn')}
     order by ${order('page.sort_key', 't.trn')}`,
    values,
  );
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { applications: shown.map(describeListed), next: last ? writeCursor(last) : null };
}

function conditionsOf(
  access: OfficeAccess,
  query: ListQuery,
  sort: (typeof SORTS)[Sort],
  isDown: boolean,
  { named, property }: { named?: string[]; property?: number | '' },
) {
  const values: unknown[] = [access.subscriberId, access.by.id];
  const put = (value: unknown) => `$${values.push(value)}`;
  const where = ['t.subscriber_id = $1', '$2::text is not null'];
  const statuses = (query.status ?? '').split(',').filter(isStatus);
  if (statuses.length > 0) where.push(`t.status = any(${put(statuses)})`);
  if (query.checks) where.push(`t.checks = ${put(query.checks)}`);
  if (property) where.push(`t.property_id = ${put(property)}`);
  if (query.assigned === 'none') where.push('t.assigned_to is null');
  else if (query.assigned) {
    const person = query.assigned === 'me' ? access.by.id : query.assigned;
    // An API key is nobody who could be in charge, nor is what is no id.
    where.push(/^[0-9a-f-]{36}$/.test(person) ? `t.assigned_to = ${put(person)}::uuid` : 'false');
  }
  if (named) where.push(`t.trn = any(${put(named)})`);
  else if (query.search?.trim()) where.push(searchFor(query.search, put));
  if (query.cursor) {
    const { key, trn } = readCursor(query.cursor);
    where.push(`(${sort.key}, t.trn) ${isDown ? '<' : '>'} (${put(key)}::${sort.type}, ${put(trn)})`);
  }
  return { where, values };
}

const isStatus = (text: string): text is OfficeStatus => officeStatuses.some((status) => status === text);

const wordsOf = (search = '') => search.trim().toLowerCase().replace(/,\s*/g, ' ').replace(/\s+/g, ' ');
const isNumber = (text: string) => /^\d{1,18}$/.test(text);
const beginning = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** `'Hale, Rob'`, `'robin h'` or a number: the beginning of a name as it is written either way, or an application's number. */
function searchFor(search: string, put: (value: unknown) => string): string {
  const text = wordsOf(search);
  if (isNumber(text)) return `t.trn = (select trn from application where application_number = ${put(text)}::bigint)`;
  const start = put(beginning(text));
  return `(t.first_key like ${start} or t.last_key like ${start})`;
}

/** Up to so many are looked up by name and then sorted; of more the sort's own index soon has a page full. */
const FEW = 500;

/** The applications whose names begin like this, where they are few; undefined for many, and for what is no name. */
async function findNamed(db: pg.Pool, subscriberId: string, search?: string): Promise<string[] | undefined> {
  const text = wordsOf(search);
  if (text === '' || isNumber(text)) return undefined;
  const by = (name: string) =>
    `(select t.trn from application_status t where t.subscriber_id = $1 and ${name} like $2 order by ${name} limit ${FEW + 1})`;
  const { rows } = await db.query<{ trn: string }>(`${by('t.first_key')} union ${by('t.last_key')}`, [
    subscriberId,
    beginning(text),
  ]);
  return rows.length > FEW ? undefined : rows.map(({ trn }) => trn);
}

/** Its number, so that the plan knows how many have it; for a name that there is not one that nothing has. */
async function findProperty(db: pg.Pool, subscriberId: string, code: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>('select id from property where subscriber_id = $1 and code = $2', [
    subscriberId,
    code,
  ]);
  return rows[0]?.id ?? -1;
}

function writeCursor({ sort_key, trn }: Row): string {
  return Buffer.from(JSON.stringify([sort_key, trn])).toString('base64url');
}

function readCursor(cursor: string): { key: string; trn: string } {
  try {
    const [key, trn]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof key === 'string' && typeof trn === 'string') return { key, trn };
  } catch {
    // Whatever it was, no list of ours has given it out.
  }
  throw refuse('badRequest');
}

/** A row as it leaves the server. */
export function describeListed(row: Row | (OfficeRow & { unread?: boolean })): ListedApplication {
  return {
    id: row.application_number,
    name: `${row.first_name} ${row.last_name}`.trim(),
    place: placeOf(row),
    status: row.status,
    revision: row.revision,
    submitted_at: row.submitted_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    move_in: row.move_in,
    household: row.household,
    income: dollars(row.income_cents),
    rent: dollars(row.rent_cents),
    checks: row.checks,
    unread: row.unread ?? false,
    assigned_to: row.assigned_to ? { id: row.assigned_to, name: row.assigned_name ?? '' } : null,
  };
}

const placeOf = ({ property_name, unit_name, city }: OfficeRow): string =>
  [property_name, unit_name ?? city].filter(Boolean).join(', ');

const dollars = (cents: string | null): number | null => (cents === null ? null : Number(cents) / 100);
