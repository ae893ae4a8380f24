import type { ListedApplication, ListFilters } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { translateAll } from '../../../model/messages/translate';
import { officeMessages } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Translations } from '../../forms/languages';
import { BOM, csvRow } from './csv';
import { listApplications } from './listRepository';
import type { OfficeAccess } from './officeAccess';

type Column = (application: ListedApplication, texts: Translations) => unknown;

/** Each column of codes (for programs) is followed by a column of labels (for people). */
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
  checks_label: ({ checks }, texts) => translateAll(messages('office').list.words, texts)[checks],
  assigned_to: (one) => one.assigned_to?.name,
};

const BATCH = 500;

/** Returns CSV (RFC 4180), with labels in the language of `texts`. */
export async function* listCsv(
  deps: Pick<ApplicationDeps, 'db' | 'keyring'>,
  access: OfficeAccess,
  filters: ListFilters,
  texts: Translations = {},
): AsyncGenerator<string> {
  yield BOM + csvRow(Object.keys(COLUMNS));
  for (let cursor: string | undefined; ; ) {
    const { applications, next } = await listApplications(deps, access, { ...filters, cursor }, BATCH);
    for (const application of applications) yield csvLine(application, texts);
    if (next === null) return;
    cursor = next;
  }
}

export function csvLine(application: ListedApplication, texts: Translations = {}): string {
  return csvRow(Object.values(COLUMNS).map((read) => read(application, texts)));
}
