import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/server.json';
import type { Deps } from '../deps';
import { noOverlay, todayIn } from '../forms/forms';
import { spokenLanguageOf } from '../forms/languages';
import { assertBody } from '../http/checkBody';
import { Refusal, refuse } from '../http/errors';
import { idempotent } from '../http/idempotency';
import { answer, bodyOf } from '../http/reply';

import { enqueue } from '../jobs/jobs';
import { type AccountRow, confirmEmail, setLanguage } from './accountStore';
import { isPassword } from './passwords';
import { resetPassword } from './resetPassword';
import { bearerOf } from './session';
import { readToken, useToken } from './tokenStore';

const open = { open: true };
const tags = ['Login'];
const text = { type: 'string', minLength: 1, maxLength: 512 };

/** Logging in and out, the forgotten password, fresh tokens. */
export function loginRoutes(api: FastifyInstance, deps: Deps): void {
  const accounts = deps.stores.accounts;

  const readSection = (step: string, body: unknown): Record<string, unknown> => {
    const context = { today: todayIn('UTC', deps.clock()) };
    const sections = assertBody(deps.forms, deps.forms.stepOf('entry', step), noOverlay, context, body);
    return Object.assign({}, ...Object.values(sections));
  };

  const languageIn = (request: FastifyRequest) => spokenLanguageOf(request, deps.forms.languages);

  const begin = async (account: AccountRow, request: FastifyRequest) => {
    const { trn, link, email, type } = account;
    const language = languageIn(request);
    if (language && language !== account.language) await setLanguage(deps.db, account.id, language);
    const tokens = await deps.sessions.begin(account.id, trn, request.headers['user-agent']);
    return answer({ ...tokens, url: link, trn_id: trn, email, application_type: type }, texts.done.loggedIn);
  };

  api.post(
    '/users/login',
    { config: open, schema: { tags, summary: 'Logs in with e-mail or username and password' } },
    async (request) => {
      const { email, password } = readSection('login', request.body) as { email: string; password: string };
      const who = { account: email, address: request.ip };
      await deps.limits.take('login', who);
      await deps.limits.take('loginHour', who);
      const account = await accounts.findByLogin(email);
      if (!(await isPassword(password, account?.password_hash)) || !account) throw refuse('invalidCredentials');
      return begin(account, request);
    },
  );

  api.post(
    '/users/exchange',
    {
      config: open,
      schema: {
        tags,
        summary: 'Exchanges the one-time code of a login address for a session',
        body: bodyOf({ trn_id: text, url: text, token: text }),
      },
    },
    // Good once, but not lost with its answer: the page that asks again under its key is the one that used it.
    idempotent(deps, async (request) => {
      const body = request.body as { trn_id: string; url: string; token: string };
      await deps.limits.take('invitation', { address: request.ip });
      const owner = await useToken(deps.db, 'login', body.token, deps.clock());
      const account = owner?.account_id ? await accounts.findById(owner.account_id) : undefined;
      if (!account || account.trn !== body.trn_id || account.link !== body.url) throw refuse('tokenUsed');
      if (owner?.mailed) await confirmEmail(deps.db, account.id, deps.clock());
      return begin(account, request);
    }),
  );

  api.post('/users/logout', { schema: { tags, summary: 'Ends the session' } }, async ({ applicant }, reply) => {
    await deps.sessions.end(applicant.sessionId);
    reply.header('clear-site-data', '"storage"');
    return answer(null, texts.done.loggedOut);
  });

  api.post(
    '/users/forgotPassword',
    { config: open, schema: { tags, summary: 'Sends a reset link, and answers alike for an unknown e-mail' } },
    async (request) => {
      const { email } = readSection('forgot-password', request.body) as { email: string };
      await deps.limits.take('forgot', { account: email, address: request.ip });
      // Looked up in the job, so that a known and an unknown e-mail take the same time.
      if (await hasRoom(deps, email))
        await enqueue(deps.db, 'forgot-password', { email, language: languageIn(request) });
      return answer(null, texts.done.resetSent);
    },
  );

  api.get(
    '/users/resetlink',
    {
      config: open,
      schema: { tags, summary: 'Whether the token of a reset link, in the authorization header, is good' },
    },
    async (request) => {
      await deps.limits.take('invitation', { address: request.ip });
      const owner = await readToken(deps.db, 'reset', bearerOf(request) ?? '', deps.clock());
      if (!owner) throw refuse('tokenUsed');
      return answer(null);
    },
  );

  api.post(
    '/users/resetPassword',
    {
      config: open,
      schema: {
        tags,
        summary: 'Sets a new password; uid is the token of the link',
        body: bodyOf({ uid: text, password: text }, { reEnterPassword: text }),
      },
    },
    idempotent(deps, async ({ body, ip }) => {
      const { uid, password, reEnterPassword = password } = body as Reset;
      await deps.limits.take('reset', { address: ip });
      readSection('reset-password', { password, reEnterPassword });
      await resetPassword(deps, uid, password);
      return answer(null, texts.done.passwordChanged);
    }),
  );
}

/** False when this e-mail had its mails of the hour: whoever asked for them, the last one's link is still good. */
async function hasRoom({ limits }: Deps, email: string): Promise<boolean> {
  try {
    await limits.take('forgotMail', { account: email });
    return true;
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'tooMany') return false;
    throw cause;
  }
}

interface Reset {
  uid: string;
  password: string;
  reEnterPassword?: string;
}
