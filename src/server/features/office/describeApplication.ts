import own from '../../../../schemas/language.json' with { type: 'json' };
import type { OfficeApplication, OfficeLine, Revealed, SectionAnswers } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { answerCard } from '../../../model/answers/answerCards';
import { answerLines } from '../../../model/answers/answerLines';
import { getIn, parsePointer, toPointer } from '../../../model/answers/paths';
import { HIDDEN, mapPii, maskSsn } from '../../../model/answers/pii';
import type { Coverage } from '../../../model/income/checks/documentChecks';
import { fillText } from '../../../model/messages/fillText';
import { translate, translateAll } from '../../../model/messages/translate';
import { allowedActions, declineReasonsOf, mayBeAssigned, type RevealKind, revealKinds } from '../../../model/office';
import { dutyTitle } from '../../../model/officeDeadlines';
import type { Answers, SchemaNode } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { documentTitle, sourceNames } from '../../applications/documents/documentNames';
import { incomeChecks } from '../../applications/income/incomeChecks';
import { answersBySection, type OpenApplication, readApplication } from '../../applications/readApplication';
import { requestAdditionalData } from '../../applications/review/applyDecision';
import { listDecisions, readDecision } from '../../applications/review/decisionRepository';
import { listRequests } from '../../applications/review/requestRepository';
import { readTimeline } from '../../applications/review/timeline';
import type { OfficeRow } from '../../applications/statusRepository';
import { languageIn, type Translations } from '../../forms/languages';
import { openText } from '../../platform/crypto/seal';
import { findMailProblem, type MailProblem } from '../../platform/mail/mailProblemRepository';
import { listDuties } from './deadlineRepository';
import { getActorRole } from './decide';
import { describeIncomeLaw, findIncomeLaw, reasonsUnderLaw } from './incomeLaw';
import { listAskable } from './listAskable';
import { listFindings } from './listFindings';
import { describeListed } from './listRepository';
import { describeOfferLaw, lawfulActions, readOfferLaw } from './offerLaw';
import type { OfficeAccess } from './officeAccess';
import { describeDocuments } from './officeDocuments';
import { listNotes, type NoteRow } from './officeRepository';
import { listPeople } from './peopleRepository';
import { describeReveal, findReveal } from './reveals';

/** Returns an application for the office. Facts stay masked, even during a reveal. */
export async function describeApplication(
  deps: ApplicationDeps,
  access: OfficeAccess,
  row: OfficeRow,
  texts: Translations = {},
): Promise<OfficeApplication> {
  const { trn } = row;
  const key = await deps.keyring.keyOf(trn);
  const open = await readApplication(deps, trn);
  const checks = await incomeChecks(deps, trn, texts, 'office');
  const reveal = await findReveal(deps, access, trn);
  const sourceName = sourceNames(answersBySection(open), texts, 'numbered');
  const describePlace = (at: { document_id: number; source_id: number }) => ({
    title: documentTitle(at.document_id, texts),
    source: sourceName(at.document_id, at.source_id),
  });
  const documents = await describeDocuments(deps, open, texts, sourceName, reveal);
  const requests = await listRequests(deps.db, trn);
  const decisions = await listDecisions(deps.db, trn, key);
  const people = await listPeople(deps.db, row.subscriber_id);
  const law = await readOfferLaw(deps, row);
  const offer = describeOfferLaw(law, texts);
  const income = findIncomeLaw(deps, row, open);
  return {
    ...describeListed(row),
    email_problem: describeMailProblem(await findMailProblem(deps.db, row.email)),
    schema_version: deps.forms.schemaVersion,
    sections: describeSections(deps, open, texts),
    language: open.applicant.language || own.id,
    findings: await listFindings(deps, { open, documents, checks }, texts),
    documents,
    may_ask: (await listAskable(deps, row, { open, documents, requests })).map((at) => ({
      ...at,
      ...describePlace(at),
    })),
    validation_messages: checks.validation_messages,
    coverage: listCoverage(checks.coverage).map((one) => ({ ...one, ...describePlace(one) })),
    requests: requests.map(({ sealed, asked_at, due_at, ...one }) => ({
      ...one,
      ...describePlace(one),
      text: openText(sealed, key, requestAdditionalData(trn)),
      asked_at: asked_at.toISOString(),
      due_at: due_at?.toISOString() ?? null,
    })),
    decision: readDecision(trn, row.decision, key),
    decisions,
    timeline: await readTimeline(deps, trn, decisions, texts),
    notes: (await listNotes(deps.db, trn)).map((note) => describeNote(note, trn, key, texts)),
    duties: (await listDuties(deps.db, trn)).map(({ duty, due_at, done_at }) => ({
      duty,
      title: dutyTitle(duty, texts),
      due_at: due_at.toISOString(),
      is_done: done_at !== null,
    })),
    acts: access.scopes.includes('status') ? lawfulActions(allowedActions(row.status, getActorRole(access)), law) : [],
    law: { ...offer, notes: [...offer.notes, ...describeIncomeLaw(income, texts)] },
    decline_reasons: reasonsUnderLaw(declineReasonsOf(await deps.stores.subscribers.find(row.subscriber_id)), income),
    reveal: reveal ? describeReveal(reveal) : null,
    people: people
      .filter(({ role }) => mayBeAssigned(role))
      .map(({ id, name, email }) => ({ id, name: name || email })),
  };
}

