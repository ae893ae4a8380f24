import type { AnyServer } from '../../support/anyServer';
import type { TestApplicant } from '../../support/serverApplicants';
import type { SuiteServer } from '../support/severalProcesses';
import { count, type Tally } from '../support/tally';

const MAX_TABS = 5;
const MARGIN = 11;

/** Sends a refresh token from several tabs at once, to several processes: one successor, and the session continues. */
export async function raceRefreshes(
  server: SuiteServer,
  apps: AnyServer['app'][],
  robin: TestApplicant,
  times: number,
  tally: Tally,
): Promise<void> {
  let token = robin.refreshToken;
  for (let tabs = 2; tabs <= MAX_TABS; tabs += 1)
    for (let n = 0; n < times; n += 1) {
      const calls = Array.from({ length: tabs }, (_, tab) => refresh(apps[tab % apps.length], token));
      const answers = await Promise.all(calls);
      const successors = new Set(answers.map(({ next }) => next));
      const statuses = answers.map(({ status }) => status);
      const isOne = successors.size === 1 && statuses.every((status) => status === 200);
      count(tally, !isOne && `${tabs} tabs at once got ${statuses} with ${successors.size} successors`);
      token = answers[0]?.next ?? '';
      // Advances only a little, because the session expires after 15 idle minutes, or 12 hours.
      if (n % 10 === 0) await server.advance(1);
    }
}

/** Reuses a replaced token: the whole family ends, with the valid token and the access token. */
export async function reuseRefreshes(
  server: SuiteServer,
  app: AnyServer['app'],
  robin: TestApplicant,
  times: number,
  tally: Tally,
): Promise<void> {
  const { rows } = await server.deps.db.query('select account_id from application where trn = $1', [robin.trn]);
  for (let n = 0; n < times; n += 1) {
    const first = await server.deps.sessions.start(rows[0].account_id, robin.trn);
    let last = await refresh(app, first.refreshToken);
    const isLate = n % 2 === 0;
    if (isLate) await server.advance(MARGIN);
    else last = await refresh(app, last.next);
    const again = await refresh(app, first.refreshToken);
    count(tally, again.status !== 401 && `an old refresh token returned ${again.status}`);
    const good = await refresh(app, last.next);
    count(tally, good.status !== 401 && `after a reuse, the family still worked: ${good.status}`);
    const headers = { ...robin.headers, authorization: last.token };
    const { statusCode } = await app.inject({ url: '/api/users/applicationdetail', headers });
    count(tally, statusCode !== 401 && `after a reuse, the access token returned ${statusCode}`);
  }
}

async function refresh(app: AnyServer['app'] | undefined, refreshtoken: string) {
  const request = { method: 'POST', url: '/api/users/refreshToken/', payload: { refreshtoken } } as const;
  const answer = await app?.inject(request);
  const { token = '', refreshToken = '' } = answer?.json().tokendata ?? {};
  return { status: answer?.statusCode, token: String(token), next: String(refreshToken) };
}
