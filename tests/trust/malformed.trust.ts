import { readFileSync } from 'node:fs';
import { createRandom } from '../../e2e/support/scan/random';
import { completeSteps, expectRecords, get, paymentBody, post } from '../support/fillSteps';
import { registerApplicant } from '../support/serverApplicants';
import { countReached, noneReached, type Reached } from './malformed/kinds';
import { createRequestInputs, withoutBody } from './malformed/requestInputs';
import { nextRequest, type RequestInputs } from './malformed/requests';
import { testEndlessBodies, testSlowRequests } from './malformed/slow';
import { testWideBodies } from './malformed/wide';
import type { Mode, Outcome, Suite } from './suite';
import { type BuiltServer, startBuilt } from './support/builtServer';
import { withFolder } from './support/folders';
import { logInToOffice } from './support/officeSession';
import { sendRaw } from './support/rawRequest';
import { remoteServer } from './support/remoteServer';

const SEED = 20261121;
/** Number of requests, including those that are rejected too early to count. */
const COUNT: Record<Mode, number> = { quick: 9000, long: 50_000 };
const MIN_REACHED = 5000;
/** Minimum for each kind of request. */
const MIN_PER_KIND = 60;
const CONCURRENCY = 8;
/** Requests with the same session. Access tokens last five minutes. */
const REFRESH_EVERY = 400;
const MAX_MS = 5000;
const MAX_GROWTH_MB = 400;

/** Invalid requests: each gets a response within five seconds, and the server keeps working. */
export default { name: 'malformed', run } satisfies Suite;

function run(mode: Mode): Promise<Outcome> {
  return withFolder(async (folder) => {
    const server = await startBuilt({ DATA_DIR: folder, LIMIT_FACTOR: '1000000' });
    try {
      return await sendMalformed(server, mode, folder);
    } finally {
      await server.kill();
    }
  });
}

interface Results {
  statuses: Record<number, number>;
  reached: Reached;
  slowest: number;
  failures: string[];
}

async function sendMalformed(server: BuiltServer, mode: Mode, folder: string): Promise<Outcome> {
  const port = Number(new URL(server.address).port);
  const random = createRandom(SEED);
  const results: Results = { statuses: {}, reached: noneReached(), slowest: 0, failures: [] };
  const office = await officeGround(server, folder);
  let inputs = await createRequestInputs(server.address, office);
  // Memory that the first requests allocate doesn't count as growth.
  await send(port, random, inputs, REFRESH_EVERY, results);
  const before = residentMb(server);
  let most = before;
  for (let sent = REFRESH_EVERY; sent < COUNT[mode]; sent += REFRESH_EVERY) {
    inputs = { ...inputs, ...(await createRequestInputs(server.address, office)) };
    await send(port, random, inputs, REFRESH_EVERY, results);
    most = Math.max(most, residentMb(server));
  }
  const slow = await testSlowRequests(port, server.address, inputs.headers);
  const wide = await testWideBodies(
    port,
    server.address,
    await createRequestInputs(server.address, office),
    inputs.headers,
  );
  const cut = mode === 'long' ? await testEndlessBodies(port) : [];
  const unspoilt = withoutBody(inputs.bodies).map(
    (route) => `${route} has no body in malformed/requestInputs.ts to break`,
  );
  const failures = [
    ...unspoilt,
    ...results.failures,
    ...slow.failures,
    ...wide.failures,
    ...cut,
    ...verify(results, before, most, server),
  ];
  const n = COUNT[mode] + slow.n + wide.n;
  const share = (from: number) => sum(results.statuses, (status) => Math.floor(status / 100) === from);
  return {
    n,
    figure: `seed ${SEED}: ${Object.entries(results.reached)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(
        ', ',
      )} reached a parser or handler; ${share(2)} accepted, ${share(4)} rejected, ${share(0)} cut off, ${share(5)} failed; slowest ${results.slowest} ms, memory ${before} → ${residentMb(server)} MB (at most ${most}); ${slow.figure}; ${wide.figure}`,
    failures,
  };
}

/** Submits an application, and logs in an office user who may read it. */
async function officeGround(server: BuiltServer, folder: string): Promise<RequestInputs['office']> {
  const remote = remoteServer(() => server.address);
  const robin = await registerApplicant(remote);
  await completeSteps(remote, robin, 'income', { pdfs: false });
  expectRecords(await post(remote, robin, '/api/payment', await paymentBody(remote, robin)));
  const { headers } = await logInToOffice(remote, folder, 'malformed@office.example');
  const id = String(expectRecords(await get(remote, robin, '/api/users/applicationdetail')).application_number);
  return { headers, id };
}

async function send(
  port: number,
  random: ReturnType<typeof createRandom>,
  inputs: RequestInputs,
  count: number,
  results: Results,
) {
  // Generated in sequence, so the series doesn't depend on the order of the responses.
  const requests = Array.from({ length: count }, () => nextRequest(random, inputs));
  const one = async (): Promise<void> => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const { way, request } = next;
      const answer = await sendRaw(port, request);
      const { status, ms, body } = answer;
      countReached(results.reached, request, answer);
      results.statuses[status] = (results.statuses[status] ?? 0) + 1;
      results.slowest = Math.max(results.slowest, ms);
      const what = `${request.method} ${request.path.slice(0, 80)} (${way})`;
      if (status >= 500) results.failures.push(`${what}: ${status}; sent ${request.body?.subarray(0, 300)}`);
      if (ms > MAX_MS) results.failures.push(`${what}: ${ms} ms`);
      if (/\bat .*\.(js|ts):\d+|node_modules|SELECT |insert into/.test(body))
        results.failures.push(`${what}: reveals internals: ${body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
}

function verify({ reached }: Results, before: number, most: number, server: BuiltServer): string[] {
  const least = (kind: string): number => (kind === 'all' ? MIN_REACHED : MIN_PER_KIND);
  return [
    ...(most - before > MAX_GROWTH_MB ? [`memory grew from ${before} to ${most} MB`] : []),
    ...Object.entries(reached)
      .filter(([kind, count]) => count < least(kind))
      .map(([kind, count]) => `only ${count} of ${kind} reached a parser or a handler, not ${least(kind)}`),
    ...(server.child.exitCode === null ? [] : [`the server ended: ${server.said()}`]),
    ...(/unhandled|uncaught/i.test(server.said()) ? [server.said().slice(0, 500)] : []),
  ];
}

const sum = (statuses: Record<number, number>, of: (status: number) => boolean): number =>
  Object.entries(statuses).reduce((total, [status, count]) => total + (of(Number(status)) ? count : 0), 0);

function residentMb({ child }: BuiltServer): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1024);
}
