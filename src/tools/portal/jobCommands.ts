import { type Command, CommandError, type ParsedArguments, type Portal, printRows } from './command';
import { dropJob, listJobs, retryJobs } from './queueRepository';

const STATES = ['waiting', 'running', 'failing', 'failed'];
const MAX_ERROR = 160;
const kind = { about: 'only jobs of this kind, such as receipt or tell-office' };

export const jobCommands: Record<string, Command> = {
  'jobs list': {
    about:
      "Lists the jobs that are waiting, running, failing (will be retried) or failed (won't be retried), with their errors.",
    places: [],
    options: { kind, state: { about: `only these: ${STATES.join(', ')}` } },
    run: list,
  },
  'jobs retry': {
    about: 'Runs a failing or failed job again now, or all of them.',
    places: ['job|all'],
    options: { kind },
    run: retry,
  },
  'jobs drop': {
    about: 'Deletes a failing or failed job without running it.',
    places: ['job'],
    run: drop,
  },
};

async function list(portal: Portal, given: ParsedArguments): Promise<void> {
  if (given.state && !STATES.includes(given.state))
    throw new CommandError(`There's no state '${given.state}'. Use one of ${STATES.join(', ')}.`);
  const jobs = await listJobs(portal.db, { kind: given.kind, state: given.state });
  const rows = jobs.map(({ run_at, first_tried_at, attempts: tries, error, ...job }) => ({
    ...job,
    tries,
    since: (first_tried_at ?? run_at).toISOString(),
    next: job.state === 'failed' ? '' : run_at.toISOString(),
    error: error?.replace(/\s+/g, ' ').slice(0, MAX_ERROR),
  }));
  printRows(portal, rows, 'No jobs.');
}

async function retry(portal: Portal, given: ParsedArguments): Promise<void> {
  const wanted = given['job|all'] ?? '';
  const job = wanted === 'all' ? undefined : readId(wanted);
  const count = await retryJobs(portal.db, { job, kind: given.kind });
  if (job && count === 0) throw new CommandError(noSuchJob(job));
  portal.print(`The running app will run ${count} ${count === 1 ? 'job' : 'jobs'} again.`);
}

async function drop(portal: Portal, { job = '' }: ParsedArguments): Promise<void> {
  const dropped = await dropJob(portal.db, readId(job));
  if (!dropped) throw new CommandError(noSuchJob(job));
  portal.print(`Deleted job ${job} (${dropped}). It won't run.`);
}

function readId(job: string): string {
  if (/^\d{1,18}$/.test(job)) return job;
  throw new CommandError(`'${job}' isn't a job. To see the list, run: npm run portal -- jobs list`);
}

const noSuchJob = (job: string) =>
  `There's no failing or failed job ${job}. To see the list, run: npm run portal -- jobs list`;
