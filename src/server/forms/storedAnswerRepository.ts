import type pg from 'pg';

export async function isStored(db: pg.Pool, { places, savedOnly }: StoredQuery): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(FOUND, [
    places.map(({ section }) => section),
    places.map(({ path }) => path),
    savedOnly,
  ]);
  return rows[0]?.found ?? false;
}

const FOUND = `
  select exists (
    select from unnest($1::text[], $2::text[]) as place (section, path) join draft d on d.section = place.section
    where not $3 and jsonb_path_exists(d.data, place.path::jsonpath)
  ) or exists (
    select from unnest($1::text[], $2::text[]) as place (section, path) join step_answer s on s.data ? place.section
    where jsonb_path_exists(s.data -> place.section, place.path::jsonpath)
  ) as found`;

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
  const places = touched.flatMap(({ places: all, savedOnly }) => all.map((place) => ({ ...place, savedOnly })));
  const { rows } = await db.query<StoredCount>(COUNT, [
    names,
    places.map(({ section }) => section),
    places.map(({ path }) => path),
    places.map(({ savedOnly }) => savedOnly),
  ]);
  return rows;
}

const COUNT = `with given as (
    select trn, section, data, false as saved from draft where section = any($1)
    union all
    select trn, each.key, each.value, true from step_answer, jsonb_each(data) each where data ?| $1 and each.key = any($1))
  select s.name as subscriber, count(distinct g.trn)::int as answered,
    (count(distinct g.trn) filter (where exists (
      select from unnest($2::text[], $3::text[], $4::boolean[]) as place (section, path, saved_only)
      where place.section = g.section and (g.saved or not place.saved_only)
        and jsonb_path_exists(g.data, place.path::jsonpath))))::int as affected
  from given g join application a on a.trn = g.trn join subscriber s on s.id = a.subscriber_id
  group by s.id, s.name order by s.name limit 100`;

/** Counts encrypted answers too, because they're stored by their names. */
export interface StoredQuery {
  places: { section: string; path: string }[];
  /** True to ignore drafts. */
  savedOnly: boolean;
}
