import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { AnyServer } from '../../support/anyServer';
import { answersOf, bodyOf, completeSteps, expectRecords, get, paymentBody, post } from '../../support/fillSteps';
import { multipartRequest } from '../../support/multipart';
import { sampleJpeg } from '../../support/sampleFiles';
import {
  PASSWORD,
  PROPERTY,
  registerApplicant,
  registrationBody,
  type TestApplicant,
} from '../../support/serverApplicants';
import type { CrashTestServer } from '../support/crashTestServer';
import { loginAgain } from '../support/loginAgain';
import { slowdown } from '../support/slowdown';
import { retryUntilResponse } from '../support/withRetries';

/** Milliseconds. Longer than a call's lease, and as long as the page repeats a call (src/api/client.ts). */
const ANSWERED_WITHIN = 10_000;

interface Act {
  name: string;
  /** The call. It's made once before the death, and repeated unchanged until it gets a response. */
  ask(server: AnyServer, robin: TestApplicant): Promise<InjectOptions>;
  /** Counts the effect, which must exist once. */
  count(server: AnyServer, robin: TestApplicant, request: InjectOptions): Promise<number>;
}

const json = (url: string, robin: TestApplicant, payload: object): InjectOptions => ({
  method: 'POST',
  url,
  headers: robin.headers,
  payload,
});

/** One call of each kind that creates or charges. A quick run only uses the first ones. */
const unanswered: readonly Act[] = [
  {
    name: 'a registration',
    ask: async () => ({
      method: 'POST',
      url: '/api/users/register',
      headers: { url: 'open', entry: PROPERTY },
      payload: registrationBody(),
    }),
    async count(server, _, { payload }) {
      const { email } = payload as { email: string };
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/users/login',
        payload: { email, password: PASSWORD },
      });
      return answer.statusCode === 200 ? 1 : 0;
    },
  },
  {
    name: 'an upload',
    async ask(_, robin) {
      const content = await sampleJpeg();
      return multipartRequest(robin, '/api/applicant/document', {
        fields: { trn_id: robin.trn, document_id: '4', source_id: '0' },
        name: 'card.jpg',
        content,
      });
    },
    async count(server, robin) {
      const listed = await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`);
      return (listed.json().records as unknown[]).length;
    },
  },
  {
    name: 'a source',
    ask: async (_, robin) => json('/api/income/addsource', robin, { document_id: 6 }),
    async count(server, robin) {
      const next = await post(server, robin, '/api/income/addsource', { document_id: 6 });
      return Number(expectRecords(next).id) - 1;
    },
  },
  {
    name: 'a save',
    ask: async (server, robin) =>
      json(
        '/api/applicant/saveiddetail',
        robin,
        bodyOf(server, robin, 'identification', await answersOf(server, robin, 'identification')),
      ),
    count: async (server, robin) =>
      Number(expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`)).version),
  },
  {
    name: 'a payment',
    async ask(server, robin) {
      await completeSteps(server, robin, 'income', { pdfs: false });
      return json('/api/payment', robin, await paymentBody(server, robin));
    },
    async count(server, robin) {
      const status = expectRecords(await get(server, robin, `/api/users/sectionstatus/${robin.trn}`));
      return status.consent_payment_status === true ? 1 : 0;
    },
  },
];

/**
 * Kills the process after each call took effect but before its response. The repeated call must get a response soon
 * and change nothing more.
 */
export async function killBeforeResponse(
  crashTest: CrashTestServer,
  rounds: number,
): Promise<{ failures: string[]; converged: number }> {
  const { server } = crashTest;
  const failures: string[] = [];
  let converged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { name, ask, count } = unanswered[round % unanswered.length] as Act;
    const robin = await registerApplicant(server);
    const made = await ask(server, robin);
    const request = { ...made, headers: { ...made.headers, 'idempotency-key': randomUUID() } };
    await crashTest.restart('save.unanswered');
    await server.app.inject(request).catch(() => undefined);
    if (!(await crashTest.hasDied())) failures.push(`${name} never reached the point where its response is lost`);
    await crashTest.restart();
    const started = Date.now();
    const answer = await retryUntilResponse(server, request);
    const took = Date.now() - started;
    converged = Math.max(converged, took);
    if (answer.statusCode !== 200) failures.push(`${name}, repeated, returned ${answer.statusCode}: ${answer.body}`);
    if (took > ANSWERED_WITHIN * slowdown()) failures.push(`${name} got a response only after ${took} ms`);
    const found = await count(server, await loginAgain(server, robin), request);
    if (found !== 1) failures.push(`${name} whose response was lost exists ${found} times`);
  }
  return { failures, converged };
}
