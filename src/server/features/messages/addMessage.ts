import type pg from 'pg';
import { isThreadOpen, maxFiles } from '../../../model/officeThread';
import { documentId } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { assertForm } from '../../applications/checkBody';
import { sealMessage } from '../../applications/messages/describeThread';
import { attachFiles, insertMessage, touchApplication } from '../../applications/messages/messageRepository';
import { appendEntry, sha256 } from '../../applications/record/auditRepository';
import { type Actor, addEvent, type OfficeActor } from '../../applications/review/timelineRepository';
import { findStatus, lockStatus } from '../../applications/statusRepository';
import { sealText } from '../../platform/crypto/seal';
import { transaction } from '../../platform/db/transaction';
import { refuse } from './messagesErrors';

export type Author = Extract<OfficeActor, { kind: 'person' | 'key' }> | { kind: 'applicant' };

export interface NewText {
  text: string;
  files?: readonly number[];
  byEmail?: boolean;
  idempotencyKey?: string;
}

/**
 * Stores a message. Idempotent by `idempotencyKey`. Throws `notSubmitted`, `threadClosed`, `invalid`, `tooManyFiles`,
 * or `notFound` for someone else's files.
 */
export async function addMessage(deps: ApplicationDeps, trn: string, author: Author, given: NewText): Promise<void> {
  const files = [...new Set(given.files)];
  if (files.length > maxFiles()) throw refuse('tooManyFiles');
  const text = readText(deps, given.text, files.length > 0);
  const key = await deps.keyring.keyOf(trn);
  await transaction(deps.db, async (client) => {
    await assertOpen(client, trn);
    const now = deps.clock();
    const ids = 'id' in author ? { [author.kind]: author.id } : {};
    const message = await insertMessage(client, {
      trn,
      actor: author.kind,
      personId: ids.person ?? null,
      keyId: ids.key ?? null,
      sealed: sealMessage(trn, text, key),
      byEmail: given.byEmail ?? false,
      idempotencyKey: given.idempotencyKey,
      now,
    });
    if (message === undefined) return;
    const type = documentId(author.kind === 'applicant' ? 'message' : 'officeMessage');
    if ((await attachFiles(client, { trn, message, documentId: type, files })) < files.length) throw refuse('notFound');
    await recordMessage(deps, client, { trn, key, author, message, text, files, now });
  });
}

/** Locks the status, so no message is added after a withdrawal. Throws `notSubmitted` or `threadClosed`. */
async function assertOpen(client: pg.PoolClient, trn: string): Promise<void> {
  await lockStatus(client, trn);
  const row = await findStatus(client, trn);
  if (!row) throw refuse('notSubmitted');
  if (!isThreadOpen(row.status)) throw refuse('threadClosed');
}

/** Removes control characters except line breaks and tabs. Throws `invalid`. Only a message with files can be empty. */
function readText(deps: Pick<ApplicationDeps, 'forms' | 'clock'>, given: string, hasFiles: boolean): string {
  const text = given
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
  return text === '' && hasFiles ? '' : String(assertForm(deps, 'office', 'message', { text }).text);
}

interface Recorded {
  trn: string;
  key: Buffer;
  author: Author;
  message: number;
  text: string;
  files: readonly number[];
  now: Date;
}

/**
 * Encrypts the digest, because the audit log is kept longer than the message, and a short text could be guessed from a
 * plain digest.
 */
async function recordMessage(
  deps: Pick<ApplicationDeps, 'recordEvent'>,
  client: pg.PoolClient,
  { trn, key, author, message, text, files, now }: Recorded,
): Promise<void> {
  const isApplicants = author.kind === 'applicant';
  const actor: Actor = author;
  await addEvent(client, { trn, key, actor, body: { kind: 'message', files: files.length }, now });
  const by = 'id' in author ? `${author.kind}/${author.id}` : author.kind;
  const record = { message, by, text: sha256(text), files };
  await appendEntry(client, { at: now, kind: 'message', trn, body: { sealed: sealText(JSON.stringify(record), key) } });
  if (isApplicants) await touchApplication(client, trn, now);
  const type = isApplicants ? 'message.received' : 'message.sent';
  await deps.recordEvent(client, { type, applicationId: trn, now, data: { message } });
}
