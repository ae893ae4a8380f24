import type { OfficeApplication } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { formatDay, formatMoment } from '../../../model/format/dates';
import { formatDollars } from '../../../model/format/money';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { officeMessages } from '../../../model/office';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Letter, LetterPart } from '../../applications/letters/drawLetter';
import { readHead } from '../../applications/record/recordHead';
import type { OfficeRow } from '../../applications/statusRepository';
import { languageIn, type Translations } from '../../forms/languages';

type Texts = ReturnType<typeof reviewTexts>;

const reviewTexts = (translations: Translations) => ({
  language: languageIn(translations),
  labels: officeMessages(translations),
  page: translateAll(messages('office').application, translations),
  list: translateAll(messages('office').list, translations),
  duties: translateAll(messages('office').duties, translations),
  letter: translateAll(messages('server-office').letter, translations),
  review: translateAll(messages('server-office').review, translations),
});

export async function describeReview(
  deps: Pick<ApplicationDeps, 'db' | 'clock'>,
  row: OfficeRow,
  application: OfficeApplication,
  translations: Translations = {},
): Promise<Letter> {
  const texts = reviewTexts(translations);
  const { landlord } = await readHead(deps.db, row.trn);
  const moment = (at: string | Date) =>
    formatMoment(
      new Date(at),
      { dateStyle: 'medium', timeStyle: 'short', timeZone: landlord.timeZone },
      texts.language,
    );
  const at = deps.clock();
  const parts: LetterPart[] = [
    { kind: 'text', text: fillText(texts.review.lead, { date: moment(at) }) },
    { kind: 'rows', rows: headRows(application, texts, moment) },
    ...findingParts(application, texts),
    ...documentParts(application, texts),
    ...answerParts(application),
    ...decisionParts(application, texts, moment),
    ...eventParts(application, texts, moment),
  ];
  return {
    title: fillText(texts.review.title, { number: application.id }),
    contact: fillText(texts.letter.contact, { ...landlord }),
    logoText: fillText(texts.letter.logo, { name: landlord.name }),
    name: application.name,
    landlord,
    language: texts.language,
    at,
    parts,
  };
}

type Rows = [label: string, text: string][];

function section(text: string, rows: readonly (readonly [string, string | null | undefined | false])[]): LetterPart[] {
  const filled = rows.flatMap(([label, value]): Rows => (value ? [[label, value]] : []));
  return filled.length > 0
    ? [
        { kind: 'heading', text },
        { kind: 'rows', rows: filled },
      ]
    : [];
}

type FormatMoment = (at: string) => string;

function headRows(
  application: OfficeApplication,
  { page, list, labels, language, review }: Texts,
  moment: FormatMoment,
): Rows {
  const { income, rent, move_in, household } = application;
  const ratio = income !== null && rent ? fillText(list.ratio, { ratio: (income / rent).toFixed(1) }) : '';
  const sums = [
    income !== null && fillText(page.income, { income: formatDollars(income) }),
    rent !== null && fillText(page.rent, { rent: formatDollars(rent) }),
    ratio,
  ];
  const rows: Rows = [
    [list.name, application.name],
    [list.place, application.place],
    [list.status, labels.statuses[application.status].title],
    [list.assigned, application.assigned_to?.name ?? list.nobody],
    [list.sorts.submitted, moment(application.submitted_at)],
    [list.sorts.moveIn, move_in ? formatDay(move_in, language) : ''],
    [list.sorts.ratio, sums.filter(Boolean).join(', ')],
    [review.household, household ? fillText(list.persons, { n: household }) : ''],
  ];
  return rows.filter(([, text]) => text !== '');
}

function findingParts({ findings }: OfficeApplication, { page }: Texts): LetterPart[] {
  if (findings.length === 0)
    return [
      { kind: 'heading', text: page.findings },
      { kind: 'text', text: page.nothing },
    ];
  return section(
    page.findings,
    findings.map(({ title, text }) => [title, text]),
  );
}

const placeTitle = ({ title, source }: { title: string; source: string | null }) =>
  [title, source].filter(Boolean).join(', ');

function documentParts(application: OfficeApplication, { page }: Texts): LetterPart[] {
  const required = application.may_ask.filter(({ state }) => state !== 'optional');
  const covered = application.coverage.map((each) => {
    const count = each.needed.filter((period) => period.covered).length;
    const values = { covered: count, needed: each.needed.length, unit: each.unit };
    return [placeTitle(each), fillText(page.coveredOf, values)] as const;
  });
  const files = application.documents.map((file) => {
    const read = file.values.map(({ label, read: value, differs }) =>
      [`${label}: ${value}`, differs && page.differs].filter(Boolean).join(' · '),
    );
    return [placeTitle(file), [file.name, ...read, ...file.contradictions.map(({ text }) => text)].join('\n')] as const;
  });
  return [
    ...section(
      page.required,
      required.map((place) => [placeTitle(place), page.askableStates[place.state]]),
    ),
    ...section(page.coverage, covered),
    ...section(page.documents, files),
  ];
}

const answerParts = ({ sections }: OfficeApplication): LetterPart[] =>
  sections.flatMap(({ title, lines }) =>
    section(
      title,
      lines.map(({ label, text }) => [label, text]),
    ),
  );

function decisionParts(
  application: OfficeApplication,
  { page, labels, duties }: Texts,
  moment: FormatMoment,
): LetterPart[] {
  const decisions = application.decisions.flatMap((decision): LetterPart[] =>
    section(`${page.decision}: ${labels.acts[decision.act].done}`, [
      [moment(decision.at), decision.by],
      [page.bases, decision.bases.map((basis) => labels.bases[basis].title).join('\n')],
      [page.reasons, decision.reasons.map((reason) => labels.reasons[reason].title).join('\n')],
      [labels.acts.approveWithConditions.done, decision.conditions],
      [page.letter, decision.letter],
    ]),
  );
  return [
    ...decisions,
    ...section(
      page.requests,
      application.requests.map((request) => [
        `${placeTitle(request)}, ${page.requestStates[request.state]}`,
        request.text || page.requestStates[request.state],
      ]),
    ),
    ...section(
      duties.title,
      application.duties.map(({ title, due_at, is_done }) => [
        title,
        is_done ? duties.done : fillText(duties.due, { date: moment(due_at) }),
      ]),
    ),
  ];
}

const eventParts = (application: OfficeApplication, { page }: Texts, moment: FormatMoment): LetterPart[] => [
  ...section(
    page.notes,
    application.notes.map(({ at, by, text }) => [[moment(at), by].filter(Boolean).join(', '), text]),
  ),
  ...section(
    page.timeline,
    application.timeline.map(({ at, by, title, text }) => [
      [moment(at), by].filter(Boolean).join(', '),
      [title, text].filter(Boolean).join('\n'),
    ]),
  ),
];
