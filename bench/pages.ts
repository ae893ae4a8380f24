import pg from 'pg';
import type { IncomeChecks } from '../src/model/income/checks/documentChecks';
import { MAX_ATTEMPTS } from '../src/server/platform/jobs/jobs';
import { recentStubs } from '../tests/sampleDocuments/recentDocuments';
import { bindPages, photographPages } from '../tests/sampleDocuments/scanPdf';
import { expectRecords, get, post } from '../tests/support/fillSteps';
import { upload } from '../tests/support/multipart';
import { registerApplicant, type TestApplicant } from '../tests/support/serverApplicants';
import { startBuilt } from '../tests/trust/support/builtServer';
import { remoteServer } from '../tests/trust/support/remoteServer';
import { type Portal, withPortal } from './support/withPortal';

const PAGES_A_FILE = 10;
/** Fraction of the pages that is read before the process is killed. */
const KILL_AT = 0.4;
const POLL_MS = 500;

/**
 * `npm run bench:pages [pages] [to read]`: uploads scanned pay stubs, and restarts the server while it reads them.
 * Fails if a page is lost, if progress goes backward, or if a late applicant waits too long.
 */
async function main(): Promise<void> {
  const pages = Number(process.argv[2] ?? 40);
  const toRead = Math.min(pages, Number(process.argv[3] ?? pages));
  const isThere = await withPortal((portal) => measure(portal, pages, toRead));
  if (!isThere) console.log("PostgreSQL isn't running (TEST_DATABASE_URL), so nothing was measured");
}

interface Read {
  pages: number;
  files: number;
  /** Number of unread files that have a job. */
  queued: number;
}

async function measure(portal: Portal, pages: number, toRead: number): Promise<void> {
  let { address } = portal;
  const server = remoteServer(() => address);
  const db = new pg.Pool({ connectionString: portal.url, max: 2 });
  const pictures = await photographPages(await recentStubs());
  const fileOf = (count: number) => bindPages(Array.from({ length: count }, (_, n) => pictures[n % 2] as Buffer));
  const readOf = async (): Promise<Read> => {
    const { rows } = await db.query<Read>(
      `select coalesce(sum(case state when 'read' then pages else page end), 0)::int as pages, count(*) filter (where state = 'read')::int as files,
         (select count(distinct payload ->> 'id') from job j where kind in ('read-document', 'read-page') and attempts < ${MAX_ATTEMPTS}
           and not exists (select from document_reading d where d.document::text = j.payload ->> 'id' and d.state = 'read'))::int as queued
       from document_reading`,
    );
    return rows[0] as Read;
  };

  const file = await fileOf(PAGES_A_FILE);
  const applicants: TestApplicant[] = [];
  for (let n = 0; n < pages / PAGES_A_FILE; n += 1) applicants.push(await createApplicant(server, file));
  const first = await readOf();
  console.log(
    `${pages} pages in ${applicants.length} files were accepted; ${first.pages} have been read so far, ${first.queued} files queued`,
  );

  const began = performance.now();
  const watch = watcher(server, applicants);
  await until(async () => (await readOf()).pages - first.pages >= toRead * KILL_AT, watch.poll);
  await portal.process.kill();
  const next = await startBuilt(portal.environment);
  address = next.address;
  console.log(`Killed and restarted after ${(await readOf()).pages} pages`);

  const before = (await readOf()).pages;
  const newcomer = await createApplicant(server, await fileOf(1));
  await until(async () => !(await checksOf(server, newcomer)).reading, watch.poll);
  const waited = (await readOf()).pages - before - 1;
  const isDone = async () => {
    const { pages: read, files } = await readOf();
    return files === applicants.length + 1 || (toRead < pages && read - first.pages >= toRead);
  };
  await until(isDone, watch.poll);
  const hours = (performance.now() - began) / 3_600_000;
  const { pages: read, files, queued } = await readOf();
  await next.kill();
  await db.end();

  const lost = applicants.length + 1 - files - queued;
  console.log(`${read} of ${pages + 1} pages were read, ${Math.round((read - first.pages) / hours)} per hour`);
  console.log(`${files} files were read, ${queued} are waiting in the queue, ${lost} were lost`);
  console.log(
    `A new account's page waited for ${waited} others (at most one page of each waiting account: ${applicants.length})`,
  );
  console.log(`Progress was checked ${watch.polls()} times and went backward ${watch.steppedBack()} times`);
  if (
    lost ||
    (toRead === pages && read !== pages + 1) ||
    waited > applicants.length ||
    watch.steppedBack() ||
    !watch.polls()
  )
    process.exitCode = 1;
}

type Server = ReturnType<typeof remoteServer>;

async function createApplicant(server: Server, content: Buffer): Promise<TestApplicant> {
  const applicant = await registerApplicant(server);
  expectRecords(await post(server, applicant, '/api/income/addsource', { trn_id: applicant.trn, document_id: 3 }));
  expectRecords(await upload(server, applicant, 3, { name: 'scan.pdf', content }, 1));
  return applicant;
}

/** Reads what the applicant's page shows. Refreshes an expired token. */
async function checksOf(server: Server, applicant: TestApplicant): Promise<IncomeChecks> {
  const poll = () => get(server, applicant, `/api/income/checks/${applicant.trn}`);
  const first = await poll();
  if (first.statusCode !== 401) return expectRecords(first) as unknown as IncomeChecks;
  const payload = { refreshtoken: applicant.refreshToken };
  const fresh = await server.app.inject({ method: 'POST', url: '/api/users/refreshToken', payload });
  const { token, refreshToken } = expectRecords(fresh) as { token: string; refreshToken: string };
  Object.assign(applicant, { token, refreshToken, headers: { ...applicant.headers, authorization: token } });
  return expectRecords(await poll()) as unknown as IncomeChecks;
}

/** Polls the applicants' pages one after another, and counts how often progress goes backward. */
function watcher(server: Server, applicants: readonly TestApplicant[]) {
  const seen = new Map<string, number>();
  let [polls, steppedBack] = [0, 0];
  return {
    polls: () => polls,
    steppedBack: () => steppedBack,
    async poll(): Promise<void> {
      const one = applicants[polls % applicants.length];
      // No server is running between two processes.
      const checks = one && (await checksOf(server, one).catch(() => undefined));
      if (!one || !checks) return;
      polls += 1;
      const page = checks.reading ? (checks.progress?.[0]?.page ?? 0) : Number.POSITIVE_INFINITY;
      if (page < (seen.get(one.trn) ?? 0)) steppedBack += 1;
      seen.set(one.trn, page);
    },
  };
}

async function until(isSo: () => Promise<boolean>, meanwhile: () => Promise<void>): Promise<void> {
  while (!(await isSo())) {
    await meanwhile();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

await main();
