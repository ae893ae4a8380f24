import type { ApplicationStatus, ConsumerReport, Decision, DecisionRequest } from '../../../contract/office';
import { messages } from '../../../messages/serverMessages';
import { providedDocuments } from '../../../model/household';
import { toFormOwner } from '../../../model/law/lawSettings';
import {
  type ActionRule,
  type ActorRole,
  declineReasonsOf,
  getActionRule,
  isActionAllowed,
  placeName,
} from '../../../model/office';
import { idsOf } from '../../../model/section/documentTypes';
import type { Answers } from '../../../model/types';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { assertForm } from '../../applications/checkBody';
import { acceptsDocument } from '../../applications/documents/askedDocuments';
import {
  applyDecision,
  applyDecisions,
  statusChanged,
  toApplicationStatus,
} from '../../applications/review/applyDecision';
import { fulfillRequests, reopenRequests } from '../../applications/review/requestRepository';
import { type Actor, addEvent } from '../../applications/review/timelineRepository';
import { changeStatus, findStatus, lockStatus, type OfficeRow } from '../../applications/statusRepository';
import { transaction } from '../../platform/db/transaction';
import { writeLetter } from './adverseLetter';
import { allowedReasons } from './incomeLaw';
import { assertOfferLaw, readOfferLaw } from './offerLaw';
import { writeOfferNotice } from './offerNotice';
import type { OfficeAccess } from './officeAccess';
import { refuse } from './officeErrors';

export const getActorRole = ({ by }: OfficeAccess): ActorRole => (by.kind === 'key' ? 'reviewer' : by.role);

/** Applies a decision in one transaction. Throws `noSuchAct`, `invalid`, `staleAct`, `announceFirst` or `offerWait`. */
export async function decide(
  deps: ApplicationDeps,
  access: OfficeAccess,
  row: OfficeRow,
  request: DecisionRequest,
): Promise<ApplicationStatus> {
  return applyDecision(deps, row, await prepareDecision(deps, access, row, request));
}

/** Applies decisions in one transaction. Throws the same errors as `decide`. */
export async function decideForAll(
  deps: ApplicationDeps,
  access: OfficeAccess,
  all: readonly { row: OfficeRow; request: DecisionRequest }[],
): Promise<ApplicationStatus[]> {
  const prepared = [];
  for (const { row, request } of all) prepared.push({ row, ...(await prepareDecision(deps, access, row, request)) });
  return applyDecisions(deps, prepared);
}

/** Validates a decision and writes its letter, without saving. Throws the same errors as `decide`. */
export async function prepareDecision(
  deps: ApplicationDeps,
  access: OfficeAccess,
  row: OfficeRow,
  request: DecisionRequest,
) {
  assertAllowed(access, row, request);
  assertOfferLaw(request.act, await readOfferLaw(deps, row));
  const rule = getActionRule(request.act);
  const body = await validateDecision(deps, row, request, rule);
  const now = deps.clock();
  const decision = await createDecision(deps, row, access.by, body, rule, now);
  return { actor: access.by, body, decision, now };
}

function assertAllowed(access: OfficeAccess, row: OfficeRow, { act, revision }: DecisionRequest): void {
  assertRevision(row, revision);
  if (!isActionAllowed(act, row.status, getActorRole(access)))
    throw refuse('noSuchAct', { records: toApplicationStatus(row) });
}

/** Closes requests for documents that arrived, reopens requests for withdrawn documents, and updates the status. */
export async function updateRequests(deps: ApplicationDeps, trn: string): Promise<void> {
  const key = await deps.keyring.keyOf(trn);
  const now = deps.clock();
  await transaction(deps.db, async (client) => {
    await lockStatus(client, trn);
    const row = await findStatus(client, trn);
    const reopened = await reopenRequests(client, trn);
    const { open, fulfilled } = await fulfillRequests(client, trn, now);
    const action = open === 0 ? fulfilled > 0 && 'documentsCame' : reopened > 0 && 'documentsWithdrawn';
    if (!row || !action || !isActionAllowed(action, row.status, 'program')) return;
    const { to } = getActionRule(action);
    const revision = await changeStatus(client, { trn, revision: row.revision, status: to, now });
    await addEvent(client, { trn, key, actor: { kind: 'program' }, body: { kind: 'act', act: action }, now });
    await deps.recordEvent(client, statusChanged(trn, now, to, revision ?? row.revision));
  });
}

