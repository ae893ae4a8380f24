import type { OfficeDocument } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { recordsIn } from '../../../model/answers/paths';
import { formatDay } from '../../../model/format/dates';
import { formatDollars } from '../../../model/format/money';
import type { DocumentReading, PayStub, Place } from '../../../model/income/checks/documentChecks';
import { isPayFrequency, monthlyPay } from '../../../model/income/pay';
import { namesMatch } from '../../../model/license/licenseFields';
import { fillText } from '../../../model/messages/fillText';
import { hasRole } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { findBarcode } from '../../applications/documents/barcodes';
import { documentTitle, type SourceNames } from '../../applications/documents/documentNames';
import { readingAdditionalData } from '../../applications/income/openIncome';
import { answersBySection, type OpenApplication } from '../../applications/readApplication';
import { languageIn, type Translations } from '../../forms/languages';
import { openText } from '../../platform/crypto/seal';
import { describeContradictions } from './describeContradictions';
import { type DocumentRow, listDocuments } from './officeRepository';
import { hiddenIn, type Reveal } from './reveals';

type Value = OfficeDocument['values'][number];

interface TypedAnswers {
  person: Record<string, unknown>;
  employers: Record<string, unknown>[];
}

/** Returns documents, including withdrawn ones, with the values that were read and typed. */
export async function describeDocuments(
  deps: Pick<ApplicationDeps, 'db' | 'keyring' | 'stores' | 'forms'>,
  open: OpenApplication,
  texts: Translations,
  sourceName: SourceNames,
  reveal?: Reveal,
): Promise<OfficeDocument[]> {
  const { trn } = open.applicant;
  const rows = await listDocuments(deps.db, trn);
  const key = await deps.keyring.keyOf(trn);
  const all = answersBySection(open);
  const answers = {
    person: all[deps.forms.sectionFor('identity', 'applicant')] ?? {},
    employers: recordsIn(all[deps.forms.sectionFor('income', 'employment_details')]?.employer),
  };
  const license = await licenseValues(deps, open, answers, texts);
  const readings = new Map<number, DocumentReading>(
    rows.flatMap(({ id, sealed }) =>
      sealed && license?.document !== id ? [[id, JSON.parse(openText(sealed, key, readingAdditionalData(id)))]] : [],
    ),
  );
  const stubsOfJob = (at: DocumentRow) =>
    rows
      .filter((row) => row.withdrawn_at === null && isSamePlace(row, at))
      .flatMap(({ id }) => readings.get(id)?.stubs ?? []);
  return rows.map((document) => {
    const { mime, created_at, withdrawn_at, state, sealed: _, ...row } = document;
    const found = readings.get(row.id);
    return {
      ...row,
      title: documentTitle(row.document_id, texts),
      source: sourceName(row.document_id, row.source_id),
      type: mime,
      created_at: created_at.toISOString(),
      withdrawn_at: withdrawn_at?.toISOString() ?? null,
      hidden: hiddenIn(row.document_id, reveal),
      reading: license?.document === row.id ? 'read' : (state ?? 'none'),
      values: license?.document === row.id ? license.values : found ? incomeValues(found, row, answers, texts) : [],
      contradictions: found ? describeContradictions(found, stubsOfJob(document), texts) : [],
    };
  });
}

const isSamePlace = (one: DocumentRow, other: DocumentRow) =>
  one.document_id === other.document_id && one.source_id === other.source_id;

async function licenseValues(
  deps: Pick<ApplicationDeps, 'stores' | 'keyring'>,
  { applicant }: OpenApplication,
  { person: typed }: TypedAnswers,
  texts: Translations,
) {
  const barcode = await findBarcode(deps, applicant.trn);
  if (!barcode?.fields) return undefined;
  const read = (name: string) => barcode.fields?.find((field) => field.name === name)?.field_value_original ?? '';
  const name = { read: `${read('first_name')} ${read('last_name')}`.trim(), typed: fullName(typed) };
  const person = { first_name: String(typed.first_name ?? ''), last_name: String(typed.last_name ?? '') };
  const translate = (text: string) => texts[text] ?? text;
  const { labels } = messages('server-office');
  const values: Value[] = [
    {
      field: 'name',
      label: translate(labels.name),
      ...name,
      places: [],
      differs: name.read !== '' && !namesMatch(barcode.fields, person),
    },
    {
      field: 'dob',
      label: translate(labels.dob),
      read: translate(labels.hidden),
      typed: translate(labels.hidden),
      differs: read('dob') !== '' && read('dob') !== typed.DOB,
      places: [],
    },
    ...(['address', 'city', 'state', 'expiration_date'] as const).flatMap((field) =>
      read(field)
        ? [
            {
              field,
              label: translate(labels[field]),
              read: formatDay(read(field), languageIn(texts)),
              typed: null,
              differs: false,
              places: [],
            },
          ]
        : [],
    ),
  ];
  return { document: barcode.document, values };
}

