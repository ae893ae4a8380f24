import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyAnswer } from '../../support/anyServer';
import { completeSteps, demand, paymentBody, post } from '../../support/fillSteps';
import {
  addPerson,
  change,
  orderOf,
  type Person,
  postInvited,
  readHousehold,
  type SeenHousehold,
} from '../../support/households';
import type { KillPoint } from '../../support/killPoints';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import type { TrustEngine } from '../support/engines';
import { loginAgain } from '../support/loginAgain';
import type { Mortal } from '../support/mortal';
import { hurryJobs, jobsDone } from './hurryJobs';
import { listenAsOffice } from './office';

const NAMES = ['Ada', 'Bea', 'Cleo', 'Dana', 'Elia', 'Fay', 'Gus', 'Hal', 'Ida'];
const COMPLETED = 'household.completed';
const COMPLETE_MAIL = 'Subject: Everyone in your household has applied';

interface Scene {
  mortal: Mortal;
  folder: string;
  lead: TestApplicant;
  person: Person;
}

/** A change during which a process dies: what it needs, the change, and the state after the retry. */
interface Act {
  /** The change returns nothing if it has already taken effect. */
  prepare(scene: Scene): Promise<(scene: Scene) => Promise<AnyAnswer | undefined>>;
  isDone(household: SeenHousehold, scene: Scene): boolean;
}

const acts: Record<string, Act> = {
  joining: {
    async prepare(scene) {
      const link = await invite(scene);
      return async ({ mortal, person }) => postInvited(mortal.server, link, person);
    },
    isDone: (household, scene) => stateOf(household, scene) === 'started',
  },
  leaving: {
    async prepare(scene) {
      const member = await join(scene);
      return async ({ mortal: { server } }) => {
        const again = await loginAgain(server, member);
        const { revision, members } = await readHousehold(server, again);
        return members.length > 0 ? change(server, again, 'leave', { revision }) : undefined;
      };
    },
    isDone: (household, scene) => stateOf(household, scene) === undefined,
  },
  completing: {
    async prepare(scene) {
      const { server } = scene.mortal;
      const member = await join(scene);
      await completeSteps(server, member, 'identification', { files: false });
      await completeSteps(server, member, 'income', { files: false, from: 'income' });
      return async ({ mortal }) => {
        const again = await loginAgain(mortal.server, member);
        return post(mortal.server, again, '/api/payment', await orderOf(mortal.server, again));
      };
    },
    // The email is the last effect.
    isDone: (household, scene) => household.is_complete && countMails(scene) >= household.submitted - 1,
  },
};

/** How much each kind of change adds to a household's revision, starting with the invitation. */
const REVISIONS: Record<string, number> = { joining: 2, leaving: 3, completing: 3 };

export const isOfHousehold = (point: KillPoint): boolean => (point.split('.')[0] ?? '') in acts;

/**
 * Members join, leave and submit while the server dies, and retry each time. In the end, each change must have taken
 * effect once, and the office got one notice. Returns what failed.
 */
export async function killInHousehold(mortal: Mortal, engine: TrustEngine, folder: string): Promise<string[]> {
  const failures: string[] = [];
  const office = await listenAsOffice(engine, folder);
  let lead = await submitLead(mortal);
  // Otherwise, the submission may be recorded before or after the household exists, and count or not.
  await jobsDone(engine, 'household-progress');
  // The lead was listed.
  let seen = 1;
  for (const [index, point] of mortal.points.filter(isOfHousehold).entries()) {
    const first_name = NAMES[index] ?? '';
    const person = { first_name, last_name: 'Lindqvist', email: `${first_name}.${randomUUID()}@household.example` };
    const [kind = ''] = point.split('.');
    const { prepare, isDone } = acts[kind] as Act;
    lead = await loginAgain(mortal.server, lead);
    const act = await prepare({ mortal, folder, lead, person });
    await mortal.restart(point);
    await act({ mortal, folder, lead, person }).catch(() => undefined);
    if (!(await mortal.hasDied())) failures.push(`no test reaches the point ${point}`);
    await mortal.restart();
    await hurryJobs(engine);
    lead = await loginAgain(mortal.server, lead);
    failures.push(...(await repeat(() => act({ mortal, folder, lead, person }), point)));
    seen += REVISIONS[kind] ?? 0;
    const scene = { mortal, folder, lead, person };
    const household = await settle(mortal, lead, (found) => found.revision >= seen && isDone(found, scene));
    if (household?.revision !== seen)
      failures.push(
        `${point}: ${household ? `revision ${household.revision} instead of ${seen}` : 'it never happened'}`,
      );
  }
  const completed = mortal.points.filter((point) => point.startsWith('completing.')).length;
  for (let tries = 0; tries < 100 && office.count(lead.trn, COMPLETED) < completed; tries += 1) await wait(100);
  office.close();
  const told = office.count(lead.trn, COMPLETED);
  if (told !== completed)
    failures.push(`a household was complete ${completed} times, and the office was notified ${told} times`);
  return failures;
}

/** Retries a change as an applicant would, because a restarted server may return 429 or 503. Returns what failed. */
async function repeat(act: () => Promise<AnyAnswer | undefined>, point: KillPoint): Promise<string[]> {
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

async function submitLead({ server }: Mortal): Promise<TestApplicant> {
  const lead = await registerApplicant(server);
  await completeSteps(server, lead, 'income', { files: false });
  demand(await post(server, lead, '/api/payment', await paymentBody(server, lead)));
  return lead;
}

/** Adds a guarantor. Returns the emailed link. */
async function invite({ mortal: { server }, folder, lead, person }: Scene): Promise<{ path: string; token: string }> {
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

async function join(scene: Scene): Promise<TestApplicant> {
  const { server } = scene.mortal;
  const { email } = scene.person;
  const { trnid, token, refreshToken } = demand(await postInvited(server, await invite(scene), scene.person));
  const headers = { email, authorization: String(token), trn_id: String(trnid) };
  return { trn: String(trnid), email, token: String(token), refreshToken: String(refreshToken), headers };
}

const stateOf = ({ members }: SeenHousehold, { person }: Scene) =>
  members.find(({ first_name }) => first_name === person.first_name)?.state;

/** Returns the lead's household once `isDone`. Undefined if that never happens. */
async function settle(
  { server }: Mortal,
  lead: TestApplicant,
  isDone: (household: SeenHousehold) => boolean,
): Promise<SeenHousehold | undefined> {
  for (let tries = 0; tries < 300; tries += 1) {
    const household = await readHousehold(server, lead);
    if (isDone(household)) return household;
    await wait(100);
  }
  return undefined;
}

const countMails = ({ folder }: Scene): number =>
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
