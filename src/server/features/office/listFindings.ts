import type { AttentionKind, Finding, OfficeDocument } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import type { IncomeChecks, ValidationMessage } from '../../../model/income/checks/documentChecks';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import { hasRole } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { missingDocuments, missingTitle } from '../../applications/documents/missingDocuments';
import type { OpenApplication } from '../../applications/readApplication';
import { listRequests } from '../../applications/review/requestRepository';
import { hasQuestions } from '../../applications/steps/hasQuestions';
import { findOpenStep } from '../../applications/steps/openStep';
import { languageIn, type Translations } from '../../forms/languages';

interface Source {
  open: OpenApplication;
  documents: readonly OfficeDocument[];
  checks: IncomeChecks;
}

export async function listFindings(
  deps: ApplicationDeps,
  { open, documents, checks }: Source,
  texts: Translations = {},
): Promise<Finding[]> {
  const current = documents.filter(({ withdrawn_at }) => withdrawn_at === null);
  const missing = await listMissing(deps, open);
  const findings = [
    ...identityFindings(current, texts),
    ...checkFindings(checks, current, texts),
    ...figureFindings(current, texts),
    ...missingFindings(missing, texts),
    ...((await waitsForQuestions(deps, open)) ? [describe('questionnaire', 'questionnaire', {}, texts)] : []),
    ...unreadFindings(current, texts),
  ];
  return findings.sort((one, other) => WEIGHTS[one.kind] - WEIGHTS[other.kind]);
}

const WEIGHTS: Record<AttentionKind, number> = {
  identity: 0,
  income: 1,
  figures: 2,
  missing: 3,
  questionnaire: 4,
  unclear: 5,
  unread: 6,
};