const describeMailProblem = (problem: MailProblem | undefined): OfficeApplication['email_problem'] =>
  problem ? { ...problem, at: problem.at.toISOString() } : null;

export const noteAdditionalData = (trn: string) => `office_note/${trn}`;

function describeNote({ id, at, by, key_name: name, sealed }: NoteRow, trn: string, key: Buffer, texts: Translations) {
  const { key: keyActor } = messages('server-office').actors;
  const author = name === null ? by : fillText(texts[keyActor] ?? keyActor, { name });
  return { id, at: at.toISOString(), by: author, text: openText(sealed, key, noteAdditionalData(trn)) };
}

export async function readMaskedLines(
  deps: ApplicationDeps,
  trn: string,
  kinds: RevealKind[],
  texts: Translations = {},
): Promise<Revealed['lines']> {
  const open = await readApplication(deps, trn);
  return mapSections(deps, open, texts, ({ section, schema, ui, answers, say: answerTexts }) => {
    const masked = findMasked(schema, answers);
    return answerLines(schema, ui, answers, answerTexts).flatMap((line) => {
      const kind = masked.get(line.key)?.kind;
      if (!kind || !kinds.includes(kind)) return [];
      // The line has only the last four digits of the SSN.
      return [{ section, ...line, text: kind === 'ssn' ? String(getIn(answers, parsePointer(line.key))) : line.text }];
    });
  });
}

function describeSections(
  deps: Pick<ApplicationDeps, 'forms'>,
  open: OpenApplication,
  texts: Translations,
): SectionAnswers[] {
  return mapSections(deps, open, texts, ({ step, section, title, schema, ui, answers, say: answerTexts }) => {
    const masked = findMasked(schema, answers);
    const lines = answerLines(schema, ui, answers, answerTexts).map((line): OfficeLine => {
      const found = masked.get(line.key);
      return found ? { ...line, text: found.text, masked: found.kind } : line;
    });
    const hidden = new Map([...masked].map(([key, { text }]) => [key, text]));
    return [
      {
        step: step.id,
        step_title: texts[step.title] ?? step.title,
        section,
        title,
        schema_version: open.versions[step.id] ?? null,
        answers: maskAnswers(schema, answers),
        lines,
        card: answerCard(title, { schema, ui, texts: answerTexts, masked: hidden }, answers),
      },
    ];
  });
}

interface AnsweredSection {
  step: OpenApplication['steps'][number]['step'];
  section: string;
  title: string;
  schema: SchemaNode;
  ui: ReturnType<ApplicationDeps['forms']['getPlainSection']>['ui'];
  answers: Answers;
  say: Parameters<typeof answerLines>[3];
}

function mapSections<T>(
  deps: Pick<ApplicationDeps, 'forms'>,
  open: OpenApplication,
  texts: Translations,
  make: (section: AnsweredSection) => T[],
): T[] {
  const answerTexts = { ...translateAll(messages('record').answers, texts), language: languageIn(texts) };
  return open.steps.flatMap(({ step, settings, answers }) =>
    step.sections.flatMap(({ section, title, part, viewTitle }) => {
      const given = answers[section];
      if (!given) return [];
      const { schema, ui } = translate(deps.forms.getPlainSection(section, settings), texts);
      const named = part ?? viewTitle ?? title;
      return make({ step, section, title: texts[named] ?? named, schema, ui, answers: given, say: answerTexts });
    }),
  );
}

function findMasked(schema: SchemaNode, answers: Answers): Map<string, { kind: RevealKind; text: string }> {
  const found = new Map<string, { kind: RevealKind; text: string }>();
  mapPii(schema, answers, (value, pii, at) => {
    const kind = revealKinds.find((one) => one === pii);
    if (kind) found.set(toPointer(at), { kind, text: kind === 'ssn' ? maskSsn(String(value)) : HIDDEN });
    return value;
  });
  return found;
}

function maskAnswers(schema: SchemaNode, answers: Answers): Answers {
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
