import recordTexts from '../../../schemas/texts/record.json';
import type { OfficeApplication, OfficeLine, Revealed, SectionAnswers } from '../../contract/office';
import { answerCard } from '../../model/answerCards';
import { answerLines } from '../../model/answerLines';
import type { Coverage } from '../../model/checks/findings';
import { actsFrom, declineReasonsOf, type RevealKind, revealKinds } from '../../model/office';
import { getIn, parsePointer, toPointer } from '../../model/paths';
import { mapPii, maskSsn } from '../../model/pii';
import { sayAll, translate } from '../../model/translate';
import type { Answers, SchemaNode } from '../../model/types';
import { openText } from '../crypto/seal';
import type { Deps } from '../deps';
import type { Words } from '../forms/languages';
import { incomeChecks } from '../income/incomeChecks';
import { describeListed } from './listApplications';
import type { OfficeAccess } from './officeAccess';
import { askablePlaces, moverOf, readDecision, requestBound } from './officeActs';
import { describeDocuments, sourceNames, titleOf } from './officeDocuments';
import { listNotes, listRequests, type NoteRow, type OfficeRow } from './officeStore';
import { listPeople } from './peopleStore';
import { answersBySection, type OpenApplication, readApplication } from './readApplication';
import { readTimeline } from './timeline';

/** One application as the office reads it, in the reader's language; what is masked leaves the server only by a reveal. */
export async function describeApplication(
  deps: Deps,
  access: OfficeAccess,
  row: OfficeRow,
  words: Words = {},
): Promise<OfficeApplication> {
  const { trn } = row;
  const key = await deps.keyring.keyOf(trn);
  const open = await readApplication(deps, trn);
  const checks = await incomeChecks(deps, trn, words);
  const names = sourceNames(answersBySection(open), words);
  const place = (at: { document_id: number; source_id: number }) => ({
    title: titleOf(at.document_id, words),
    source: names(at.document_id, at.source_id),
  });
  const requests = await listRequests(deps.db, trn);
  const people = await listPeople(deps.db, row.subscriber_id);
  return {
    ...describeListed(row),
    email: row.email,
    schema_version: deps.forms.schemaVersion,
    sections: describeSections(deps, open, words),
    documents: await describeDocuments(deps, open, words, names),
    may_ask: (await askablePlaces(deps, trn)).map((at) => ({ ...at, ...place(at) })),
    validation_messages: checks.validation_messages,
    coverage: listCoverage(checks.coverage).map((one) => ({ ...one, ...place(one) })),
    requests: requests.map(({ sealed, asked_at, done_at, ...one }) => ({
      ...one,
      ...place(one),
      text: openText(sealed, key, requestBound(trn)),
      asked_at: asked_at.toISOString(),
      done: done_at !== null,
    })),
    decision: readDecision(trn, row.decision, key),
    timeline: await readTimeline(deps, trn, words),
    notes: (await listNotes(deps.db, trn)).map((note) => describeNote(note, trn, key)),
    acts: access.scopes.includes('status') ? actsFrom(row.status, moverOf(access)) : [],
    decline_reasons: declineReasonsOf(await deps.stores.subscribers.find(row.subscriber_id)),
    people: people.filter(({ role }) => role !== 'reader').map(({ id, name, email }) => ({ id, name: name || email })),
  };
}

export const noteBound = (trn: string) => `office_note/${trn}`;

function describeNote({ id, at, by, sealed }: NoteRow, trn: string, key: Buffer) {
  return { id, at: at.toISOString(), by, text: openText(sealed, key, noteBound(trn)) };
}

/** What of an application is masked, in clear, for a reveal. */
export async function readMasked(
  deps: Deps,
  trn: string,
  kinds: RevealKind[],
  words: Words = {},
): Promise<Revealed['lines']> {
  const open = await readApplication(deps, trn);
  return eachSection(deps, open, words, ({ section, schema, ui, answers, say }) => {
    const masked = maskedPlaces(schema, answers);
    return answerLines(schema, ui, answers, say).flatMap((line) => {
      const kind = masked.get(line.key)?.kind;
      if (!kind || !kinds.includes(kind)) return [];
      // Lines never tell a whole number.
      return [{ section, ...line, text: kind === 'ssn' ? String(getIn(answers, parsePointer(line.key))) : line.text }];
    });
  });
}

function describeSections(deps: Deps, open: OpenApplication, words: Words): SectionAnswers[] {
  return eachSection(deps, open, words, ({ step, section, title, schema, ui, answers, say }) => {
    const masked = maskedPlaces(schema, answers);
    const lines = answerLines(schema, ui, answers, say).map((line): OfficeLine => {
      const found = masked.get(line.key);
      return found ? { ...line, text: found.text, masked: found.kind } : line;
    });
    const hidden = new Map([...masked].map(([key, { text }]) => [key, text]));
    return [
      {
        step: step.id,
        step_title: words[step.title] ?? step.title,
        section,
        title,
        schema_version: open.versions[step.id] ?? null,
        answers: maskedAnswers(schema, answers),
        lines,
        card: answerCard(title, { schema, ui, words: say, masked: hidden }, answers),
      },
    ];
  });
}

const HIDDEN = '••••••';

interface Asked {
  step: OpenApplication['steps'][number]['step'];
  section: string;
  title: string;
  schema: SchemaNode;
  ui: ReturnType<Deps['forms']['plainOf']>['ui'];
  answers: Answers;
  say: Parameters<typeof answerLines>[3];
}

/** Every section that is asked of this applicant and was answered; one that the place forbids is in none of them. */
function eachSection<T>(deps: Deps, open: OpenApplication, words: Words, make: (asked: Asked) => T[]): T[] {
  const say = sayAll(recordTexts.answers, words);
  return open.steps.flatMap(({ step, overlay, answers }) =>
    step.sections.flatMap(({ section, title, part, viewTitle }) => {
      const given = answers[section];
      if (!given) return [];
      const { schema, ui } = translate(deps.forms.plainOf(section, overlay), words);
      const named = part ?? viewTitle ?? title;
      return make({ step, section, title: words[named] ?? named, schema, ui, answers: given, say });
    }),
  );
}

/** What is masked, by its place in the section, and what stands there instead. */
function maskedPlaces(schema: SchemaNode, answers: Answers): Map<string, { kind: RevealKind; text: string }> {
  const found = new Map<string, { kind: RevealKind; text: string }>();
  mapPii(schema, answers, (value, pii, at) => {
    const kind = revealKinds.find((one) => one === pii);
    if (kind) found.set(toPointer(at), { kind, text: kind === 'ssn' ? maskSsn(String(value)) : HIDDEN });
    return value;
  });
  return found;
}

/** The same answers without what is masked; of a Social Security number the last four digits stay. */
function maskedAnswers(schema: SchemaNode, answers: Answers): Answers {
  return mapPii(schema, answers, (value, kind) => {
    if (kind === 'ssn') return maskSsn(String(value)) || undefined;
    return revealKinds.some((one) => one === kind) ? undefined : value;
  });
}

function listCoverage(coverage: Record<string, Record<string, Coverage>>) {
  return Object.entries(coverage).flatMap(([type, sources]) =>
    Object.entries(sources).map(([source, { unit, needed }]) => ({
      document_id: Number(type),
      source_id: Number(source.replace('source_', '')),
      unit,
      needed,
    })),
  );
}
