import type pg from 'pg';

export interface StoredPlace {
  section: string;
  path: string;
  /** With a limit, only longer (`maxLength`) or shorter (`minLength`) answers match. Encrypted answers always match. */
  maxLength?: number;
  minLength?: number;
}

export interface StoredQuery {
  places: StoredPlace[];
  savedOnly: boolean;
}

export async function countStored(db: pg.Pool, query: StoredQuery): Promise<number> {
  const { rows } = await db.query<{ count: number }>(APPLICATIONS, placeColumns([query]));
  return rows[0]?.count ?? 0;
}

const places = (n: number) =>
  `unnest(${['text[]', 'text[]', 'int[]', 'int[]', 'boolean[]'].map((type, i) => `$${n + i}::${type}`).join(', ')}) as place (section, path, max_length, min_length, saved_only)`;

function placeColumns(queries: readonly StoredQuery[]): unknown[] {
  const all = queries.flatMap(({ places: own, savedOnly }) => own.map((place) => ({ ...place, savedOnly })));
  return [
    all.map(({ section }) => section),
    all.map(({ path }) => path),
    all.map(({ maxLength = null }) => maxLength),
    all.map(({ minLength = null }) => minLength),
    all.map(({ savedOnly }) => savedOnly),
  ];
}

/** Empty text counts as unanswered, not as too short. */
const hasMatch = (data: string) => `exists (
    select from jsonb_path_query(${data}, place.path::jsonpath) as answer (value)
    where (place.max_length is null and place.min_length is null) or value ? '$sealed'
      or (jsonb_typeof(value) = 'string' and (char_length(value #>> '{}') > place.max_length
        or char_length(value #>> '{}') between 1 and place.min_length - 1)))`;

const APPLICATIONS = `
  select count(*)::int as count from (
    select d.trn from ${places(1)} join draft d on d.section = place.section
    where not place.saved_only and ${hasMatch('d.data')}
    union
    select s.trn from ${places(1)} join step_answer s on s.data ? place.section
    where ${hasMatch('s.data -> place.section')}
  ) found`;

export interface StoredCount {
  subscriber: string;
  answered: number;
  affected: number;
}

export async function countStoredAnswers(
  db: pg.Pool,
  names: readonly string[],
  touched: readonly StoredQuery[],
): Promise<StoredCount[]> {
  const { rows } = await db.query<StoredCount>(COUNT, [names, ...placeColumns(touched)]);
  return rows;
}

const COUNT = `with given as (
    select trn, section, data, false as saved from draft where section = any($1)
    union all
    select trn, each.key, each.value, true from step_answer, jsonb_each(data) each where data ?| $1 and each.key = any($1))
  select s.name as subscriber, count(distinct g.trn)::int as answered,
    (count(distinct g.trn) filter (where exists (
      select from ${places(2)}
      where place.section = g.section and (g.saved or not place.saved_only) and ${hasMatch('g.data')})))::int as affected
  from given g join application a on a.trn = g.trn join subscriber s on s.id = a.subscriber_id
  group by s.id, s.name order by s.name limit 100`;
