import type pg from 'pg';
import type { Clock } from '../db/memory';
import { defineErrors } from '../http/errors';
import type { Staff } from './staffSessionRepository';

export const staffErrors = defineErrors('server-office', { notAllowed: 403 });

/** With `isRepeat`, no email is sent if an earlier link works for at least 5 more minutes. */
export interface LoginRequest {
  email: string;
  language?: string;
  isRepeat?: boolean;
}

const loginMinutes = 10;

const minMinutesLeft = 5;

export async function sendLoginLink(
  { db, clock }: { db: pg.Pool; clock: Clock },
  staff: Pick<Staff, 'hasLoginLink' | 'issueLink' | 'closeLink'>,
  { personId, isRepeat = false }: { personId: string; isRepeat?: boolean },
  send: (token: string) => Promise<void>,
): Promise<void> {
  const after = (minutes: number) => new Date(clock().getTime() + minutes * 60_000);
  if (isRepeat && (await staff.hasLoginLink(db, personId, after(minMinutesLeft)))) return;
  const token = await staff.issueLink(db, { personId, purpose: 'login', expiresAt: after(loginMinutes) });
  try {
    await send(token);
  } catch (cause) {
    // The link wasn't delivered, so the retry must send another one.
    await staff.closeLink(db, token, clock());
    throw cause;
  }
}
