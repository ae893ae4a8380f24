import type { InjectOptions } from 'fastify';
import type { AnyAnswer } from '../../support/anyServer';
import { PASSWORD, registrationBody, type TestApplicant } from '../../support/serverApplicants';
import type { SuiteServer } from '../support/severalProcesses';
import { count, quantile, type Tally } from '../support/tally';

/** Allowed difference of the medians, as a share or in milliseconds: less isn't measurable over a network. */
const SHARE = 0.25;
const MIN_MS = 10;

/** Calls that anyone can make with an email address, registered or not. */
const questions: Record<string, (email: string) => InjectOptions> = {
  login: (email) => ({ method: 'POST', url: '/api/users/login', payload: { email, password: `${PASSWORD}x` } }),
  'a forgotten password': (email) => ({ method: 'POST', url: '/api/users/forgotPassword', payload: { email } }),
  // Only a complete, valid form gets the response that an email is in use.
  'an incomplete registration': (email) => ({
    method: 'POST',
    url: '/api/users/register',
    headers: { url: 'open', entry: '/Property/demo/harbor-view/open' },
    payload: { ...registrationBody({ fname: '' }), email, reEmail: email },
  }),
};

/** Neither the text nor the time of a response reveals whether an email is registered. Returns the medians as text. */
export async function compareAnswers(
  server: SuiteServer,
  robin: TestApplicant,
  times: number,
  tally: Tally,
): Promise<string> {
  const figures: string[] = [];
  for (const [what, ask] of Object.entries(questions)) {
    const [known, unknown] = await measureInTurns(server, ask, robin.email, times, what, tally);
    const differ = Math.abs(known - unknown) > Math.max(MIN_MS, SHARE * Math.max(known, unknown));
    count(tally, differ && `${what}: ${known} ms for a registered email, ${unknown} ms for another`);
    figures.push(`${what} ${known}/${unknown} ms`);
  }
  return figures.join(', ');
}

/** Returns the medians of both calls, measured in turns, so that other load slows them equally. */
async function measureInTurns(
  { app }: SuiteServer,
  ask: (email: string) => InjectOptions,
  email: string,
  times: number,
  what: string,
  tally: Tally,
): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let n = 0; n < times; n += 1) {
    const known = await timed(() => app.inject(ask(email)));
    const unknown = await timed(() => app.inject(ask(`nobody.${n}@example.com`)));
    taken[0].push(known.ms);
    taken[1].push(unknown.ms);
    const isSame = visible(known.answer) === visible(unknown.answer);
    count(
      tally,
      !isSame && `${what}: ${visible(known.answer)} for a registered email, ${visible(unknown.answer)} for another`,
    );
  }
  return [round(quantile(taken[0], 0.5)), round(quantile(taken[1], 0.5))];
}

async function timed(work: () => Promise<AnyAnswer>) {
  const started = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - started };
}

/** Leaves out the date, because it differs in each response. */
function visible({ statusCode, headers, body }: AnyAnswer): string {
  const { date: _date, ...otherHeaders } = headers;
  return JSON.stringify({ statusCode, told: otherHeaders, body });
}

const round = (ms: number): number => Math.round(ms * 10) / 10;
