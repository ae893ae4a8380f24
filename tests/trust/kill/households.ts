import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyAnswer } from '../../support/anyServer';
import { completeSteps, expectRecords, paymentBody, post } from '../../support/fillSteps';
import {
  addPerson,
  change,
  createPaymentBody,
  type Person,
  postInvited,
  type ReadHousehold,
  readHousehold,
} from '../../support/households';
import type { KillPoint } from '../../support/killPoints';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import type { CrashTestServer } from '../support/crashTestServer';
import type { TrustEngine } from '../support/engines';
import { loginAgain } from '../support/loginAgain';
import { hurryJobs, jobsDone } from './hurryJobs';
import { listenAsOffice } from './office';

const NAMES = ['Ada', 'Bea', 'Cleo', 'Dana', 'Elia', 'Fay', 'Gus', 'Hal', 'Ida'];
const COMPLETED = 'household.completed';
const COMPLETE_MAIL = "Subject: We have all of your household's applications";

interface HouseholdSetup {
  crashTest: CrashTestServer;
  folder: string;
  lead: TestApplicant;
  person: Person;
}

/** A change during which a process dies: what it needs, the change, and the state after the retry. */
interface Act {
  /** Creates what the change needs. Returns the change, which may return undefined if it has already taken effect. */
  prepare(setup: HouseholdSetup): Promise<(setup: HouseholdSetup) => Promise<AnyAnswer | undefined>>;
  isDone(household: ReadHousehold, setup: HouseholdSetup): boolean;
}

const acts: Record<string, Act> = {
  joining: {
    async prepare(setup) {
      const link = await invite(setup);
      return async ({ crashTest, person }) => postInvited(crashTest.server, link, person);
    },
    isDone: (household, setup) => stateOf(household, setup) === 'started',
  },
  leaving: {
    async prepare(setup) {
      const member = await join(setup);
      return async ({ crashTest: { server } }) => {
        const again = await loginAgain(server, member);
        const { revision, members } = await readHousehold(server, again);
        return members.length > 0 ? change(server, again, 'leave', { revision }) : undefined;
      };
    },
    isDone: (household, setup) => stateOf(household, setup) === undefined,
  },
  completing: {
    async prepare(setup) {
      const { server } = setup.crashTest;
      const member = await join(setup);
      await completeSteps(server, member, 'identification', { files: false });
      await completeSteps(server, member, 'income', { files: false, from: 'income' });
      return async ({ crashTest }) => {
        const again = await loginAgain(crashTest.server, member);
        return post(crashTest.server, again, '/api/payment', await createPaymentBody(crashTest.server, again));
      };
    },
    // The email is the last effect.
    isDone: (household, setup) => household.is_complete && countMails(setup) >= household.submitted - 1,
  },
};

/** How much each kind of change adds to a household's revision, starting with the invitation. */
const REVISIONS: Record<string, number> = { joining: 2, leaving: 3, completing: 3 };

export const isOfHousehold = (point: KillPoint): boolean => (point.split('.')[0] ?? '') in acts;

/**
 * Members join, leave and submit while the server dies, and retry each time. In the end, each change must have taken
 * effect once, and the office must have gotten one notice each time the household was complete. Returns what failed.
 */
