import type pg from 'pg';
import texts from '../../../schemas/texts/server.json';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import { enqueue } from '../jobs/jobs';
import { confirmEmail, setPassword } from './accountStore';
import { hashPassword, isPassword } from './passwords';
import type { Applicant } from './sessions';
import { spendTokens, useToken } from './tokenStore';

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
