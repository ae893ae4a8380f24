import type pg from 'pg';
import type { ApplicationStatus, Decision, DecisionRequest } from '../../../contract/office';
import { getActionRule, isActionAllowed, officeMessages } from '../../../model/office';
import { requestDates } from '../../../model/officeDeadlines';
import { sealText } from '../../platform/crypto/seal';
import { transaction } from '../../platform/db/transaction';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import { clearDeadlines, setDeadline } from '../deadlineRepository';
import { appendEntry, canonical, sha256 } from '../record/auditRepository';
import { changeStatus, findStatus, type OfficeRow, recordOffer } from '../statusRepository';
import { addDecision, sealDecision } from './decisionRepository';
import { addRequest, endRequests } from './requestRepository';
import { type Actor, addEvent } from './timelineRepository';

export const requestAdditionalData = (trn: string) => `office_request/${trn}`;

/** Withdraws an application for its applicant. Throws `notSubmitted`, `noSuchAct` or `staleAct`. */
export async function withdraw(deps: ApplicationDeps, trn: string): Promise<void> {
  const row = await findStatus(deps.db, trn);
  if (!row) throw refuse('notSubmitted');
  if (row.status === 'withdrawn') return;
  if (!isActionAllowed('withdraw', row.status, 'applicant')) throw refuse('noSuchAct');
  const body = { act: 'withdraw', revision: row.revision } as const;
  await applyDecision(deps, row, { actor: { kind: 'applicant' }, body, now: deps.clock() });
}

interface DecisionInput {
  actor: Actor;
  body: DecisionRequest;
  /** Undefined if the action isn't stored as a decision. */
  decision?: Decision;
  now: Date;
}

type DecisionDeps = Pick<ApplicationDeps, 'keyring' | 'db' | 'recordEvent'>;

/** Applies a decision in one transaction: requests, timeline, audit log and events. Throws `staleAct`. */
export async function applyDecision(
  deps: DecisionDeps,
  row: OfficeRow,
  input: DecisionInput,
): Promise<ApplicationStatus> {
  const key = await deps.keyring.keyOf(row.trn);
  return transaction(deps.db, (client) => writeDecision(deps, client, { row, key, ...input }));
}

/** Applies all decisions or none. Throws `staleAct`. */
export async function applyDecisions(
  deps: DecisionDeps,
  all: readonly (DecisionInput & { row: OfficeRow })[],
): Promise<ApplicationStatus[]> {
  // In a fixed order, to avoid deadlocks.
  const sorted = [...all].sort((one, other) => (one.row.trn < other.row.trn ? -1 : 1));
  const keys = new Map<string, Buffer>();
  for (const { row } of sorted) keys.set(row.trn, await deps.keyring.keyOf(row.trn));
  return transaction(deps.db, async (client) => {
    const written = new Map<string, ApplicationStatus>();
    for (const one of sorted) {
      const key = keys.get(one.row.trn) ?? Buffer.alloc(0);
      written.set(one.row.trn, await writeDecision(deps, client, { ...one, key }));
    }
    return all.map(({ row }) => written.get(row.trn) ?? toApplicationStatus(row));
  });
}

async function writeDecision(
  deps: Pick<ApplicationDeps, 'recordEvent'>,
  client: pg.PoolClient,
  { row, key, actor, body, decision, now }: DecisionInput & { row: OfficeRow; key: Buffer },
): Promise<ApplicationStatus> {
  const rule = getActionRule(body.act);
  const { trn } = row;
  const sealed = decision && sealDecision(trn, decision, key);
  const revision = await changeStatus(client, {
    trn,
    revision: body.revision,
    status: rule.to,
    // An appeal doesn't replace the decision.
    decision: body.act === 'appeal' ? undefined : (sealed ?? null),
    now,
  });
  if (revision === undefined) throw refuse('staleAct', { records: await findCurrentStatus(client, row) });
  await recordOffer(client, trn, body.act, now);
  await writeRequests(client, trn, key, body, now);
  const text = [body.conditions, body.explanation, ...reasonTitles(body)].filter(Boolean).join('\n') || undefined;
  const event = await addEvent(client, { trn, key, actor, body: { kind: 'act', act: body.act, text }, now });
  if (decision && sealed) {
    await addDecision(client, trn, sealed, now);
    const record = { decision: withDigest(decision), person: actor.kind === 'person' ? actor.id : actor.kind };
    await appendEntry(client, {
      at: now,
      kind: 'decision',
      trn,
      body: { sealed: sealText(JSON.stringify(record), key) },
    });
  }
  await deps.recordEvent(client, statusChanged(trn, now, rule.to, revision));
  await deps.recordEvent(client, { type: 'decision.made', applicationId: trn, now, data: { event } });
  return { status: rule.to, revision };
}

/** Replaces the letter and reports with digests, so the log proves their content without storing it (16 CFR 682). */
function withDigest({ letter, reports = [], ...decision }: Decision) {
  return { ...decision, letter: letter && sha256(letter), reports: sha256(canonical(reports)) };
}

export const statusChanged = (applicationId: string, now: Date, status: string, revision: number) =>
  ({ type: 'application.status_changed', applicationId, now, data: { status, revision } }) as const;

export const REQUEST_REMINDER = 'request-reminder';

/** Adds the decision's requests. Any decision ends the earlier requests. */
async function writeRequests(
  client: pg.PoolClient,
  trn: string,
  key: Buffer,
  body: DecisionRequest,
  now: Date,
): Promise<void> {
  const asksAgain = body.act === 'askDocuments';
  await endRequests(client, trn, asksAgain ? 'replaced' : 'closed', now);
  await clearDeadlines(client, trn, REQUEST_REMINDER);
  if (!asksAgain) return;
  const { dueAt, remindAt } = requestDates(now);
  for (const { text, ...place } of body.documents ?? []) {
    const sealed = sealText(text, key, requestAdditionalData(trn));
    await addRequest(client, trn, { ...place, sealed, due_at: dueAt }, now);
  }
  await setDeadline(client, { trn, job: REQUEST_REMINDER, name: 'documents', dueAt: remindAt });
}

const reasonTitles = ({ reasons = [] }: DecisionRequest): string[] =>
  reasons.map((reason) => officeMessages().reasons[reason].title);

export const toApplicationStatus = ({ status, revision }: OfficeRow): ApplicationStatus => ({ status, revision });

async function findCurrentStatus(client: pg.PoolClient, { trn }: OfficeRow): Promise<ApplicationStatus | null> {
  const row = await findStatus(client, trn);
  return row ? toApplicationStatus(row) : null;
}
