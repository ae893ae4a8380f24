import texts from '../../../schemas/texts/server-office.json';
import type { OfficeDocument } from '../../contract/office';
import type { StepAnswers } from '../../model/body';
import type { DocumentReading, PayStub } from '../../model/checks/findings';
import { dateText } from '../../model/dates';
import { documentType, idsOf, isOf } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { namesMatch } from '../../model/ocrFields';
import { getIn, recordsIn } from '../../model/paths';
import { isPayFrequency, monthlyPay } from '../../model/pay';
import { openText } from '../crypto/seal';
import type { Deps } from '../deps';
import type { Words } from '../forms/languages';
import { readingBound } from '../income/openIncome';
import { findBarcode } from '../scan/scanState';
import { answersBySection, type OpenApplication } from './readApplication';

type Value = OfficeDocument['values'][number];
type NameOf = (documentId: number, sourceId: number) => string | null;

export const titleOf = (type: number, words: Words): string => {
  const title = documentType(type)?.title ?? '';
  return words[title] ?? title;
};

/** Whose documents a source's are: an employer by name, a bank by its place in the list, since its name is masked. */
export function sourceNames(answers: StepAnswers, words: Words): NameOf {
  return (documentId, sourceId) => {
    const { section = '', list = '', name = '' } = documentType(documentId)?.rows ?? {};
    if (!section || sourceId === 0) return null;
    const row = recordsIn(getIn(answers, [section, list])).find(({ id }) => id === sourceId);
    const said = documentId === documentTypeOfBank ? undefined : row?.[name];
    return typeof said === 'string' && said ? (words[said] ?? said) : String(sourceId);
  };
}

/** The one type whose rows are named by what is masked. */
const documentTypeOfBank = idsOf('source').find((id) => documentType(id)?.rows?.section === 'banking');

interface DocumentRow {
  id: number;
  document_id: number;
  source_id: number;
  name: string;
  path: string;
  mime: string;
  size: number;
  has_thumbnail: boolean;
  created_at: Date;
  state: 'waiting' | 'read' | null;
  sealed: string | null;
}

/** The applicant's files, each with what was read in it next to what was typed. */
export async function describeDocuments(
  deps: Deps,
  open: OpenApplication,
  words: Words,
  nameOf: NameOf,
): Promise<OfficeDocument[]> {
  const { trn } = open.applicant;
  const { rows } = await deps.db.query<DocumentRow>(
    `select d.id::int, d.document_id, d.source_id, d.name, d.blob_path as path, d.mime, d.size, d.has_thumbnail, d.created_at, r.state, encode(r.sealed, 'base64') as sealed
     from document d left join document_reading r on r.document = d.id where d.trn = $1 and d.document_id <> all($2) order by d.document_id, d.source_id, d.id`,
    [trn, idsOf('program')],
  );
  const key = await deps.keyring.keyOf(trn);
  const answers = answersBySection(open);
  const licence = await licenceValues(deps, open, answers, words);
  return rows.map(({ mime, created_at, state, sealed, ...row }) => ({
    ...row,
    title: titleOf(row.document_id, words),
    source: nameOf(row.document_id, row.source_id),
    type: mime,
    created_at: created_at.toISOString(),
    reading: licence?.document === row.id ? 'read' : (state ?? 'none'),
    values:
      licence?.document === row.id
        ? licence.values
        : sealed
          ? incomeValues(JSON.parse(openText(sealed, key, readingBound(row.id))), row, answers, words)
          : [],
  }));
}

