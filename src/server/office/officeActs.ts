import type pg from 'pg';
import texts from '../../../schemas/texts/server-office.json';
import type { ActBody, Decision, Standing } from '../../contract/office';
import { idsOf } from '../../model/documents';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import {
  type ActRule,
  actRule,
  type DeclineReason,
  declineReasonsOf,
  type Mover,
  mayAct,
  officeWords,
  placeName,
} from '../../model/office';
import type { Answers } from '../../model/types';
import { openText, sealText } from '../crypto/seal';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { queueOfficeEvent } from '../handover/officeEvents';
import { assertForm } from '../http/checkBody';
import { refuse } from '../http/errors';
import { enqueue } from '../jobs/jobs';
import { appendEntry } from '../record/auditStore';
import type { OfficeAccess } from './officeAccess';
import { addRequest, changeStatus, closeRequests, findStatus, meetRequests, type OfficeRow } from './officeStore';
import { type Actor, addEvent } from './timeline';

const decisionBound = (trn: string) => `application_status/${trn}`;
export const requestBound = (trn: string) => `office_request/${trn}`;

/** A key that may change the status acts as a reviewer does. */
export const moverOf = ({ by }: OfficeAccess): Mover => (by.kind === 'key' ? 'reviewer' : by.role);

/** The decision as it was taken; null while there is none. */
export function readDecision(trn: string, sealed: string | null, key: Buffer): Decision | null {
  return sealed === null ? null : JSON.parse(openText(sealed, key, decisionBound(trn)));
}

/**
 * Does an act of the office: status, what it was based on, requests, timeline, audit log, mail and the subscriber's system, all or nothing.
 * Throws `noSuchAct` for one that this one may not do now, `invalid` when it lacks something, `staleAct` when somebody was faster.
 */
export async function act(deps: Deps, access: OfficeAccess, row: OfficeRow, body: ActBody): Promise<Standing> {
  refuseStale(row, body.revision);
  if (!mayAct(body.act, row.status, moverOf(access))) throw refuse('noSuchAct', { records: standing(row) });
  const rule = actRule(body.act);
  return perform(deps, row, access.by, await complete(deps, row, body, rule), rule);
}

/** What the applicant or the program does: nothing of it can be stale, since the state is looked at under the lock. */
export async function meetOpenRequests(deps: Deps, trn: string): Promise<void> {
  const key = await deps.keyring.keyOf(trn);
  const now = deps.clock();
  await transaction(deps.db, async (client) => {
    await client.query('select from application_status where trn = $1 for update', [trn]);
    const row = await findStatus(client, trn);
    const { open, met } = await meetRequests(client, trn, now);
    if (!row || open > 0 || met === 0 || !mayAct('documentsCame', row.status, 'program')) return;
    const { to } = actRule('documentsCame');
    const revision = await changeStatus(client, { trn, revision: row.revision, status: to, now });
    await addEvent(client, { trn, key, actor: { kind: 'program' }, body: { kind: 'act', act: 'documentsCame' }, now });
    await queueOfficeEvent(client, statusChanged(trn, now, to, revision ?? row.revision));
  });
}

/** Takes the applicant's own application back. Throws `noSuchAct` once it is decided. */
export async function withdraw(deps: Deps, trn: string): Promise<void> {
  const row = await findStatus(deps.db, trn);
  if (!row) throw refuse('notSubmitted');
  if (row.status === 'withdrawn') return;
  if (!mayAct('withdraw', row.status, 'applicant')) throw refuse('noSuchAct');
  const body = { act: 'withdraw', revision: row.revision } as const;
  await perform(deps, row, { kind: 'applicant' }, body, actRule('withdraw'));
}

async function perform(deps: Deps, row: OfficeRow, actor: Actor, body: ActBody, rule: ActRule): Promise<Standing> {
  const { trn } = row;
  const key = await deps.keyring.keyOf(trn);
  const now = deps.clock();
  const decision = await decisionOf(deps, row, actor, body, rule, now);
  const sealed = decision && sealText(JSON.stringify(decision), key, decisionBound(trn));
  return transaction(deps.db, async (client) => {
    const revision = await changeStatus(client, {
      trn,
      revision: body.revision,
      status: rule.to,
      decision: sealed ?? null,
      now,
    });
    if (revision === undefined) throw refuse('staleAct', { records: await standsNow(client, row) });
    await writeRequests(client, trn, key, body, now);
    const text = [body.conditions, ...sayReasons(body)].filter(Boolean).join('\n') || undefined;
    const event = await addEvent(client, { trn, key, actor, body: { kind: 'act', act: body.act, text }, now });
    if (decision) {
      const said = { decision, person: actor.kind === 'person' ? actor.id : actor.kind };
      await appendEntry(client, {
        at: now,
        kind: 'decision',
        trn,
        body: { sealed: sealText(JSON.stringify(said), key) },
      });
    }
    await queueOfficeEvent(client, statusChanged(trn, now, rule.to, revision));
    if (rule.isMailed) await enqueue(client, 'office-status-mail', { trn, event });
    return { status: rule.to, revision };
  });
}

const statusChanged = (trn: string, now: Date, status: string, revision: number) =>
  ({ type: 'application.status_changed', trn, now, data: { status, revision } }) as const;