export function assertRevision(row: OfficeRow, revision: number): void {
  if (row.revision !== revision) throw refuse('staleAct', { records: toApplicationStatus(row) });
}

async function validateDecision(
  deps: ApplicationDeps,
  row: OfficeRow,
  body: DecisionRequest,
  { asks }: ActionRule,
): Promise<DecisionRequest> {
  const { act: name, revision, documents } = body;
  if (!asks) return { act: name, revision };
  // The form's fields are also fields of `DecisionRequest`, but the form has another format for `documents`.
  const answers = assertForm(deps, 'office', asks, toFormAnswers(body)) as Partial<DecisionRequest>;
  const invalid = (path: string, message: string) => refuse('invalid', { errors: [{ path, message }] });
  const { needs } = messages('server-office');
  if (documents && asks === 'documents') {
    const places = await listUploadPlaces(deps, row);
    for (const [index, { document_id, source_id }] of documents.entries())
      if (!places.some((place) => place.document_id === document_id && place.source_id === source_id))
        throw invalid(`/documents/${index}`, needs.place);
  }
  if (answers.reasons) {
    const own = declineReasonsOf(await deps.stores.subscribers.find(row.subscriber_id));
    const allowed = await allowedReasons(deps, row, own);
    if (!answers.reasons.every((reason) => allowed.includes(reason))) throw invalid('/reasons', needs.otherReasons);
  }
  for (const [index, { score }] of (answers.reports ?? []).entries())
    if (score && !isInRange(score)) throw invalid(`/reports/${index}/score/value`, needs.scoreRange);
  return { ...answers, act: name, revision, documents: asks === 'documents' ? documents : undefined };
}

const isInRange = ({ value = 0, lowest = 0, highest = 0 }: NonNullable<ConsumerReport['score']>) =>
  lowest <= value && value <= highest;

function toFormAnswers({ act: _, revision: _seen, documents, ...rest }: DecisionRequest): Answers {
  const answers = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (!documents) return answers;
  return { ...answers, documents: documents.map(({ text, ...at }) => ({ place: placeName(at), text })) };
}

/** Lists the places for uploads: one for each type of ID and proof, and one for each source. */
export async function listUploadPlaces(
  { stores, forms }: Pick<ApplicationDeps, 'stores' | 'forms'>,
  row: Pick<OfficeRow, 'trn' | 'subscriber_id' | 'home' | 'is_offered'>,
): Promise<{ document_id: number; source_id: number }[]> {
  const [sources, settings, application] = await Promise.all([
    stores.sources.list(row.trn),
    forms.getSettings(toFormOwner(row)),
    stores.applications.find(row.trn),
  ]);
  const provided = providedDocuments(application?.household_role);
  const single = [...idsOf('identity'), ...idsOf('identityBack'), ...idsOf('proof')];
  const places = [
    ...single.map((document_id) => ({ document_id, source_id: 0 })),
    ...sources.map(({ document_id, source_id }) => ({ document_id, source_id })),
  ];
  return places.filter(
    ({ document_id }) => acceptsDocument(forms, settings, document_id) && (provided?.includes(document_id) ?? true),
  );
}

export async function createDecision(
  deps: Pick<ApplicationDeps, 'stores' | 'forms' | 'clock'>,
  row: OfficeRow,
  actor: Actor,
  body: DecisionRequest,
  { asks }: ActionRule,
  now: Date,
): Promise<Decision | undefined> {
  if (!asks || asks === 'documents') return undefined;
  const { reasons = [], bases = [], terms = [], reports = [], conditions = null } = body;
  const isOffer = asks === 'withdrawal';
  return {
    act: body.act,
    at: now.toISOString(),
    by: 'name' in actor ? actor.name : null,
    bases,
    reasons,
    terms,
    reports,
    conditions,
    letter: isOffer ? await writeOfferNotice(deps, row, body) : await writeLetter(deps, row, body),
  };
}
