import type pg from 'pg';
import type { ListedApplication, ListQuery, OfficeList } from '../../../contract/office';
import { toDollars } from '../../../model/format/money';
import { firstOrders, type OfficeStatus, officeStatuses } from '../../../model/office';
import { OFFICE_COLUMNS, OFFICE_TABLES, type OfficeRow, searchKey } from '../../applications/statusRepository';
import type { OfficeAccess } from './officeAccess';
import { refuse } from './officeErrors';

const PAGE_SIZE = 50;

type Sort = NonNullable<ListQuery['sort']>;

/** Migration 146 has an index for each order and filter. */
const SORTS: Record<Sort, { key: string; type: string }> = {
  submitted: { key: 't.submitted_at', type: 'timestamptz' },
  name: { key: 't.last_key', type: 'text' },
  moveIn: { key: 't.move_in_key', type: 'date' },
  ratio: { key: 't.ratio_key', type: 'integer' },
};

type Row = OfficeRow & { unread: boolean; sort_key: string };

/** Lists applications. Searches names by prefix, never encrypted facts. Throws `badRequest`. */
export async function listApplications(
  db: pg.Pool,
  access: OfficeAccess,
  query: ListQuery,
  size = Number(query.limit ?? PAGE_SIZE),
): Promise<Omit<OfficeList, 'households'>> {
  const { sort: name = 'submitted' } = query;
  const sort = SORTS[name];
  const isDescending = (query.order ?? firstOrders[name]) === 'desc';
  const properties = await findProperties(db, access.subscriberId, query.search);
  const filters = {
    properties,
    named: await findNamed(db, access.subscriberId, query.search, properties),
    property: query.property && (await findProperty(db, access.subscriberId, query.property)),
  };
  const { where, values } = buildConditions(access, query, sort, isDescending, filters);
  const order = (key: string, trn: string) => (isDescending ? `${key} desc, ${trn} desc` : `${key}, ${trn}`);
  // Finds the page with an index first, and joins details afterward.
  const { rows } = await db.query<Row>(
    `with page as materialized (
       select t.trn, ${sort.key} as sort_key from application_status t
       where ${where.join(' and ')} order by ${order(sort.key, 't.trn')} limit ${size + 1})
     select ${OFFICE_COLUMNS}, page.sort_key::text as sort_key,
       not exists (select from office_seen n where n.trn = t.trn and n.person_id::text = $2 and n.at >= greatest(t.changed_at,
         (select max(j.told_at) from job j where j.payload->>'trn' = t.trn and j.first_tried_at is not null and j.delay is not null))) as unread
     from page join ${OFFICE_TABLES.replace('application_status t', 'application_status t on t.trn = page.trn')}
     order by ${order('page.sort_key', 't.trn')}`,
    values,
  );
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  const total = query.cursor ? null : await countListed(db, where, values);
  return { applications: shown.map(describeListed), total, next: last ? writeCursor(last) : null };
}

/** Counting stops here, because a long count would delay the page. */
const MAX_COUNT = 10_000;

