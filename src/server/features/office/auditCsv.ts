import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { type OfficeAction, type OfficeRole, officeMessages, type RevealKind } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Translations } from '../../forms/languages';
import { openText } from '../../platform/crypto/seal';
import { type ListedEntry, listActors, listAuditEntries } from './auditCsvRepository';
import { BOM, csvRow } from './csv';

const COLUMNS = ['seq', 'at', 'kind', 'kind_label', 'application', 'by', 'details', 'previous', 'hash'];

const BATCH = 500;

type CsvDeps = Pick<ApplicationDeps, 'db' | 'keyring'>;

/** Returns a period's audit log as CSV, with labels in the language of `texts`. */
export async function* auditCsv(
  deps: CsvDeps,
  period: Parameters<typeof listAuditEntries>[1],
  texts: Translations = {},
): AsyncGenerator<string> {
  const actors = await listActors(deps.db, period.subscriberId);
  yield BOM + csvRow(COLUMNS);
  for (let last: ListedEntry | undefined; ; ) {
    const entries = await listAuditEntries(deps.db, period, last, BATCH);
    for (const entry of entries) yield csvRow(await describeEntry(deps, entry, actors, texts));
    last = entries.at(-1);
    if (entries.length < BATCH) return;
  }
}

async function describeEntry(
  deps: CsvDeps,
  entry: ListedEntry,
  actors: ReadonlyMap<string, string>,
  texts: Translations,
): Promise<unknown[]> {
  const { seq, at, kind, application, previous, hash } = entry;
  const { audit } = translateAll(messages('server-office'), texts);
  const content = await openEntry(deps, entry);
  const by = content && nameActor(String(content.by ?? content.person ?? ''), actors);
  const details = content ? describeDetails(content, actors, texts) : audit.erased;
  return [Number(seq), at.toISOString(), kind, audit.kinds[kind], application, by, details, previous, hash];
}

interface Content {
  by?: string;
  person?: string;
  kinds?: RevealKind[];
  why?: string;
  document?: number;
  decision?: { act: OfficeAction };
  act?: 'invited' | 'role' | 'removed';
  role?: OfficeRole;
  change?: string;
  sealed?: string;
}

/** Returns undefined for an encrypted entry of an erased application. */
async function openEntry({ keyring }: CsvDeps, { trn, body, application }: ListedEntry): Promise<Content | undefined> {
  const content: Content = JSON.parse(body);
  if (content.sealed === undefined) return content;
  return application === null ? undefined : JSON.parse(openText(content.sealed, await keyring.keyOf(trn)));
}

/** `'person/0b9c…'` or `'0b9c…'` → `'Mia Stone'` */
const nameActor = (actor: string, actors: ReadonlyMap<string, string>): string =>
  actors.get(actor.split('/').at(-1) ?? '') ?? actor;

function describeDetails(content: Content, actors: ReadonlyMap<string, string>, texts: Translations): string {
  const { kinds, why, document, decision, act, person, role, change } = content;
  const labels = officeMessages(texts);
  const { audit } = translateAll(messages('server-office'), texts);
  const people = { person: nameActor(person ?? '', actors), role: role ? labels.roles[role].title : '' };
  return [
    kinds?.map((kind) => labels.reveals[kind].title).join(', '),
    why,
    document && fillText(audit.document, { id: document }),
    decision && labels.acts[decision.act].done,
    act && fillText(audit.people[act], people),
    change,
  ]
    .filter(Boolean)
    .join('; ');
}
