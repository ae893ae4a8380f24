import { setTimeout as wait } from 'node:timers/promises';
import type { AnyAnswer, AnyServer } from '../../support/anyServer';
import { completeSteps, get, paymentBody, post } from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { judgePaid } from '../kill/charges';

export interface Journeys {
  /** Stops after the journeys that are under way. */
  stop(): Promise<void>;
  paid: readonly TestApplicant[];
  failures: string[];
}

/** Applicants who register, fill in all steps and pay, some at a time, one after the other. */
export function startJourneys(server: AnyServer, atOnce: number): Journeys {
  const paid: TestApplicant[] = [];
  const failures: string[] = [];
  let isOver = false;
  const walk = async () => {
    const applicant = await registerApplicant(server);
    await completeSteps(server, applicant, 'income', { pdfs: false });
    const answer = await pay(server, applicant);
    if (answer.statusCode === 200) paid.push(applicant);
    else failures.push(`a payment was answered ${answer.statusCode}: ${answer.body}`);
  };
  const lane = async () => {
    while (!isOver) await walk().catch((error: Error) => failures.push(`a journey broke off: ${error.message}`));
  };
  const lanes = Array.from({ length: atOnce }, lane);
  return {
    paid,
    failures,
    async stop() {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}

const MOST_TRIES = 10;

/** While two releases run side by side, one may know no notices to confirm, and the other one want them. */
async function pay(server: AnyServer, applicant: TestApplicant): Promise<AnyAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await post(server, applicant, '/api/payment', await paymentBody(server, applicant));
    if (tries === MOST_TRIES || answer.json().code !== 'noticesMissing') return answer;
  }
}

const DONE_WITHIN = 120_000;

/** What is wrong with those who paid, once what follows a payment is done. */
export async function judgeJourneys(server: AnyServer, folder: string, paid: readonly TestApplicant[]) {
  const failures: string[] = [];
  for (const applicant of paid) {
    const isDone = async () =>
      (await get(server, applicant, `/api/record/${applicant.trn}`)).json().records?.state === 'whole';
    for (const end = Date.now() + DONE_WITHIN; Date.now() < end && !(await isDone()); ) await wait(300);
    failures.push(...(await judgePaid(server, folder, applicant)));
  }
  return failures;
}