export async function killInHousehold(
  crashTest: CrashTestServer,
  engine: TrustEngine,
  folder: string,
): Promise<string[]> {
  const failures: string[] = [];
  const office = await listenAsOffice(engine, folder);
  let lead = await submitLead(crashTest);
  // Without this, the submission may be recorded before or after the household exists, so it may or may not count.
  await jobsDone(engine, 'household-progress');
  // Adding the lead was the household's first change.
  let seen = 1;
  for (const [index, point] of crashTest.points.filter(isOfHousehold).entries()) {
    const first_name = NAMES[index] ?? '';
    const person = { first_name, last_name: 'Lindqvist', email: `${first_name}.${randomUUID()}@household.example` };
    const [kind = ''] = point.split('.');
    const { prepare, isDone } = acts[kind] as Act;
    lead = await loginAgain(crashTest.server, lead);
    const act = await prepare({ crashTest, folder, lead, person });
    await crashTest.restart(point);
    await act({ crashTest, folder, lead, person }).catch(() => undefined);
    if (!(await crashTest.hasDied())) failures.push(`no test reaches the point ${point}`);
    await crashTest.restart();
    await hurryJobs(engine);
    lead = await loginAgain(crashTest.server, lead);
    failures.push(...(await retryChange(() => act({ crashTest, folder, lead, person }), point)));
    seen += REVISIONS[kind] ?? 0;
    const setup = { crashTest, folder, lead, person };
    const household = await waitForHousehold(
      crashTest,
      lead,
      (found) => found.revision >= seen && isDone(found, setup),
    );
    if (household?.revision !== seen)
      failures.push(
        `${point}: ${household ? `revision ${household.revision} instead of ${seen}` : 'it never happened'}`,
      );
  }
  const completed = crashTest.points.filter((point) => point.startsWith('completing.')).length;
  for (let tries = 0; tries < 100 && office.count(lead.trn, COMPLETED) < completed; tries += 1) await wait(100);
  office.close();
  const completions = office.count(lead.trn, COMPLETED);
  if (completions !== completed)
    failures.push(`a household was complete ${completed} times, and the office was notified ${completions} times`);
  return failures;
}

/** Retries a change as an applicant would, because a restarted server may return 429 or 503. Returns what failed. */
async function retryChange(act: () => Promise<AnyAnswer | undefined>, point: KillPoint): Promise<string[]> {
  let last = '';
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await act().catch((error: Error) => error);
    // A change that has taken effect may be refused the second time; the household shows it.
    if (!answer || (!(answer instanceof Error) && answer.statusCode < 429)) return [];
    last = answer instanceof Error ? answer.message : `${answer.statusCode}: ${answer.body}`;
    await wait(1000);
  }
  return [`${point}: retries failed, ${last}`];
}

async function submitLead({ server }: CrashTestServer): Promise<TestApplicant> {
  const lead = await registerApplicant(server);
  await completeSteps(server, lead, 'income', { files: false });
  expectRecords(await post(server, lead, '/api/payment', await paymentBody(server, lead)));
  return lead;
}

/** Adds a guarantor. Returns the emailed link. */
async function invite({
  crashTest: { server },
  folder,
  lead,
  person,
}: HouseholdSetup): Promise<{ path: string; token: string }> {
  await addPerson(server, lead, 'guarantor', person);
  for (let tries = 0; tries < 200; tries += 1) {
    const mail = readMails(folder).find((one) => one.includes(person.email));
    const found = mail && /https?:\S+\?t=\S+/.exec(mail)?.[0];
    if (found) {
      const { pathname, searchParams } = new URL(found);
      return { path: pathname, token: searchParams.get('t') ?? '' };
    }
    await wait(100);
  }
  throw new Error(`${person.email} got no invitation`);
}

async function join(setup: HouseholdSetup): Promise<TestApplicant> {
  const { server } = setup.crashTest;
  const { email } = setup.person;
  const { trnid, token, refreshToken } = expectRecords(await postInvited(server, await invite(setup), setup.person));
  const headers = { email, authorization: String(token), trn_id: String(trnid) };
  return { trn: String(trnid), email, token: String(token), refreshToken: String(refreshToken), headers };
}

const stateOf = ({ members }: ReadHousehold, { person }: HouseholdSetup) =>
  members.find(({ first_name }) => first_name === person.first_name)?.state;

/** Returns the lead's household once `isDone`. Undefined after 300 tries. */
async function waitForHousehold(
  { server }: CrashTestServer,
  lead: TestApplicant,
  isDone: (household: ReadHousehold) => boolean,
): Promise<ReadHousehold | undefined> {
  for (let tries = 0; tries < 300; tries += 1) {
    const household = await readHousehold(server, lead);
    if (isDone(household)) return household;
    await wait(100);
  }
  return undefined;
}

const countMails = ({ folder }: HouseholdSetup): number =>
  readMails(folder).filter((mail) => mail.includes(COMPLETE_MAIL)).length;

function readMails(folder: string): string[] {
  const outbox = path.join(folder, 'outbox');
  return readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) =>
      readFileSync(path.join(outbox, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    );
}
