import type { FastifyInstance, FastifyRequest } from 'fastify';
import texts from '../../../schemas/texts/server.json';
import { account, type Device, login } from '../../contract/account';
import type { Deps } from '../deps';
import { spokenLanguageOf } from '../forms/languages';
import { assertForm } from '../http/checkBody';
import { Refusal, refuse } from '../http/errors';
import { answer, routesOf } from '../http/routesOf';
import { enqueue } from '../jobs/jobs';
import { type AccountRow, confirmEmail, setLanguage } from './accountStore';
import { changePassword, isPassword, resetPassword } from './passwords';
import { bearerOf, refuseOtherClaims } from './session';
import type { Applicant } from './sessions';
import { readToken, useToken } from './tokenStore';

/** What someone who is signed in does with their account: the password, and where else it is in use. */
export function accountRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, account);

  const describe = async (applicant: Applicant) => {
    const [owner, live] = await Promise.all([
      deps.stores.accounts.findById(applicant.accountId),
      deps.sessions.list(applicant),
    ]);
    const sessions = live.map(({ id, device, created_at, seen_at }) => ({
      id,
      ...deviceOf(device),
      begun_at: created_at.toISOString(),
      seen_at: seen_at.toISOString(),
      current: id === applicant.sessionId,
    }));
    return { login: owner?.login ?? '', sessions };
  };

  on('GET /users/sessions', async ({ applicant }) => answer(await describe(applicant)));

  on('POST /users/sessions/end', async ({ applicant, body }) => {
    await deps.sessions.endOthers(applicant, body.id);
    return answer(await describe(applicant), texts.done.sessionsEnded);
  });

  on('POST /users/changePassword', async ({ applicant, body, ip }) => {
    await deps.limits.take('password', { account: applicant.accountId, address: ip });
    const { oldPassword, password } = assertForm(deps, 'entry', 'change-password', body, ['trn_id', 'email']);
    await changePassword(deps, applicant, String(oldPassword), String(password));
    return answer(null, texts.done.passwordChangedHere);
  });
}

/** `'Mozilla/5.0 (Windows NT 10.0; …) Chrome/130.0 Safari/537.36'` → `{ browser: 'chrome', system: 'windows' }`. */
function deviceOf(userAgent: string): Device {
  return { browser: firstOf(browsers, userAgent), system: firstOf(systems, userAgent) };
}

/** In this order: each browser also names those that it is like. */
const browsers: [RegExp, Device['browser']][] = [
  [/Edg(e|A|iOS)?\//, 'edge'],
  [/OPR\/|Opera/, 'opera'],
  [/SamsungBrowser/, 'samsung'],
  [/Firefox\/|FxiOS/, 'firefox'],
  [/Chrom(e|ium)\/|CriOS/, 'chrome'],
  [/Safari\//, 'safari'],
];

const systems: [RegExp, Device['system']][] = [
  [/iPhone/, 'iphone'],
  [/iPad/, 'ipad'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/Macintosh|Mac OS X/, 'mac'],
  [/CrOS/, 'chromebook'],
  [/Linux/, 'linux'],
];

function firstOf<Name extends string>(known: [RegExp, Name][], text: string): Name | 'other' {
  return known.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}

/** Logging in and out, the forgotten password, fresh tokens. */
export function loginRoutes(api: FastifyInstance, deps: Deps): void {
  const on = routesOf(api, deps, login);
  const accounts = deps.stores.accounts;

  const languageIn = (request: FastifyRequest) => spokenLanguageOf(request, deps.forms.languages);

  const begin = async (account: AccountRow, request: FastifyRequest) => {
    const { trn, link, email, type } = account;
    const language = languageIn(request);
    if (language && language !== account.language) await setLanguage(deps.db, account.id, language);
    const tokens = await deps.sessions.begin(account.id, trn, request.headers['user-agent']);
    return answer({ ...tokens, url: link, trn_id: trn, email, application_type: type }, texts.done.loggedIn);
  };

  on('POST /users/login', async (request) => {
    const answers = assertForm(deps, 'entry', 'login', request.body);
    const name = String(answers.email);
    const who = { account: name, address: request.ip };
    await deps.limits.take('login', who);
    await deps.limits.take('loginHour', who);
    const account = await accounts.findByLogin(name);
    if (!(await isPassword(String(answers.password), account?.password_hash)) || !account)
      throw refuse('invalidCredentials');
    return begin(account, request);
  });

  // Good once, but not lost with its answer: the page that asks again under its key is the one that used it.
  on('POST /users/exchange', async (request) => {
    const { trn_id, url, token } = request.body;
    await deps.limits.take('invitation', { address: request.ip });
    const owner = await useToken(deps.db, 'login', token, deps.clock());
    const account = owner?.account_id ? await accounts.findById(owner.account_id) : undefined;
    if (!account || account.trn !== trn_id || account.link !== url) throw refuse('tokenUsed');
    if (owner?.mailed) await confirmEmail(deps.db, account.id, deps.clock());
    return begin(account, request);
  });

  on('POST /users/logout', async ({ applicant }, reply) => {
    await deps.sessions.end(applicant.sessionId);
    reply.header('clear-site-data', '"storage"');
    return answer(null, texts.done.loggedOut);
  });

  on('POST /users/forgotPassword', async (request) => {
    const email = String(assertForm(deps, 'entry', 'forgot-password', request.body).email);
    await deps.limits.take('forgot', { account: email, address: request.ip });
    // Looked up in the job, so that a known and an unknown e-mail take the same time.
    if (await hasRoom(deps, email)) await enqueue(deps.db, 'forgot-password', { email, language: languageIn(request) });
    return answer(null, texts.done.resetSent);
  });

  on('GET /users/resetlink', async (request) => {
    await deps.limits.take('invitation', { address: request.ip });
    const owner = await readToken(deps.db, 'reset', bearerOf(request) ?? '', deps.clock());
    if (!owner) throw refuse('tokenUsed');
    return answer(null);
  });

  on('POST /users/resetPassword', async ({ body, ip }) => {
    const { uid, password, reEnterPassword = password } = body;
    await deps.limits.take('reset', { address: ip });
    assertForm(deps, 'entry', 'reset-password', { password, reEnterPassword });
    await resetPassword(deps, uid, password);
    return answer(null, texts.done.passwordChanged);
  });

  for (const name of ['POST /users/refreshToken', 'POST /auth/refreshtoken', 'POST /token/refresh'] as const)
    on(name, async (request) => {
      await deps.limits.take('refresh', { address: request.ip });
      const { token, refreshToken } = await deps.sessions.refresh(request.body.refreshtoken, (applicant) =>
        refuseOtherClaims(applicant, request),
      );
      return { ...answer({ token, refreshToken }), tokendata: { token, refreshToken } };
    });
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
