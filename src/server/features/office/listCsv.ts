import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import type { ListedApplication, ListFilters } from '../../../contract/office';
import { listApplications } from './listRepository';
import type { OfficeAccess } from './officeAccess';

const COLUMNS = [
  'id',
  'submitted_at',
  'status',
  'name',
  'place',
  'move_in',
  'household',
  'income',
  'rent',
  'checks',
] as const;

/** Rows per query. */
const BATCH = 500;

/** CSV (RFC 4180). Throws `badRequest`. */
export async function* listCsv(db: pg.Pool, access: OfficeAccess, filters: ListFilters): AsyncGenerator<string> {
  yield line(COLUMNS);
  for (let cursor: string | undefined; ; ) {
    const { applications, next } = await listApplications(db, access, { ...filters, cursor }, BATCH);
    for (const application of applications) yield csvLine(application);
    if (next === null) return;
    cursor = next;
  }
}

export function csvLine(application: ListedApplication): string {
  return line(COLUMNS.map((name) => application[name]));
}

const line = (values: readonly unknown[]): string =>
  stringify([values.map(cell)], { record_delimiter: 'windows', quoted_match: ';' });

/** Some locales split cells at semicolons and accept full-width signs. */
function cell(value: unknown): string {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  return typeof value === 'string' ? text.replace(FORMULA, "$1'") : text;
}

/** A formula at the start of a cell. */
const FORMULA = /(^|[;,|])(?=[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;
