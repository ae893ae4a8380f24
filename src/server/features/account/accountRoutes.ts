import type { FastifyInstance, FastifyRequest } from 'fastify';
import { account, type Device, login } from '../../../contract/account';
import { messages } from '../../../messages/serverMessages';
import { type AccountRow, confirmEmail, setLanguage } from '../../applications/accounts/accountRepository';
import { changePassword, isPassword, resetPassword } from '../../applications/accounts/passwords';
import { assertOwnRequest, readBearerToken } from '../../applications/accounts/requireSession';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { assertForm } from '../../applications/checkBody';
import { appLanguageOf } from '../../forms/languages';
import { isOverLimit } from '../../platform/http/rateLimit';
import { answer, routesOf } from '../../platform/http/routesOf';
import { enqueue } from '../../platform/jobs/jobRepository';
import type { Applicant } from '../../platform/sessions/sessions';
import { consumeToken, readToken } from '../../platform/sessions/tokenRepository';
import { refuse } from './accountErrors';

export function accountRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const texts = messages('server');
  const on = routesOf(api, deps, account);

  const describe = async (applicant: Applicant) => {
    const [owner, active] = await Promise.all([
      deps.stores.accounts.findById(applicant.accountId),
      deps.sessions.list(applicant),
    ]);
    const sessions = active.map(({ id, device, created_at, seen_at }) => ({
      id,
      ...parseDevice(device),
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

/** `'Mozilla/5.0 (Windows NT 10.0; …) Chrome/130.0 Safari/537.36'` → `{ browser: 'chrome', system: 'windows' }` */
function parseDevice(userAgent: string): Device {
  return { browser: findMatch(browsers, userAgent), system: findMatch(systems, userAgent) };
}

/** The order matters: Chrome's User-Agent also names Safari, and Edge's names both. */
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

function findMatch<Name extends string>(patterns: [RegExp, Name][], text: string): Name | 'other' {
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}

export function loginRoutes(api: FastifyInstance, deps: ApplicationDeps): void {
  const texts = messages('server');
  const on = routesOf(api, deps, login);
  const accounts = deps.stores.accounts;

  const requestLanguage = (request: FastifyRequest) => appLanguageOf(request, deps.forms.languages);

  const startSession = async (account: AccountRow, request: FastifyRequest) => {
    const { trn, link, email, type } = account;
    const language = requestLanguage(request);
    if (language && language !== account.language) await setLanguage(deps.db, account.id, language);
    await deps.limits.trust(account.login, request.ip);
    const tokens = await deps.sessions.start(account.id, trn, request.headers['user-agent']);
    return answer({ ...tokens, url: link, trn_id: trn, email, application_type: type }, texts.done.loggedIn);
  };

  on('POST /users/login', async (request) => {
    const answers = assertForm(deps, 'entry', 'login', request.body);
    const name = String(answers.email);
    const limitKeys = { account: name, address: request.ip };
    await deps.limits.take('login', limitKeys);
    await deps.limits.take('loginHour', limitKeys);
    const account = await accounts.findByLogin(name);
    if (!(await isPassword(String(answers.password), account?.password_hash)) || !account)
      throw refuse('invalidCredentials');
    return startSession(account, request);
  });

  on('POST /users/exchange', async (request) => {
    const { trn_id, url, token } = request.body;
    await deps.limits.take('invitation', { address: request.ip });
    const owner = await consumeToken(deps.db, 'login', token, deps.clock());
    const account = owner?.account_id ? await accounts.findById(owner.account_id) : undefined;
    if (!account || account.trn !== trn_id || account.link !== url) throw refuse('tokenUsed');
    if (owner?.mailed) await confirmEmail(deps.db, account.id, deps.clock());
    return startSession(account, request);
  });

  on('POST /users/logout', async ({ applicant }, reply) => {
    await deps.sessions.end(applicant.sessionId);
    reply.header('clear-site-data', '"storage"');
    return answer(null, texts.done.loggedOut);
  });

  on('POST /users/forgotPassword', async (request) => {
    const email = String(assertForm(deps, 'entry', 'forgot-password', request.body).email);
    await deps.limits.take('forgot', { account: email, address: request.ip });
    const isRepeat = await isOverLimit(deps, 'forgotMail', { account: email });
    // A job looks up the address, so the response time doesn't reveal whether it's known.
    await enqueue(deps.db, 'forgot-password', { email, language: requestLanguage(request), isRepeat });
    return answer(null, texts.done.resetSent);
  });

  on('GET /users/resetlink', async (request) => {
    await deps.limits.take('invitation', { address: request.ip });
    const owner = await readToken(deps.db, 'reset', readBearerToken(request) ?? '', deps.clock());
    if (!owner) throw refuse('tokenUsed');
    return answer(null);
  });

  on('POST /users/resetPassword', async ({ body, ip }) => {
    const { uid, password, reEnterPassword = password } = body;
    await deps.limits.take('reset', { address: ip });
    assertForm(deps, 'entry', 'reset-password', { password, reEnterPassword });
    await resetPassword(deps, uid, password, ip);
    return answer(null, texts.done.passwordChanged);
  });

  for (const name of ['POST /users/refreshToken', 'POST /auth/refreshtoken', 'POST /token/refresh'] as const)
    on(name, async (request) => {
      await deps.limits.take('refresh', { address: request.ip });
      const { token, refreshToken } = await deps.sessions.refresh(request.body.refreshtoken, (applicant) =>
        assertOwnRequest(applicant, request),
      );
      return { ...answer({ token, refreshToken }), tokendata: { token, refreshToken } };
    });
}
