import type { Message, Thread } from '../../../contract/messages';
import { isThreadOpen, maxFiles } from '../../../model/officeThread';
import { openText, sealText } from '../../platform/crypto/seal';
import type { ApplicationDeps } from '../applicationDeps';
import { findStatus } from '../statusRepository';
import { listMessageFiles, listMessages, type MessageRow, type Side } from './messageRepository';

const additionalData = (trn: string) => `message/${trn}`;

export const sealMessage = (trn: string, text: string, key: Buffer): string => sealText(text, key, additionalData(trn));

export const openMessage = (trn: string, sealed: string, key: Buffer): string =>
  openText(sealed, key, additionalData(trn));

/** Returns the thread. `unread` counts the messages that `reader` hasn't read. */
export async function readThread(
  deps: Pick<ApplicationDeps, 'db' | 'keyring'>,
  trn: string,
  reader: Side,
): Promise<Thread> {
  const row = await findStatus(deps.db, trn);
  const messages = await readMessages(deps, trn);
  return {
    messages,
    unread: messages.filter(({ from, is_read }) => from !== reader && !is_read).length,
    is_open: row !== undefined && isThreadOpen(row.status),
    max_files: maxFiles(),
  };
}

export async function readMessages(
  { db, keyring }: Pick<ApplicationDeps, 'db' | 'keyring'>,
  trn: string,
): Promise<Message[]> {
  const rows = await listMessages(db, trn);
  if (rows.length === 0) return [];
  const key = await keyring.keyOf(trn);
  const files = await listMessageFiles(db, trn);
  return rows.map((row) => ({
    ...describeMessage(row),
    text: openMessage(trn, row.sealed, key),
    files: files.filter(({ message }) => message === row.id).map(({ message: _, ...file }) => file),
  }));
}

function describeMessage({ id, at, actor, by, by_email, read_at }: MessageRow): Omit<Message, 'text' | 'files'> {
  const from = actor === 'applicant' ? 'applicant' : 'office';
  return { id, at: at.toISOString(), from, by: by ?? '', by_email, is_read: read_at !== null };
}
