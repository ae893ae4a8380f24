import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type pg from 'pg';
import { messages } from '../../../messages/serverMessages';
import { transaction } from '../../platform/db/transaction';
import type { Applicant } from '../../platform/sessions/sessions';
import { consumeToken, invalidateTokens } from '../../platform/sessions/tokenRepository';
import type { ApplicationDeps } from '../applicationDeps';
import { refuse } from '../applicationErrors';
import { confirmEmail, setPassword } from './accountRepository';

const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let dummyHash: Promise<string> | undefined;

/** Hashes with Argon2id, off the main thread. Never call it in a transaction. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2_OPTIONS);
}

/** True if the password is right. Takes about as long for unknown accounts. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(16).toString('hex'));
  return (await verify(stored ?? (await dummyHash), password)) && stored !== undefined;
}

/** Sets the password, ends all sessions and trusts the IP address. Throws `tokenUsed`. */
export async function resetPassword(deps: ApplicationDeps, token: string, password: string, ip: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  const now = deps.clock();
  const accountId = await transaction(deps.db, async (client) => {
    const owner = await consumeToken(client, 'reset', token, now);
    if (!owner?.account_id) throw refuse('tokenUsed');
    await confirmEmail(client, owner.account_id, now);
    await replacePassword(deps, client, owner.account_id, passwordHash);
    return owner.account_id;
  });
  await deps.sessions.endAll(accountId);
  const account = await deps.stores.accounts.findById(accountId);
  if (account) await deps.limits.trust(account.login, ip);
}

/** Changes the password and ends other sessions. Throws `invalid` if the old password is wrong. */
export async function changePassword(
  deps: ApplicationDeps,
  applicant: Applicant,
  oldPassword: string,
  password: string,
): Promise<void> {
  const { accountId } = applicant;
  const account = await deps.stores.accounts.findById(accountId);
  if (!(await isPassword(oldPassword, account?.password_hash)))
    throw refuse('invalid', {
      errors: [
        {
          path: '/oldPassword',
          section: 'change-password',
          field: '/oldPassword',
          message: messages('server').otherPassword,
        },
      ],
    });
  const passwordHash = await hashPassword(password);
  await transaction(deps.db, (client) => replacePassword(deps, client, accountId, passwordHash));
  await deps.sessions.endOthers(applicant);
}

async function replacePassword(
  { recordEvent, clock }: Pick<ApplicationDeps, 'recordEvent' | 'clock'>,
  client: pg.PoolClient,
  accountId: string,
  hash: string,
): Promise<void> {
  await setPassword(client, accountId, hash);
  for (const purpose of ['reset', 'login'] as const) await invalidateTokens(client, purpose, { accountId }, clock());
  await recordEvent(client, { type: 'account.password_changed', accountId });
}
