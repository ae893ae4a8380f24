import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import type { ListedApplication, ListFilters } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { translate } from '../../../model/messages/translate';
import { officeMessages } from '../../../model/office';
import type { Translations } from '../../forms/languages';
import { listApplications } from './listRepository';
import type { OfficeAccess } from './officeAccess';

type Column = (application: ListedApplication, texts: Translations) => unknown;

/** Columns with codes for programs, each followed by its label for people. */
const COLUMNS: Record<string, Column> = {
  id: ({ id }) => id,
  submitted_at: (one) => one.submitted_at,
  status: ({ status }) => status,
  status_label: ({ status }, texts) => officeMessages(texts).statuses[status].title,
  name: ({ name }) => name,
  email: ({ email }) => email,
  place: ({ place }) => place,
  move_in: (one) => one.move_in,
  household: ({ household }) => household,
  income: ({ income }) => income,
  rent: ({ rent }) => rent,
  checks: ({ checks }) => checks,
  checks_label: ({ checks }, texts) => translate(messages('office').list.words, texts)[checks],
  assigned_to: (one) => one.assigned_to?.name,
};

/** Marks the file as UTF-8 for spreadsheets. */
const BOM = '\uFEFF';

/** Rows per query. */
const BATCH = 500;

/** Returns CSV (RFC 4180) with labels in the language of `texts`. Throws `badRequest`. */
export async function* listCsv(
  db: pg.Pool,
  access: OfficeAccess,
  filters: ListFilters,
  texts: Translations = {},
): AsyncGenerator<string> {
  yield BOM + line(Object.keys(COLUMNS));
  for (let cursor: string | undefined; ; ) {
    const { applications, next } = await listApplications(db, access, { ...filters, cursor }, BATCH);
    for (const application of applications) yield csvLine(application, texts);
    if (next === null) return;
    cursor = next;
  }
}

export function csvLine(application: ListedApplication, texts: Translations = {}): string {
  return line(Object.values(COLUMNS).map((read) => read(application, texts)));
}

const line = (values: readonly unknown[]): string =>
  stringify([values.map(cell)], { record_delimiter: 'windows', quoted_match: ';' });

/** Escapes a cell. Some locales split cells at semicolons and accept full-width signs. */
function cell(value: unknown): string {
  const text = String(value ?? '').replace(/\s+/g, ' ');
  return typeof value === 'string' ? text.replace(FORMULA, "$1'") : text;
}

/** Matches a formula at the start of a cell. */
const FORMULA = /(^|[;,|])(?=[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;
