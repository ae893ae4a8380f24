import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { phoneDigits } from '../../../model/format/phone';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { searchKey } from '../../applications/statusRepository';

/** If a kind, such as email, has more than `MAX` matches, the list's query tests each row instead. */
export interface Matches {
  text: string;
  properties: number[];
  /** Matches that no other condition of `searchCondition` covers. */
  trns: string[];
  isManyNames: boolean;
  isManyEmails: boolean;
  isManyUnits: boolean;
}

/** With more matches, reading the sort order's index is faster than sorting. */
const MAX = 500;

/**
 * Finds names (`'Hale, Rob'`), emails, units and properties that start with the search term. Application and phone
 * numbers must match completely. Undefined without a search term.
 */
export async function findMatches(
  db: pg.Pool,
  keyring: Pick<ApplicationDeps['keyring'], 'getSubscriberKey'>,
  subscriberId: string,
  search?: string,
): Promise<Matches | undefined> {
  const text = normalizeSearch(search);
  if (text === '') return undefined;
  const phone = phoneDigits(text);
  const key = phone === undefined ? undefined : await keyring.getSubscriberKey(subscriberId);
  const hashes = key && phone ? hashPhones([phone], key) : [];
  // A number matches a unit only if it's the unit's complete name.
  const isNumber = /^\d{1,18}$/.test(text);
  const prefix = isNumber ? text : toPrefix(text);
  const properties = await findProperties(db, subscriberId, prefix);
  const { rows } = await db.query<{ kind: Kind; trn: string }>(
    Object.entries(QUERIES)
      .map(([kind, query]) => `(select '${kind}' as kind, trn from (${query} limit ${MAX + 1}) ${kind}_found)`)
      .join(' union all '),
    [subscriberId, prefix, properties, isNumber ? text : null, hashes.slice(0, 1)],
  );
  const isMany = (...kinds: Kind[]) => kinds.some((kind) => rows.filter((row) => row.kind === kind).length > MAX);
  const isManyNames = isMany('first', 'last', 'place');
  const isManyEmails = isMany('email');
  const isManyUnits = isMany('unit');
  const isCovered = ({ kind }: { kind: Kind }) =>
    kind === 'email' ? isManyEmails : kind === 'unit' ? isManyUnits : ['first', 'last', 'place'].includes(kind);
  const isAny = isManyNames || isManyEmails || isManyUnits;
  const trns = [...new Set(rows.filter((row) => !isAny || !isCovered(row)).map(({ trn }) => trn))];
  return { text: prefix, properties, trns, isManyNames, isManyEmails, isManyUnits };
}

const UNITS = `select u.id from unit u join property p on p.id = u.property_id where p.subscriber_id = $1 and ${searchKey('u.name')} like $2`;

/** Returns SQL that compares the first and last names in table `alias`, in either order, with the pattern `$2`. */
export const nameMatches = (alias: string): string =>
  `(${searchKey(`${alias}.first_name || ' ' || ${alias}.last_name`)} like $2
    or ${searchKey(`${alias}.last_name || ' ' || ${alias}.first_name`)} like $2)`;

/** Migrations 146, 271, 285 and 294 create indexes for these queries. */
const QUERIES = {
  number:
    'select t.trn from application_status t join application a on a.trn = t.trn where t.subscriber_id = $1 and a.application_number = $4::bigint',
  phone:
    'select t.trn from application_status t where t.subscriber_id = $1 and t.phones @> $5::text[] and $5::text[] <> array[]::text[]',
  first:
    'select t.trn from application_status t where t.subscriber_id = $1 and t.first_key like $2 order by t.first_key',
  last: 'select t.trn from application_status t where t.subscriber_id = $1 and t.last_key like $2 order by t.last_key',
  place:
    'select t.trn from application_status t where t.subscriber_id = $1 and t.property_id = any($3) order by t.property_id, t.submitted_at',
  email:
    'select t.trn from application t where t.submitted_at is not null and t.subscriber_id = $1 and lower(t.email) like $2 order by lower(t.email)',
  unit: `select t.trn from application t where t.submitted_at is not null and t.unit_id in (${UNITS}) order by t.unit_id`,
  // Matches the name that the lead typed.
  member: `select t.trn from household_member m join application a on a.household_id = m.household_id
    join application_status t on t.trn = a.trn
  where t.subscriber_id = $1 and m.removed_at is null
    and ${nameMatches('m')}`,
};

type Kind = keyof typeof QUERIES;

/** Returns an SQL condition for the matches. `$1` is the subscriber. */
export function searchCondition(found: Matches, addValue: (value: unknown) => string): string {
  const { text, properties, trns, isManyNames, isManyEmails, isManyUnits } = found;
  if (!isManyNames && !isManyEmails && !isManyUnits) return `t.trn = any(${addValue(trns)})`;
  const start = addValue(text);
  return `(${[
    `t.first_key like ${start} or t.last_key like ${start}`,
    properties.length > 0 && `t.property_id = any(${addValue(properties)})`,
    trns.length > 0 && `t.trn = any(${addValue(trns)})`,
    isManyEmails && `t.email_key like ${start}`,
    isManyUnits && `t.unit_id in (${UNITS.replace('$2', start)})`,
  ]
    .filter(Boolean)
    .join(' or ')})`;
}

async function findProperties(db: pg.Pool, subscriberId: string, prefix: string): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select id from property p where subscriber_id = $1 and ${searchKey('p.name')} like $2`,
    [subscriberId, prefix],
  );
  return rows.map(({ id }) => id);
}

/** Lowercases a search term, and removes accents, commas and extra spaces: `'Hale,  José'` → `'hale jose'`. */
export const normalizeSearch = (search = '') =>
  search
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/,\s*/g, ' ')
    .replace(/\s+/g, ' ');

/** Returns a pattern for SQL's `like`. */
export const toPrefix = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Hashes phone numbers with a key, so the table doesn't reveal them. US numbers also match without their area code. */
export function hashPhones(phones: readonly string[], key: Buffer): string[] {
  const forms = phones.flatMap((digits) => (digits.length === 10 ? [digits, digits.slice(-7)] : [digits]));
  const hash = (digits: string) => createHmac('sha256', key).update(`phone/${digits}`).digest('base64url');
  return [...new Set(forms)].map(hash);
}
