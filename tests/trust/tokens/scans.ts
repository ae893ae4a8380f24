import { randomUUID } from 'node:crypto';
import type { AnyServer } from '../../support/anyServer';
import { expectRecords, post } from '../../support/fillSteps';
import type { TestApplicant } from '../../support/serverApplicants';
import type { SuiteServer } from '../support/severalProcesses';
import { count, type Tally } from '../support/tally';

const MAX_PHONES = 5;
const TRIES = 2;

/** Sends a scan token from several phones at once, to several processes: one of them gets the scan and keeps it. */
export async function raceScans(
  server: SuiteServer,
  apps: AnyServer['app'][],
  robin: TestApplicant,
  times: number,
  tally: Tally,
): Promise<void> {
  for (let phones = 2; phones <= MAX_PHONES; phones += 1)
    for (let n = 0; n < times; n += 1) {
      const problems = await exchangeTwice(server, apps, robin, phones);
      count(tally, problems.length > 0 && `${phones} phones at once: ${problems.join('; ')}`);
    }
}

/** Every phone sends its exchange twice, like after a lost response. Returns what went wrong. */
async function exchangeTwice(
  server: SuiteServer,
  apps: AnyServer['app'][],
  robin: TestApplicant,
  phones: number,
): Promise<string[]> {
  const { id, path } = expectRecords(await post(server, robin, '/api/scan/link', {}));
  const token = String(path).split('token=')[1]?.split('&')[0] ?? '';
  const open = (app: AnyServer['app'] | undefined, idempotencyKey?: string) =>
    exchange(app, { id, token, idempotencyKey });
  const keys = Array.from({ length: phones }, () => randomUUID());
  const answers = await Promise.all(
    keys.flatMap((key, phone) => Array.from({ length: TRIES }, (_, n) => open(apps[(phone + n) % apps.length], key))),
  );
  const winners = new Set(answers.flatMap(({ status, phone }) => (status === 200 ? phone : [])));
  const accepted = new Set(answers.flatMap(({ status, key }) => (status === 200 ? key : [])));
  const others = answers.filter(({ status }) => status !== 200);
  const [winner = ''] = winners;
  const [key = ''] = accepted;
  // Then everyone tries again, and so does someone who only has the token.
  const again = await Promise.all([undefined, ...keys].map((own) => open(apps[0], own)));
  const taken = again.filter(({ status, code }) => status === 409 && code === 'scanTaken');
  const repeated = again.find(({ phone }) => phone === winner);
  const { statusCode } = await server.app.inject({ url: `/api/scan/${id}`, headers: { authorization: key } });
  return [
    winners.size !== 1 && `${winners.size} of them got the scan`,
    accepted.size !== 1 && `the one that got the scan has ${accepted.size} keys`,
    others.some(({ status }) => status !== 409) && `others got ${others.map(({ status }) => status)}`,
    taken.length !== phones && `${taken.length} of ${phones} were told afterward that the code was used`,
    repeated?.key !== key && `the one that got the scan got ${repeated?.status} with another key afterward`,
    statusCode !== 200 && `the one that got the scan was rejected with ${statusCode}`,
  ].filter((problem) => problem !== false);
}

async function exchange(
  app: AnyServer['app'] | undefined,
  { id, token, idempotencyKey }: { id: unknown; token: string; idempotencyKey?: string },
) {
  const answer = await app?.inject({
    method: 'POST',
    url: `/api/scan/${id}/open`,
    headers: idempotencyKey ? { 'idempotency-key': idempotencyKey } : {},
    payload: { token },
  });
  const { code, records } = answer?.json() ?? {};
  return { phone: idempotencyKey ?? '', status: answer?.statusCode, code, key: String(records?.token ?? '') };
}