/** Counts findings by kind: `[{ kind: 'missing', count: 2 }]`. */
export function countFindings(findings: readonly Finding[]): { kind: AttentionKind; count: number }[] {
  const counts = new Map<AttentionKind, number>();
  for (const { kind, count } of findings) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

type FindingText = keyof ReturnType<typeof findingTexts>;

const findingTexts = () => {
  const { says: _, ...kinds } = messages('server-office').attention;
  return kinds;
};

function describe(
  kind: AttentionKind,
  name: FindingText,
  values: Record<string, unknown>,
  texts: Translations,
  place: Partial<Pick<Finding, 'documents' | 'places' | 'ask' | 'count'>> = {},
): Finding {
  const { title, text } = translateAll(messages('server-office').attention, texts)[name];
  const fill = (template: string) => fillText(template, values, languageIn(texts));
  return { kind, title: fill(title), text: fill(text), documents: [], places: [], ask: [], count: 1, ...place };
}

const placeOf = ({ document_id, source_id }: OfficeDocument) => ({ document_id, source_id });

function identityFindings(documents: readonly OfficeDocument[], texts: Translations): Finding[] {
  const sides = documents.filter(
    ({ document_id }) => hasRole('identity', document_id) || hasRole('identityBack', document_id),
  );
  return sides.flatMap((document) =>
    document.values
      .filter(({ differs }) => differs)
      .map(({ field, read, typed }) =>
        describe('identity', field === 'name' ? 'license' : 'birthDate', { read, typed }, texts, {
          documents: sides.map(({ id }) => id),
          ask: sides.filter(({ document_id }) => hasRole('identity', document_id)).map(placeOf),
        }),
      ),
  );
}

const FIELDS: Record<string, readonly string[]> = {
  gross: ['gross'],
  name: ['employee'],
  age: ['period'],
  weeks: ['period'],
  months: ['period'],
};

/** If one of these rules isn't met, the office can request another document. */
const NEEDS_DOCUMENT = ['readable', 'original', 'class', 'age', 'weeks', 'months'];

function checkFindings(checks: IncomeChecks, documents: readonly OfficeDocument[], texts: Translations): Finding[] {
  return Object.entries(checks.validation_messages).flatMap(([type, sources]) =>
    Object.entries(sources).flatMap(([source, { applicant }]) => {
      const place = { document_id: Number(type), source_id: Number(source.replace('source_', '')) };
      const files = documents.filter(
        (one) => one.document_id === place.document_id && one.source_id === place.source_id,
      );
      return applicant
        .filter(({ isDeleted, outcome }) => !isDeleted && outcome !== 'passed')
        .map((check) => checkFinding(check, place, files, texts));
    }),
  );
}

function checkFinding(
  { rule, outcome, message, answer, document }: ValidationMessage,
  place: Finding['ask'][number],
  files: readonly OfficeDocument[],
  texts: Translations,
): Finding {
  const { duplicateStatement: _, ...rules } = translateAll(messages('server-office').checks, texts);
  const written: Record<string, { title: string }> = rules;
  const { says } = translateAll(messages('server-office').attention, texts);
  const own = files.filter(({ id }) => document === null || id === document);
  const values = own.flatMap(({ id, values: read }) => read.map((value) => ({ id, ...value })));
  const shown = values.filter(({ field }) => FIELDS[rule]?.includes(field));
  const first = shown.find(({ differs }) => differs) ?? shown[0];
  return {
    kind: outcome === 'failed' && !answer ? 'income' : 'unclear',
    title: written[rule]?.title ?? '',
    text: answer ? fillText(says, { text: message, answer }) : message,
    documents: first ? [first.id] : own.slice(0, 1).map(({ id }) => id),
    places: first?.places ?? [],
    ask: NEEDS_DOCUMENT.includes(rule) ? [place] : [],
    count: 1,
  };
}

function figureFindings(documents: readonly OfficeDocument[], texts: Translations): Finding[] {
  return documents.flatMap(({ id, contradictions }) =>
    contradictions.map(({ text, places }) =>
      describe('figures', 'figures', { text }, texts, { documents: [id], places }),
    ),
  );
}

type MissingPlace = Finding['ask'][number] & { isRequested: boolean };

/** Lists required documents that are missing (docs/spec/003.md). */
export async function listMissing(deps: ApplicationDeps, { applicant }: OpenApplication): Promise<MissingPlace[]> {
  const income = await findOpenStep(deps, applicant, 'income');
  if (!income) return [];
  const requests = await listRequests(deps.db, applicant.trn);
  return missingDocuments(income.settings, income.documents, income.answers, applicant.household?.role).map(
    ({ document, source }) => {
      const place = { document_id: document, source_id: source ?? 0 };
      const isRequested = requests.some(
        (one) =>
          one.state === 'requested' && one.document_id === place.document_id && one.source_id === place.source_id,
      );
      return { ...place, isRequested };
    },
  );
}

function missingFindings(missing: readonly MissingPlace[], texts: Translations): Finding[] {
  const find = (name: 'missing' | 'awaited', places: readonly MissingPlace[]): Finding[] => {
    if (places.length === 0) return [];
    const titles = [...new Set(places.map(({ document_id }) => missingTitle(document_id, texts)))].join(', ');
    const ask = name === 'missing' ? places.map(({ isRequested: _, ...place }) => place) : [];
    return [describe('missing', name, { n: places.length, titles }, texts, { ask, count: places.length })];
  };
  return [
    ...find(
      'missing',
      missing.filter(({ isRequested }) => !isRequested),
    ),
    ...find(
      'awaited',
      missing.filter(({ isRequested }) => isRequested),
    ),
  ];
}

async function waitsForQuestions(deps: ApplicationDeps, { applicant }: OpenApplication): Promise<boolean> {
  const supplemental = await findOpenStep(deps, applicant, 'supplemental');
  return supplemental !== undefined && hasQuestions(deps, supplemental) && !supplemental.complete;
}

/** Lists identity documents that a person must compare with the answers, because no barcode was read. */
function unreadFindings(documents: readonly OfficeDocument[], texts: Translations): Finding[] {
  const sides = documents.filter(
    ({ document_id }) => hasRole('identity', document_id) || hasRole('identityBack', document_id),
  );
  if (sides.some(({ reading }) => reading === 'read')) return [];
  const fronts = sides.filter(({ document_id }) => hasRole('identity', document_id));
  return fronts.map(({ title }) =>
    describe('unread', 'unread', { title }, texts, { documents: sides.map(({ id }) => id) }),
  );
}
