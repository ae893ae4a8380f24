import { createHash } from 'node:crypto';
import EmailReplyParser from 'email-reply-parser';
import type { ReceivedMail } from '../../../contract/messages';
import { maxEmailText, maxFiles } from '../../../model/officeThread';
import { defaultLimits, documentId } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { requireFile } from '../../applications/documents/requireFile';
import { storeDocument } from '../../applications/documents/storeDocument';
import { findTrnByNumber } from '../../applications/messages/messageRepository';
import { Refusal } from '../../platform/http/errors';
import { enqueue } from '../../platform/jobs/jobRepository';
import { addMessage } from './addMessage';
import { refuse } from './messagesErrors';
import { findReplyToken, isReplyToken } from './replyAddress';
import { type Reason, type ReplyProblem, readReason } from './replyProblem';

type Mail = ReceivedMail['data'];

/**
 * Adds a reply to the thread, or emails the applicant the reason why it wasn't added. Ignores forged and automatic
 * emails. Throws if the provider should retry.
 */
export async function receiveReply(deps: ApplicationDeps, mail: Mail): Promise<void> {
  const trn = await findThread(deps, mail);
  if (!trn) return deps.log.warn('Ignored an email to the reply address');
  const key = createHash('sha256')
    .update(JSON.stringify([trn, mail.message_id]))
    .digest('base64url');
  const slot = { scope: `mail:${trn}`, route: 'POST /api/mail/inbound', key, bodyHash: key };
  const found = await deps.stores.idempotency.claim(slot);
  if (found?.answer) return;
  if (found) throw refuse('inProgress', { retryAfter: 2 });
  try {
    await deps.limits.take('message', { account: trn });
    await storeReply(deps, trn, mail, key);
    await deps.stores.idempotency.storeAnswer(slot, 'done');
  } catch (cause) {
    await deps.stores.idempotency.release(slot);
    throw cause;
  }
}

/** Returns undefined for forged and automatic emails. */
async function findThread(
  deps: ApplicationDeps,
  { to, from, dmarc, auto_submitted: auto }: Mail,
): Promise<string | undefined> {
  const found = findReplyToken(to);
  const trn = found && (await findTrnByNumber(deps.db, found.number));
  if (!found || !trn || !isReplyToken(deps, trn, found.token)) return undefined;
  const account = await deps.stores.accounts.findByTrn(trn);
  const isOwner = account?.email.toLowerCase() === readAddress(from);
  const isAutomatic = auto !== undefined && auto.toLowerCase() !== 'no';
  return isOwner && dmarc?.toLowerCase() !== 'fail' && !isAutomatic ? trn : undefined;
}

/** `'Robin <Robin@Example.com>'` → `'robin@example.com'` */
const readAddress = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();

async function storeReply(deps: ApplicationDeps, trn: string, mail: Mail, key: string): Promise<void> {
  const { files, refused } = await storeFiles(deps, trn, mail, key);
  const reply = { text: readReply(mail.text), files, byEmail: true, idempotencyKey: `mail/${key}` };
  try {
    await addMessage(deps, trn, { kind: 'applicant' }, reply);
  } catch (cause) {
    if (!isFinal(cause)) throw cause;
    return enqueueProblem(deps, { trn, reason: readReason(cause) });
  }
  if (refused.length > 0) await enqueueProblem(deps, { trn, refused });
}

const enqueueProblem = ({ db }: Pick<ApplicationDeps, 'db'>, problem: ReplyProblem) =>
  enqueue(db, 'message-problem', problem);

/**
 * Removes quoted text and the signature. Removes trailing spaces and extra blank lines first, because the parser can
 * take seconds on them.
 */
export function readReply(text: string): string {
  const lines = text.slice(0, maxEmailText()).replace(/\r\n?/g, '\n').split('\n');
  const plain = lines.map((line) => line.trimEnd()).join('\n');
  return new EmailReplyParser().parseReply(plain.replace(/\n{3,}/g, '\n\n')).trim();
}

async function storeFiles(deps: ApplicationDeps, trn: string, { attachments = [] }: Mail, key: string) {
  const files: number[] = [];
  const refused: { n: number; reason: Reason }[] = [];
  for (const [index, attachment] of attachments.entries()) {
    try {
      if (files.length >= maxFiles()) throw refuse('tooManyFiles');
      files.push(await storeFile(deps, trn, attachment, `mail/${key}/${index}`));
    } catch (cause) {
      if (!isFinal(cause)) throw cause;
      refused.push({ n: index + 1, reason: readReason(cause) });
    }
  }
  return { files, refused };
}

async function storeFile(
  deps: ApplicationDeps,
  trn: string,
  { filename, content }: NonNullable<Mail['attachments']>[number],
  idempotencyKey: string,
): Promise<number> {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > defaultLimits().maxBytes) throw refuse('fileTooBig');
  const place = { trn, documentId: documentId('message'), sourceId: 0, name: filename, idempotencyKey };
  return (await storeDocument(deps, place, await requireFile(deps, bytes, place.documentId, trn))).id;
}

/** False for errors after which the provider should retry. */
const isFinal = (cause: unknown): cause is Refusal =>
  cause instanceof Refusal && cause.status < 500 && cause.status !== 429;