/** What the licence's barcode says; the date of birth is compared and not shown. */
async function licenceValues(deps: Deps, { applicant }: OpenApplication, answers: StepAnswers, words: Words) {
  const barcode = await findBarcode(deps, applicant.trn);
  if (!barcode?.fields) return undefined;
  const typed = answers['personal-details'] ?? {};
  const read = (name: string) => barcode.fields?.find((field) => field.name === name)?.field_value_original ?? '';
  const name = { read: `${read('first_name')} ${read('last_name')}`.trim(), typed: nameIn(typed) };
  const person = { first_name: String(typed.first_name ?? ''), last_name: String(typed.last_name ?? '') };
  const say = (text: string) => words[text] ?? text;
  const { labels } = texts;
  const values: Value[] = [
    { label: say(labels.name), ...name, differs: name.read !== '' && !namesMatch(barcode.fields, person) },
    {
      label: say(labels.dob),
      read: say(labels.hidden),
      typed: say(labels.hidden),
      differs: read('dob') !== '' && read('dob') !== typed.DOB,
    },
    ...(['address', 'city', 'state', 'expiration_date'] as const).flatMap((field) =>
      read(field) ? [{ label: say(labels[field]), read: asDate(read(field)), typed: null, differs: false }] : [],
    ),
  ];
  return { document: barcode.document, values };
}

const nameIn = ({ first_name, last_name }: Record<string, unknown>) => `${first_name ?? ''} ${last_name ?? ''}`.trim();
const asDate = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? dateText(text) : text);

/** What a pay stub says; a bank statement is masked but for the days it covers. */
function incomeValues(
  { class: found, stubs, statements }: DocumentReading,
  { document_id, source_id }: Pick<DocumentRow, 'document_id' | 'source_id'>,
  answers: StepAnswers,
  words: Words,
): Value[] {
  const say = (text: string, values = {}) => fillText(words[text] ?? text, values);
  const { labels, classes } = texts;
  const person = answers['personal-details'] ?? {};
  const typed = nameIn(person);
  const employer = isOf('source', document_id)
    ? recordsIn(answers.employers?.employer).find(({ id }) => id === source_id)
    : undefined;
  const plain = (label: string, read: string | undefined, typed: unknown = null): Value[] =>
    read
      ? [{ label: say(label), read, typed: typeof typed === 'string' ? typed : null, differs: differs(read, typed) }]
      : [];
  const days = (from?: string, to?: string) =>
    from && to ? say(labels.days, { from: dateText(from), to: dateText(to) }) : undefined;
  return [
    ...plain(labels.kind, found && say(classes[found.name])),
    ...stubs.flatMap((stub) => [
      ...plain(labels.employee, stub.employee, typed).map((value) => ({
        ...value,
        differs: !isNamed(value.read, person),
      })),
      ...plain(labels.employer, stub.employer, employer?.employer_name),
      ...plain(labels.period, days(stub.from, stub.to)),
      ...grossValue(stub, employer, say),
    ]),
    ...statements.flatMap(({ from, to }) => plain(labels.period, days(from, to))),
  ];
}

/** A tenth more or less is another pay. */
const TOLERANCE = 0.1;

function grossValue(
  { gross, frequency }: PayStub,
  employer: Record<string, unknown> | undefined,
  say: (text: string) => string,
): Value[] {
  if (gross === undefined) return [];
  const { avrgross_pay: typed, pay_frequency: often } = employer ?? {};
  const isKnown = typeof typed === 'number' && isPayFrequency(often);
  const month = isKnown ? monthlyPay(typed, often) : undefined;
  const read = monthlyPay(gross, frequency ?? (isPayFrequency(often) ? often : 'Monthly'));
  return [
    {
      label: say(texts.labels.gross),
      read: formatDollars(gross),
      typed: isKnown ? formatDollars(typed) : null,
      differs: month !== undefined && Math.abs(read - month) > month * TOLERANCE,
    },
  ];
}

const letters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Whether a paper names the person; initials and middle names may stand between. */
const isNamed = (read: string, { first_name, last_name }: Record<string, unknown>): boolean =>
  [first_name, last_name].every((name) => letters(read).includes(letters(String(name ?? ''))));

const differs = (read: string, typed: unknown): boolean =>
  typeof typed === 'string' &&
  typed !== '' &&
  !letters(read).includes(letters(typed)) &&
  !letters(typed).includes(letters(read));