const fullName = ({ first_name, last_name }: Record<string, unknown>) =>
  `${first_name ?? ''} ${last_name ?? ''}`.trim();

function incomeValues(
  { class: found, parts, signer, stubs = [], statements = [] }: Partial<DocumentReading>,
  { document_id, source_id }: Pick<DocumentRow, 'document_id' | 'source_id'>,
  { person, employers }: TypedAnswers,
  texts: Translations,
): Value[] {
  const translate = (text: string, values = {}) => fillText(texts[text] ?? text, values);
  const { labels, classes } = messages('server-office');
  const typed = fullName(person);
  const employer = hasRole('source', document_id) ? employers.find(({ id }) => id === source_id) : undefined;
  const compareText = (
    field: keyof typeof labels,
    read: string | undefined,
    { typed = null, places = [] }: { typed?: unknown; places?: Place[] } = {},
  ): Value[] =>
    read
      ? [
          {
            field,
            label: translate(labels[field]),
            read,
            typed: typeof typed === 'string' ? typed : null,
            differs: differs(read, typed),
            places,
          },
        ]
      : [];
  const inWords = (day: string) => formatDay(day, languageIn(texts));
  const days = (from?: string, to?: string) =>
    from && to ? translate(labels.days, { from: inWords(from), to: inWords(to) }) : undefined;
  return [
    ...compareText('kind', found && (parts ?? [found.name]).map((name) => translate(classes[name])).join(', ')),
    ...compareText('signer', signer && translate(labels.signedBy, { signer })),
    ...stubs.flatMap((stub) => [
      ...compareText('employee', stub.employee, { typed, places: stub.places?.employee }).map((value) => ({
        ...value,
        differs: ![value.read, ...(stub.names ?? [])].some((name) => hasName(name, person)),
      })),
      ...compareText('employer', stub.employer, {
        typed: employer?.employer_name,
        places: stub.places?.employer,
      }),
      ...compareText('period', days(stub.from, stub.to), { places: stub.places?.period }),
      ...grossValue(stub, employer, translate),
    ]),
    ...statements.flatMap(({ from, to, account, places }) => [
      ...compareText('period', days(from, to), { places: places?.period }),
      ...compareText('account', account, { places: places?.account }),
    ]),
  ];
}

/** Pay counts as different if it's off by more than 10%. */
const TOLERANCE = 0.1;

function grossValue(
  { gross, frequency, places }: PayStub,
  employer: Record<string, unknown> | undefined,
  translate: (text: string) => string,
): Value[] {
  if (gross === undefined) return [];
  const { avrgross_pay: typed, pay_frequency: typedFrequency } = employer ?? {};
  const isKnown = typeof typed === 'number' && isPayFrequency(typedFrequency);
  const month = isKnown ? monthlyPay(typed, typedFrequency) : undefined;
  const read = monthlyPay(gross, frequency ?? (isPayFrequency(typedFrequency) ? typedFrequency : 'Monthly'));
  return [
    {
      field: 'gross',
      label: translate(messages('server-office').labels.gross),
      read: formatDollars(gross),
      typed: isKnown ? formatDollars(typed) : null,
      differs: month !== undefined && Math.abs(read - month) > month * TOLERANCE,
      places: places?.gross ?? [],
    },
  ];
}

const letters = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const hasName = (read: string, { first_name, last_name }: Record<string, unknown>): boolean =>
  [first_name, last_name].every((name) => letters(read).includes(letters(String(name ?? ''))));

const differs = (read: string, typed: unknown): boolean =>
  typeof typed === 'string' &&
  typed !== '' &&
  !letters(read).includes(letters(typed)) &&
  !letters(typed).includes(letters(read));