async function countListed(db: pg.Pool, where: readonly string[], values: readonly unknown[]): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from application_status t where ${where.join(' and ')} limit ${MAX_COUNT}) n`,
    [...values],
  );
  return rows[0]?.count ?? 0;
}

function buildConditions(
  access: OfficeAccess,
  query: ListQuery,
  sort: (typeof SORTS)[Sort],
  isDescending: boolean,
  { named, properties, property }: { named?: string[]; properties: number[]; property?: number | '' },
) {
  const values: unknown[] = [access.subscriberId, access.by.id];
  const addValue = (value: unknown) => `$${values.push(value)}`;
  const where = ['t.subscriber_id = $1', '$2::text is not null'];
  const statuses = (query.status ?? '').split(',').filter(isStatus);
  if (statuses.length > 0) where.push(`t.status = any(${addValue(statuses)})`);
  if (query.checks) where.push(`t.checks = ${addValue(query.checks)}`);
  if (query.complete)
    where.push(`exists (select from application c join household h on h.id = c.household_id
      where c.trn = t.trn and (h.completed_at is not null) = ${addValue(query.complete === 'yes')}::boolean)`);
  if (property) where.push(`t.property_id = ${addValue(property)}`);
  if (query.assigned === 'none') where.push('t.assigned_to is null');
  else if (query.assigned) {
    const person = query.assigned === 'me' ? access.by.id : query.assigned;
    // API keys and invalid ids have no assigned applications.
    where.push(/^[0-9a-f-]{36}$/.test(person) ? `t.assigned_to = ${addValue(person)}::uuid` : 'false');
  }
  if (named) where.push(`t.trn = any(${addValue(named)})`);
  else if (query.search?.trim()) where.push(searchCondition(query.search, properties, addValue));
  if (query.updated_since) where.push(`t.changed_at >= ${addValue(query.updated_since)}::timestamptz`);
  if (query.cursor) {
    const { key, trn } = readCursor(query.cursor);
    where.push(`(${sort.key}, t.trn) ${isDescending ? '<' : '>'} (${addValue(key)}::${sort.type}, ${addValue(trn)})`);
  }
  return { where, values };
}

const isStatus = (text: string): text is OfficeStatus => officeStatuses.some((status) => status === text);

/** Normalizes a search: `'Hale,  José'` → `'hale jose'`. */
const normalizeSearch = (search = '') =>
  search
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/,\s*/g, ' ')
    .replace(/\s+/g, ' ');
const isNumber = (text: string) => /^\d{1,18}$/.test(text);
const toPrefix = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns a condition that matches `'Hale, Rob'`, `'robin h'`, an email, a unit, a property or an application number.
 */
function searchCondition(search: string, properties: readonly number[], addValue: (value: unknown) => string): string {
  const text = normalizeSearch(search);
  if (isNumber(text))
    return `t.trn in (select trn from application where application_number = ${addValue(text)}::bigint or unit_id in (${UNITS.replace('$2', addValue(text))}))`;
  const start = addValue(toPrefix(text));
  const email = `exists (select from application a where a.trn = t.trn and lower(a.email) like ${start})`;
  const unit = `exists (select from application a where a.trn = t.trn and a.unit_id in (${UNITS.replace('$2', start)}))`;
  const property = properties.length > 0 ? ` or t.property_id = any(${addValue(properties)})` : '';
  return `(t.first_key like ${start} or t.last_key like ${start}${property} or ${email} or ${unit})`;
}

const UNITS = `select u.id from unit u join property p on p.id = u.property_id where p.subscriber_id = $1 and ${searchKey('u.name')} like $2`;

/** Up to this many matches are sorted. With more, the sort's own index is faster. */
const MAX_NAME_MATCHES = 500;

/**
 * Selects applications of households that have a member with this name, as the lead typed it. Migration 261 has the
 * indexes.
 */
const IN_HOUSEHOLD = `(select t.trn from household_member m join application a on a.household_id = m.household_id
    join application_status t on t.trn = a.trn
  where t.subscriber_id = $1 and m.removed_at is null
    and (lower(m.first_name || ' ' || m.last_name) like $2 or lower(m.last_name || ' ' || m.first_name) like $2)
  limit ${MAX_NAME_MATCHES + 1})`;

/** Finds applications by name. Undefined for numbers, and if there are too many. */
async function findNamed(
  db: pg.Pool,
  subscriberId: string,
  search: string | undefined,
  properties: readonly number[],
): Promise<string[] | undefined> {
  const text = normalizeSearch(search);
  if (text === '' || isNumber(text)) return undefined;
  const first = (from: string, order: string) =>
    `(select t.trn from ${from} order by ${order} limit ${MAX_NAME_MATCHES + 1})`;
  const by = (name: string) => first(`application_status t where t.subscriber_id = $1 and ${name} like $2`, name);
  const submitted = 'application t where t.submitted_at is not null';
  const { rows } = await db.query<{ trn: string }>(
    `${by('t.first_key')} union ${by('t.last_key')}
     union ${first(`${submitted} and t.subscriber_id = $1 and lower(t.email) like $2`, 'lower(t.email)')}
     union ${first(`${submitted} and t.unit_id in (${UNITS})`, 't.unit_id')}
     union ${first('application_status t where t.subscriber_id = $1 and t.property_id = any($3)', 't.property_id, t.submitted_at')}
      union ${IN_HOUSEHOLD}`,
    [subscriberId, toPrefix(text), properties],
  );
  return rows.length > MAX_NAME_MATCHES ? undefined : rows.map(({ trn }) => trn);
}

/** Finds properties whose name starts with the search. */
async function findProperties(db: pg.Pool, subscriberId: string, search?: string): Promise<number[]> {
  const text = normalizeSearch(search);
  if (text === '' || isNumber(text)) return [];
  const { rows } = await db.query<{ id: number }>(
    `select id from property p where subscriber_id = $1 and ${searchKey('p.name')} like $2`,
    [subscriberId, toPrefix(text)],
  );
  return rows.map(({ id }) => id);
}

/** Finds a property's id first, for the planner's statistics. Returns -1, which matches nothing, if there is none. */
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
    // The cursor isn't ours.
  }
  throw refuse('badRequest');
}

export function describeListed(row: Row | (OfficeRow & { unread?: boolean })): ListedApplication {
  return {
    id: row.application_number,
    name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    place: formatPlace(row),
    status: row.status,
    revision: row.revision,
    submitted_at: row.submitted_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    move_in: row.move_in,
    household: row.household,
    income: dollars(row.income_cents),
    rent: dollars(row.rent_cents),
    checks: row.checks,
    attention: row.attention,
    due_at: row.due_at?.toISOString() ?? null,
    unread: row.unread ?? false,
    assigned_to: row.assigned_to ? { id: row.assigned_to, name: row.assigned_name ?? '' } : null,
  };
}

const formatPlace = ({ property_name, unit_name, city }: OfficeRow): string =>
  [property_name, unit_name ?? city].filter(Boolean).join(', ');

const dollars = (cents: string | null): number | null => (cents === null ? null : toDollars(Number(cents)));
