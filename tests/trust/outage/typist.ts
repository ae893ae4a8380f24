import { setTimeout as wait } from 'node:timers/promises';
import type { AnyServer } from '../../support/anyServer';
import { get } from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';

export interface Typist {
  applicant: TestApplicant;
  kept: number;
  tried: number;
  /** Number of refused saves. */
  refused: number;
  failures: string[];
  /** Starts typing. The returned function ends it, and resolves when the last text is stored. */
  start(): () => Promise<void>;
  /** Problems with the stored answers. */
  verify(): Promise<string[]>;
}

/** Creates an applicant who types, and retries each refused text until it's stored. */
export async function createTypist(server: AnyServer): Promise<Typist> {
  const applicant = await registerApplicant(server);
  const url = `/api/drafts/${applicant.trn}/address`;
  const one: Typist = { applicant, kept: 0, tried: 0, refused: 0, failures: [], start, verify };

  async function put(): Promise<boolean> {
    const payload = { answers: { first: one.tried, second: one.tried } };
    const answer = await server.app.inject({ method: 'PUT', url, headers: applicant.headers, payload });
    if (answer.statusCode === 200) one.kept = one.tried;
    else refusedWith(answer.statusCode, answer.headers['retry-after'], answer.json().message);
    return answer.statusCode === 200;
  }

  function refusedWith(status: number, retryAfter: unknown, message: unknown): void {
    one.refused += 1;
    if (status !== 503 || !(Number(retryAfter) > 0)) one.failures.push(`returned ${status}, Retry-After ${retryAfter}`);
    if (!/try again/i.test(String(message))) one.failures.push(`told '${message}'`);
  }

  function start(): () => Promise<void> {
    let isOver = false;
    const typing = (async () => {
      while (!isOver) {
        one.tried += 1;
        for (let n = 0; n < 300 && !(await put()); n += 1) await wait(100);
      }
    })();
    return () => {
      isOver = true;
      return typing;
    };
  }

  async function verify(): Promise<string[]> {
    const answer = await get(server, applicant, url);
    const { first, second } = answer.json().records?.answers ?? {};
    const isThere = answer.statusCode === 200 && first === second && first === one.tried && one.kept === one.tried;
    return isThere
      ? one.failures
      : [...one.failures, `text ${one.tried} was typed last, but ${first} and ${second} are stored`];
  }

  return one;
}
