import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type pg from 'pg';
import texts from '../../../schemas/texts/server.json';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { enqueue } from '../jobs/jobs';
import { confirmEmail, setPassword } from './accountStore';
import type { Applicant } from './sessions';
import { spendTokens, useToken } from './tokenStore';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let nobody: Promise<string> | undefined;

/** Argon2id, off the main thread. Never call it inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Whether the password is the one behind `stored`; takes as long when there is no such account. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(16).toString('hex'));
  return (await verify(stored ?? (await nobody), password)) && stored !== undefined;
}

/** Sets the password of the token's account, ends its sessions and sends a notice. Throws `tokenUsed`. */
export async function resetPassword(deps: Deps, token: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  const now = deps.clock();
  const accountId = await transaction(deps.db, async (client) => {
    const owner = await useToken(client, 'reset', token, now);
    if (!owner?.account_id) throw refuse('tokenUsed');
    await confirmEmail(client, owner.account_id, now);
    await replacePassword(client, owner.account_id, passwordHash, now);
    return owner.account_id;
  });
  await deps.sessions.endAll(accountId);
}

/**
 * Sets the password of who is signed in and knows the old one; their other sessions end, this one stays, and a notice is sent.
 * Throws `invalid` (422) at `/oldPassword` for another one.
 */
export async function changePassword(deps: Deps, applicant: Applicant, old: string, password: string): Promise<void> {
  const { accountId } = applicant;
  const account = await deps.stores.accounts.findById(accountId);
  if (!(await isPassword(old, account?.password_hash)))
    throw refuse('invalid', {
      errors: [
        { path: '/oldPassword', section: 'change-password', field: '/oldPassword', message: texts.otherPassword },
      ],
    });
  const passwordHash = await hashPassword(password);
  await transaction(deps.db, (client) => replacePassword(client, accountId, passwordHash, deps.clock()));
  await deps.sessions.endOthers(applicant);
}

/** With the old password go the links that were mailed under it. */
async function replacePassword(client: pg.PoolClient, accountId: string, hash: string, now: Date): Promise<void> {
  await setPassword(client, accountId, hash);
  for (const purpose of ['reset', 'login'] as const) await spendTokens(client, purpose, { accountId }, now);
  await enqueue(client, 'password-changed', { accountId });
}
