import { setTimeout as wait } from 'node:timers/promises';
import type { AnyServer } from '../../support/anyServer';
import { get } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { sampleJpeg } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { loginAgain } from '../support/loginAgain';
import { measureCommitsDuring } from './bareCommits';
import { createMeter, type Meter } from './meter';

export interface Load {
  people: number;
  seconds: number;
  /** Minimum and maximum pause before every two calls, in seconds. */
  think: [number, number];
}

export interface LoadResult {
  save: Meter;
  noop: Meter;
  /** Commits of an unrelated row on separate connections. */
  commit: Meter;
  calls: number;
  failures: string[];
}

/**
 * A closed model: each applicant pauses, makes two calls and waits for each response. Everyone's last text must be
 * stored. `url` is the database's.
 */
export async function simulateApplicants(
  server: AnyServer,
  url: string,
  { people, seconds, think: [from, to] }: Load,
): Promise<LoadResult> {
  const felt: LoadResult = { save: createMeter(), noop: createMeter(), commit: createMeter(), calls: 0, failures: [] };
  const picture = await sampleJpeg();
  const applicants: TestApplicant[] = [];
  while (applicants.length < people)
    applicants.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(10, people - applicants.length) }, () => registerApplicant(server)),
      )),
    );
  const until = Date.now() + seconds * 1000;
  await measureCommitsDuring(url, felt.commit, () => Promise.all(applicants.map(live)));
  return felt;

  async function live(first: TestApplicant): Promise<void> {
    let robin = first;
    let saves = 0;
    while (Date.now() < until) {
      await wait((from + Math.random() * (to - from)) * 1000);
      felt.calls += 2;
      await felt.noop.time(() => demandOk(server.app.inject({ url: '/healthz' })));
      const what = Math.random();
      if (what < 0.6) saves = await type(robin, saves + 1);
      else if (what < 0.9) await demandOk(get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
      else if (what < 0.95) await demandOk(upload(server, robin, 4, { name: 'a.jpg', content: picture }));
      else robin = await loginAgain(server, robin);
    }
    const stored = (await get(server, robin, `/api/drafts/${robin.trn}/address`)).json().records?.answers?.n ?? 0;
    if (stored !== saves) felt.failures.push(`text ${saves} was acknowledged, but ${stored} is stored`);
  }

  async function type({ trn, headers }: TestApplicant, n: number): Promise<number> {
    const request = { method: 'PUT' as const, url: `/api/drafts/${trn}/address`, headers, payload: { answers: { n } } };
    await felt.save.time(() => demandOk(server.app.inject(request)));
    return n;
  }

  async function demandOk(call: ReturnType<AnyServer['app']['inject']>): Promise<void> {
    const answer = await call.catch((error: Error) => void felt.failures.push(`no response: ${error.cause ?? error}`));
    if (answer && answer.statusCode !== 200)
      felt.failures.push(`returned ${answer.statusCode}: ${answer.body.slice(0, 100)}`);
  }
}
