import type { FastifyInstance } from 'fastify';
import texts from '../../../schemas/texts/server.json';
import { account, type Device } from '../../contract/account';
import type { Deps } from '../deps';
import { noOverlay, todayIn } from '../forms/forms';
import { assertBody } from '../http/checkBody';
import { answer } from '../http/reply';
import { routesOf } from '../http/routesOf';
import { changePassword } from './passwords';
import type { Applicant } from './sessions';

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
    const step = deps.forms.stepOf('entry', 'change-password');
    const context = { today: todayIn('UTC', deps.clock()) };
    const sections = assertBody(deps.forms, step, noOverlay, context, body, ['trn_id', 'email']);
    const { oldPassword, password } = sections['change-password'] ?? {};
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
