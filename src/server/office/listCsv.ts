import type pg from 'pg';
import type { ListedApplication, ListFilters } from '../../contract/office';
import { listApplications } from './listApplications';
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

/** So many are read at a time: the whole list never lies in memory. */
const BATCH = 500;

/**
 * What a filter finds in its order, line by line, as a spreadsheet reads it (RFC 4180); the first line names the columns. Throws
 * `badRequest` as the list does.
 */
export async function* listCsv(db: pg.Pool, access: OfficeAccess, filters: ListFilters): AsyncGenerator<string> {
  yield line(COLUMNS);
  for (let cursor: string | undefined; ; ) {
    const { applications, next } = await listApplications(db, access, { ...filters, cursor }, BATCH);
    for (const application of applications) yield csvLine(application);
    if (next === null) return;
    cursor = next;
  }
}

/** An application's line. */
export function csvLine(application: ListedApplication): string {
  return line(COLUMNS.map((name) => application[name]));
}

const line = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

/** What begins like a formula is made text: an applicant chose some of the words. */
function cell(value: unknown): string {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  const safe = typeof value === 'string' && /^ ?[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
