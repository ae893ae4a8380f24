import { createHmac, timingSafeEqual } from 'node:crypto';

export type FileKind = 'file' | 'thumbnail';

const SECONDS = 120;

/** The address of one file, good for two minutes: the ticket is an HMAC over file, applicant, kind and expiry (security page). */
export function ticketUrl(key: Buffer, file: { blob_path: string; trn: string }, kind: FileKind, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + SECONDS;
  const token = `${expires}.${kind}.${sign(key, file, kind, expires)}`;
  return `/api/files/${file.blob_path}?token=${token}`;
}

/** What a ticket opens, or undefined when it is not for this file, forged or expired. */
export function readTicket(
  key: Buffer,
  file: { blob_path: string; trn: string },
  token: string,
  now: Date,
): FileKind | undefined {
  const [, expires = '', kind = '', mac = ''] = /^(\d{1,12})\.(file|thumbnail)\.([\w-]{43})$/.exec(token) ?? [];
  if (kind !== 'file' && kind !== 'thumbnail') return undefined;
  if (Number(expires) * 1000 < now.getTime()) return undefined;
  const right = Buffer.from(sign(key, file, kind, Number(expires)));
  return timingSafeEqual(right, Buffer.from(mac)) ? kind : undefined;
}

function sign(key: Buffer, file: { blob_path: string; trn: string }, kind: FileKind, expires: number): string {
  return createHmac('sha256', key).update(`file ${file.blob_path} ${file.trn} ${kind} ${expires}`).digest('base64url');
}
