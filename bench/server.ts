import { completeSteps } from '../tests/support/fillSteps';
import { registerApplicant, type TestApplicant } from '../tests/support/serverApplicants';
import { measureThroughput } from '../tests/trust/load/savesPerSecond';
import { quantile } from '../tests/trust/support/tally';
import { withPortal } from './support/withPortal';

const APPLICANTS = 10;
const CONNECTIONS = 10;
const ROUNDS = 3;
const SECONDS = 1.5;

const EMPTY_CALL = 'empty call (GET /healthz)';

const calls: Record<string, (applicant: TestApplicant) => string> = {
  [EMPTY_CALL]: () => '/healthz',
  'open identification': () => '/api/open/application/identification',
  'open applicant-details': () => '/api/open/application/applicant-details',
  'open income': () => '/api/open/application/income',
  'open payment': () => '/api/open/application/payment',
  'open success': () => '/api/open/success/summary',
  'a form, without page data': () => '/api/forms/application/income',
  applicationdetail: () => '/api/users/applicationdetail',
  sectionstatus: ({ trn }) => `/api/users/sectionstatus/${trn}`,
  getidentification: ({ trn }) => `/api/applicant/getidentification/${trn}`,
  'contextual/getdetails': ({ trn }) => `/api/contextual/getdetails/${trn}`,
  'income/getdetails': ({ trn }) => `/api/income/getdetails/${trn}`,
  'a draft': ({ trn }) => `/api/drafts/${trn}/address`,
};

/**
 * `npm run bench:server`: measures responses per second of one process on PostgreSQL, and compares each call with an
 * empty one.
 */
async function main(): Promise<void> {
  const isThere = await withPortal(async ({ server, address }) => {
    const applicants = await Promise.all(Array.from({ length: APPLICANTS }, () => registerApplicant(server)));
    for (const applicant of applicants) await completeSteps(server, applicant, 'income', { pdfs: false });
    const rounds: Record<string, number>[] = [];
    // The first round is a warm-up and isn't counted.
    for (let n = 0; n <= ROUNDS; n += 1) {
      const round = await callAll(address, applicants);
      if (n > 0) rounds.push(round);
    }
    for (const name of Object.keys(calls)) await report(name, rounds, applicants, address);
  });
  if (!isThere) console.log("PostgreSQL isn't running (TEST_DATABASE_URL), so nothing was measured");
}

async function callAll(address: string, applicants: readonly TestApplicant[]): Promise<Record<string, number>> {
  const round: Record<string, number> = {};
  for (const [name, pathOf] of Object.entries(calls)) {
    const each = Array.from({ length: CONNECTIONS }, (_, n) => applicants[n % applicants.length] as TestApplicant);
    const requests = each.map((one) => ({ method: 'GET', path: pathOf(one), headers: one.headers }));
    const { perSecond, refused } = await measureThroughput([address], SECONDS, requests);
    if (refused) throw new Error(`${name}: ${refused} calls were rejected`);
    round[name] = perSecond;
  }
  return round;
}

async function report(
  name: string,
  rounds: readonly Record<string, number>[],
  applicants: readonly TestApplicant[],
  address: string,
): Promise<void> {
  const middle = (of: (round: Record<string, number>) => number) => quantile(rounds.map(of), 0.5);
  const perSecond = middle((round) => round[name] ?? 0);
  const share = middle((round) => (round[name] ?? 0) / (round[EMPTY_CALL] ?? 1));
  const [first] = applicants as [TestApplicant];
  const bytes = (await (await fetch(address + calls[name]?.(first), { headers: first.headers })).arrayBuffer())
    .byteLength;
  console.log(
    `${name.padEnd(24)} ${perSecond.toFixed(0).padStart(6)}/s  ${share.toFixed(3)} of the empty call  ${bytes} bytes uncompressed`,
  );
}

await main();