/** What was asked for before is over when something else is decided or asked for. */
async function writeRequests(client: pg.PoolClient, trn: string, key: Buffer, body: ActBody, now: Date): Promise<void> {
  await closeRequests(client, trn, now);
  if (body.act !== 'askDocuments') return;
  for (const { text, ...place } of body.documents ?? [])
    await addRequest(client, trn, { ...place, sealed: sealText(text, key, requestBound(trn)) }, now);
}

const sayReasons = ({ reasons = [] }: ActBody): string[] =>
  reasons.map((reason) => officeWords().reasons[reason].title);

/** Throws `staleAct`, with what stands, for a revision that is not the last. */
export function refuseStale(row: OfficeRow, revision: number): void {
  if (row.revision !== revision) throw refuse('staleAct', { records: standing(row) });
}

const standing = ({ status, revision }: OfficeRow): Standing => ({ status, revision });

async function standsNow(client: pg.PoolClient, { trn }: OfficeRow): Promise<Standing | null> {
  const row = await findStatus(client, trn);
  return row ? standing(row) : null;
}

/** The body as the act's form takes it. Throws `invalid` for one that lacks something, or names what is not this applicant's or office's. */
async function complete(deps: Deps, row: OfficeRow, body: ActBody, { asks }: ActRule): Promise<ActBody> {
  const { act: name, revision, documents } = body;
  if (!asks) return { act: name, revision };
  // The form's sections have the members of the body's contract, documents aside.
  const answers = assertForm(deps, 'office', asks, answersOf(body)) as Partial<ActBody>;
  const wrong = (path: string, message: string) => refuse('invalid', { errors: [{ path, message }] });
  const { needs } = texts;
  if (documents && asks === 'documents') {
    const places = await askablePlaces(deps, row.trn);
    for (const [index, { document_id, source_id }] of documents.entries())
      if (!places.some((place) => place.document_id === document_id && place.source_id === source_id))
        throw wrong(`/documents/${index}`, needs.place);
  }
  if (answers.reasons) {
    const given = declineReasonsOf(await deps.stores.subscribers.find(row.subscriber_id));
    if (!answers.reasons.every((reason) => given.includes(reason))) throw wrong('/reasons', needs.otherReasons);
  }
  return { ...answers, act: name, revision, documents: asks === 'documents' ? documents : undefined };
}

/** What an act is said with, as its form asks for it; places of documents are one answer there. */
function answersOf({ act: _, revision: _seen, documents, ...rest }: ActBody): Answers {
  // A command's body has members that were left out as undefined, which no call's has.
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (!documents) return given;
  return { ...given, documents: documents.map(({ text, ...at }) => ({ place: placeName(at), text })) };
}

/** Where this applicant can put a document: one place for each proof, and one for each source of income and each bank. */
export async function askablePlaces(
  { stores }: Deps,
  trn: string,
): Promise<{ document_id: number; source_id: number }[]> {
  const sources = await stores.sources.list(trn);
  const single = [...idsOf('identity'), ...idsOf('identityBack'), ...idsOf('proof')];
  return [
    ...single.map((document_id) => ({ document_id, source_id: 0 })),
    ...sources.map(({ document_id, source_id }) => ({ document_id, source_id })),
  ];
}

async function decisionOf(
  deps: Deps,
  row: OfficeRow,
  actor: Actor,
  body: ActBody,
  { asks }: ActRule,
  now: Date,
): Promise<Decision | undefined> {
  if (!asks || asks === 'documents') return undefined;
  const { reasons = [], bases = [], conditions = null, report } = body;
  return {
    act: body.act,
    at: now.toISOString(),
    by: 'name' in actor ? actor.name : null,
    bases,
    reasons,
    conditions,
    letter: asks === 'reasons' ? await adverseLetter(deps, row, { reasons, report }) : null,
  };
}

/**
 * The letter to an applicant whose application is declined, in their language: the reasons and, where a consumer report was used, the
 * agency, the right to a free copy and the right to dispute (15 USC 1681m).
 */
export async function adverseLetter(
  deps: Deps,
  { trn, subscriber_id, application_number: number, first_name, last_name }: OfficeRow,
  { reasons, report }: { reasons: readonly DeclineReason[]; report?: ActBody['report'] },
): Promise<string> {
  const account = await deps.stores.accounts.findByTrn(trn);
  const language = account?.language ?? '';
  const words = deps.forms.languages[language] ?? {};
  const subscriber = await deps.stores.subscribers.find(subscriber_id);
  const say = (text: string, values: Record<string, unknown>) => fillText(words[text] ?? text, values);
  const { title, text, report: ofReport, end } = texts.letter;
  const said = officeWords(words);
  return [
    say(title, {}),
    say(text, {
      number,
      date: formatMoment(deps.clock(), { dateStyle: 'long', timeZone: subscriber.time_zone }, language),
      name: `${first_name} ${last_name}`,
      subscriber: subscriber.name,
      reasons: reasons.map((reason) => `- ${said.reasons[reason].applicant.title}`).join('\n'),
    }),
    ...(report ? [say(ofReport, { agency: report.name, address: report.address, phone: report.phone })] : []),
    say(end, { support: subscriber.support_email, phone: subscriber.support_phone }),
  ].join('\n\n');
}
