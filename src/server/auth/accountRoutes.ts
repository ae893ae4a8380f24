import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server.json';
import { deviceOf } from '../../model/device';
import type { Deps } from '../deps';
import { noOverlay, todayIn } from '../forms/forms';
import { assertBody } from '../http/checkBody';
import { idempotent } from '../http/idempotency';
import { answer, bodyOf } from '../http/reply';

import { changePassword } from './resetPassword';
import type { Applicant } from './sessions';

const tags = ['Account'];
const text = { type: 'string', minLength: 1, maxLength: 512 };

/** What someone who is signed in does with their account: the password, and where else it is in use. */
export function accountRoutes(api: FastifyInstance, deps: Deps): void {
  const accounts = deps.stores.accounts;

  const describe = async (applicant: Applicant) => {
    const [account, live] = await Promise.all([accounts.findById(applicant.accountId), deps.sessions.list(applicant)]);
    const sessions = live.map(({ id, device, created_at, seen_at }) => ({
      id,
      ...deviceOf(device),
      begun_at: created_at,
      seen_at,
      current: id === applicant.sessionId,
    }));
    return { login: account?.login, sessions };
  };

  api.get(
    '/users/sessions',
    { schema: { tags, summary: 'The username, and the sessions of this account: device, begun, last seen' } },
    async ({ applicant }) => answer(await describe(applicant)),
  );

  api.post(
    '/users/sessions/end',
    {
      schema: {
        tags,
        summary: 'Ends another session of this account, or all others; answers those that are left',
        body: bodyOf({}, { id: text, trn_id: text, email: text }),
      },
    },
    async ({ applicant, body }) => {
      await deps.sessions.endOthers(applicant, (body as { id?: string }).id);
      return answer(await describe(applicant), texts.done.sessionsEnded);
    },
  );

  api.post(
    '/users/changePassword',
    {
      schema: {
        tags,
        summary: 'Sets a new password for who knows the old one; ends the other sessions, sends a notice',
      },
    },
    idempotent(deps, async ({ applicant, body, ip }) => {
      await deps.limits.take('password', { account: applicant.accountId, address: ip });
      const step = deps.forms.stepOf('entry', 'change-password');
      const context = { today: todayIn('UTC', deps.clock()) };
      const sections = assertBody(deps.forms, step, noOverlay, context, body, ['trn_id', 'email']);
      const { oldPassword, password } = sections['change-password'] as { oldPassword: string; password: string };
      await changePassword(deps, applicant, oldPassword, password);
      return answer(null, texts.done.passwordChangedHere);
    }),
  );
}
