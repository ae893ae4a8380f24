import type { Deps } from './deps';
import { refuse } from './errors';
import { enqueue } from './jobs';
import { hashPassword } from './passwords';
import { confirmEmail, setPassword } from './stores/accountStore';
import { spendTokens, useToken } from './stores/tokenStore';
import { transaction } from './transaction';

/** Sets the password of the token's account, ends its sessions and sends a notice. Throws `tokenUsed`. */
export async function resetPassword(deps: Deps, token: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  const now = deps.clock();
  const accountId = await transaction(deps.db, async (client) => {
    const owner = await useToken(client, 'reset', token, now);
    if (!owner?.account_id) throw refuse('tokenUsed');
    await confirmEmail(client, owner.account_id, now);
    await setPassword(client, owner.account_id, passwordHash);
    for (const purpose of ['reset', 'login'] as const)
      await spendTokens(client, purpose, { accountId: owner.account_id }, now);
    await enqueue(client, 'password-changed', { accountId: owner.account_id });
    return owner.account_id;
  });
  await deps.sessions.endAll(accountId);
}
