import { readFileSync } from 'node:fs';
import { createRandom } from '../../e2e/support/scan/random';
import robin from '../../schemas/personas/robin-hale.json';
import { toBody } from '../../src/model/body';
import { realCatalogue } from '../support/schemaFiles';
import { registrationBody } from '../support/serverApplicants';
import { rows } from './idor/rows';
import { type Ground, nextRequest } from './malformed/requests';
import { tryLongBodies, trySlow } from './malformed/slow';
import type { Mode, Outcome, Suite } from './suite';
import { type BuiltServer, startBuilt } from './support/builtServer';
import { withFolder } from './support/folders';
import { sendRaw } from './support/rawRequest';

const SEED = 20261121;
const COUNT: Record<Mode, number> = { quick: 5200, long: 50_000 };
const AT_ONCE = 8;
/** Tokens last five minutes. */
const REFRESH_EVERY = 400;
const MOST_MS = 5000;
const MOST_GROWTH_MB = 400;

/** Requests that are none: each is refused or answered within five seconds, and the server stays as it was. */
export default { name: 'malformed', run } satisfies Suite;

function run(mode: Mode): Promise<Outcome> {
  return withFolder(async (folder) => {
    const server = await startBuilt({ DATA_DIR: folder, LIMIT_FACTOR: '1000000' });
    try {
      return await attack(server, mode);
    } finally {
      await server.kill();
    }
  });
}

interface Seen {
  statuses: Record<number, number>;
  slowest: number;
  failures: string[];
}

async function attack(server: BuiltServer, mode: Mode): Promise<Outcome> {
  const port = Number(new URL(server.address).port);
  const random = createRandom(SEED);
  const seen: Seen = { statuses: {}, slowest: 0, failures: [] };
  let ground = await prepare(server.address);
  // What the first requests load for good is no growth.
  await send(port, random, ground, REFRESH_EVERY, seen);
  const before = residentMb(server);
  let most = before;
  for (let sent = REFRESH_EVERY; sent < COUNT[mode]; sent += REFRESH_EVERY) {
    ground = { ...ground, ...(await prepare(server.address)) };
    await send(port, random, ground, REFRESH_EVERY, seen);
    most = Math.max(most, residentMb(server));
  }
  const slow = await trySlow(port, server.address);
  const cut = mode === 'long' ? await tryLongBodies(port) : [];
  const failures = [...seen.failures, ...slow.failures, ...cut, ...judge(seen, before, most, server)];
  const n = COUNT[mode] + slow.n;
  const share = (from: number) => sum(seen.statuses, (status) => Math.floor(status / 100) === from);
  return {
    n,
    figure: `seed ${SEED}: ${share(2)} answered, ${share(4)} refused, ${share(0)} cut off, ${share(5)} broken; slowest ${seen.slowest} ms, memory ${before} → ${residentMb(server)} MB (most ${most}); ${slow.figure}`,
    failures,
  };
}

async function send(port: number, random: ReturnType<typeof createRandom>, ground: Ground, count: number, seen: Seen) {
  // Drawn one after the other, so that the row is the same whatever the order of the answers.
  const requests = Array.from({ length: count }, () => nextRequest(random, ground));
  const one = async (): Promise<void> => {
    for (let next = requests.pop(); next; next = requests.pop()) {
      const { way, request } = next;
      const { status, ms, body } = await sendRaw(port, request);
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      seen.slowest = Math.max(seen.slowest, ms);
      const what = `${request.method} ${request.path.slice(0, 80)} (${way})`;
      if (status >= 500) seen.failures.push(`${what}: ${status}; sent ${request.body?.subarray(0, 300)}`);
      if (ms > MOST_MS) seen.failures.push(`${what}: ${ms} ms`);
      if (/\bat .*\.(js|ts):\d+|node_modules|SELECT |insert into/.test(body))
        seen.failures.push(`${what}: tells of the inside: ${body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Not the one that ends the session, and not the stream that stays open. */
const routes = Object.keys(rows).filter((key) => !/logout|forms\/changes/.test(key));

/** A session and good bodies to spoil. */
async function prepare(address: string): Promise<Ground> {
  const register = await fetch(`${address}/api/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', url: 'open', entry: '/Property/demo/harbor-view/open' },
    body: JSON.stringify(registrationBody()),
  });
  const { records } = (await register.json()) as { records: { trnid: string; token: string } };
  const headers = { authorization: records.token, trn_id: records.trnid };
  return { routes, headers, trn: records.trnid, bodies: goodBodies(records.trnid) };
}

function goodBodies(trn: string): Record<string, unknown> {
  const step = (id: keyof typeof robin.flows.application) => {
    const found = realCatalogue()
      .flow('application')
      .steps.find((one) => one.id === id);
    return found && { trn_id: trn, version: 0, ...toBody(found, robin.flows.application[id] as never) };
  };
  return {
    'POST /api/users/register': registrationBody(),
    'POST /api/users/login': { email: 'a@example.com', password: 'Harbor!View2026' },
    'POST /api/users/exchange': { trn_id: trn, url: 'open', token: 'a'.repeat(43) },
    'POST /api/users/forgotPassword': { email: 'a@example.com' },
    'POST /api/users/resetPassword': { uid: 'a'.repeat(43), password: 'Harbor!View2027' },
    'POST /api/users/refreshToken': { refreshtoken: 'a'.repeat(43) },
    'POST /api/auth/refreshtoken': { refreshtoken: 'a'.repeat(43) },
    'POST /api/token/refresh': { refreshtoken: 'a'.repeat(43) },
    'POST /api/users/updateTandC': { trn_id: trn },
    'POST /api/applicant/saveiddetail': step('identification'),
    'POST /api/contextual/savedetails': step('applicant-details'),
    'POST /api/income/savedetails': step('income'),
    'POST /api/payment': { ...step('payment'), token: 'tok', file: 'data:,', document_id: '8', amount: 4500 },
    'PUT /api/drafts/:trn/:section': { answers: robin.flows.application.income.employers },
    'POST /api/income/addsource': { document_id: 3, source_id: 1, trn_id: trn },
    'POST /api/income/deletesource': { document_id: 3, source_id: 1, trn_id: trn },
    'POST /api/contextual/deletedocument': { document_id: 4, source_id: 0, application_document_id: 1 },
    'POST /api/secondary/save': { trn_id: trn, version: 0, questions: [{ a: 1 }] },
    'POST /api/desired/unit': { trn_id: trn, version: 0, floorId: 1, unitId: 2, move_in_date: '2027-01-01' },
    'POST /api/scan/link': {},
    'POST /api/applicant/licencematch': { document: 1, name: 'typed' },
    'POST /api/application/inreview': { applicationnumber: '100001', isInReview: 1 },
    'POST /api/applicant/mobile_scan_saveonly': { file: 'data:image/png;base64,AAAA', document_id: 2, trn_id: trn },
    'POST /api/scan/:id/open': { token: 'a'.repeat(43) },
    'POST /api/studio/section': { section: 'address', applicationType: 'Property', overlay: { settings: {} } },
    'POST /sandbox/v1/tokens': {
      card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2034, outcome: 'succeed' },
    },
  };
}

function judge({ statuses }: Seen, before: number, most: number, server: BuiltServer): string[] {
  const all = sum(statuses, () => true);
  const strangers = statuses[401] ?? 0;
  return [
    ...(most - before > MOST_GROWTH_MB ? [`memory grew from ${before} to ${most} MB`] : []),
    // Otherwise the requests end at the session's door and try nothing behind it.
    ...(strangers > all / 4 ? [`${strangers} of ${all} requests came no further than 401`] : []),
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
