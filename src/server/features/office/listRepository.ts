import type pg from 'pg';
import type { ListedApplication, ListQuery, OfficeList } from '../../../contract/office';
import { toDollars } from '../../../model/format/money';
import { firstOrders, type OfficeStatus, officeStatuses } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { OFFICE_COLUMNS, OFFICE_TABLES, type OfficeRow, UNREAD_MESSAGES } from '../../applications/statusRepository';
import { findProperty } from './figuresRepository';
import type { OfficeAccess } from './officeAccess';
import { refuse } from './officeErrors';
import { findMatches, type Matches, searchCondition } from './searchRepository';

const PAGE_SIZE = 50;

type Sort = NonNullable<ListQuery['sort']>;

/** Migration 285 creates an index for each order, with the columns that most filters use. */
const SORTS: Record<Sort, { key: string; type: string }> = {
  submitted: { key: 't.submitted_at', type: 'timestamptz' },
  name: { key: 't.last_key', type: 'text' },
  moveIn: { key: 't.move_in_key', type: 'date' },
  ratio: { key: 't.ratio_key', type: 'integer' },
};

type Row = OfficeRow & { unread: boolean; sort_key: string };

/** Throws `badRequest` for an invalid cursor. */
export async function listApplications(
  { db, keyring }: Pick<ApplicationDeps, 'db' | 'keyring'>,
  access: OfficeAccess,
  query: ListQuery,
  size = Number(query.limit ?? PAGE_SIZE),
): Promise<Omit<OfficeList, 'households'>> {
  const { sort: name = 'submitted' } = query;
  const sort = SORTS[name];
  const isDescending = (query.order ?? firstOrders[name]) === 'desc';
  const filters = {
    found: await findMatches(db, keyring, access.subscriberId, query.search),
    property: query.property && (await findProperty(db, access.subscriberId, query.property)),
  };
  const { where, values } = buildConditions(access, query, sort, isDescending, filters);
  const order = (key: string, trn: string) => (isDescending ? `${key} desc, ${trn} desc` : `${key}, ${trn}`);
  // Finds the page by index before joining the details.
  const page = db.query<Row>(
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
  const [{ rows }, total] = await Promise.all([
    page,
    query.cursor ? null : countListed(db, where, values, query.search ? MAX_FOUND : MAX_COUNT),
  ]);
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return { applications: shown.map(describeListed), total, next: last ? writeCursor(last) : null };
}

/** Counting more rows would delay the page. */
const MAX_COUNT = 10_000;
const MAX_FOUND = 1_000;

async function countListed(
  db: pg.Pool,
  where: readonly string[],
  values: readonly unknown[],
  most: number,
): Promise<number> {
  // The order makes PostgreSQL read an index instead of the table.
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (select 1 from application_status t where ${where.join(' and ')} order by t.submitted_at, t.trn limit ${most}) n`,
    [...values],
  );
  return rows[0]?.count ?? 0;
}

function buildConditions(
  access: OfficeAccess,
  query: ListQuery,
  sort: (typeof SORTS)[Sort],
  isDescending: boolean,
  { found, property }: { found?: Matches; property?: number | '' },
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
  if (query.messages) where.push(`exists (select ${UNREAD_MESSAGES})`);
  if (found) where.push(searchCondition(found, addValue));
  if (query.updated_since) where.push(`t.changed_at >= ${addValue(query.updated_since)}::timestamptz`);
  if (query.cursor) {
    const { key, trn } = readCursor(query.cursor);
    where.push(`(${sort.key}, t.trn) ${isDescending ? '<' : '>'} (${addValue(key)}::${sort.type}, ${addValue(trn)})`);
  }
  return { where, values };
}

const isStatus = (text: string): text is OfficeStatus => officeStatuses.some((status) => status === text);

function writeCursor({ sort_key, trn }: Row): string {
  return Buffer.from(JSON.stringify([sort_key, trn])).toString('base64url');
}

function readCursor(cursor: string): { key: string; trn: string } {
  try {
    const [key, trn]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof key === 'string' && typeof trn === 'string') return { key, trn };
  } catch {
    // The cursor wasn't written by `writeCursor`.
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
    unread_messages: row.unread_messages,
    assigned_to: row.assigned_to ? { id: row.assigned_to, name: row.assigned_name ?? '' } : null,
  };
}

const formatPlace = ({ property_name, unit_name, city }: OfficeRow): string =>
  [property_name, unit_name ?? city].filter(Boolean).join(', ');

const dollars = (cents: string | null): number | null => (cents === null ? null : toDollars(Number(cents)));
