import { setTimeout as wait } from 'node:timers/promises';
import type { AnyAnswer, AnyServer } from '../../support/anyServer';
import { completeSteps, get, paymentBody, post } from '../../support/fillSteps';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { checkPaid } from '../kill/charges';

export interface Journeys {
  /** Stops after the current journeys. */
  stop(): Promise<void>;
  paid: readonly TestApplicant[];
  failures: string[];
}

/** Runs applicants who register, complete all steps and pay, several at a time. */
export function startJourneys(server: AnyServer, atOnce: number): Journeys {
  const paid: TestApplicant[] = [];
  const failures: string[] = [];
  let isOver = false;
  const walk = async () => {
    const applicant = await registerApplicant(server);
    await completeSteps(server, applicant, 'income', { pdfs: false });
    const answer = await pay(server, applicant);
    if (answer.statusCode === 200) paid.push(applicant);
    else failures.push(`a payment returned ${answer.statusCode}: ${answer.body}`);
  };
  const lane = async () => {
    while (!isOver) await walk().catch((error: Error) => failures.push(`a journey failed: ${error.message}`));
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

const MAX_TRIES = 10;

/** Retries if notices are missing. Of two releases that run side by side, only one may require them. */
async function pay(server: AnyServer, applicant: TestApplicant): Promise<AnyAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await post(server, applicant, '/api/payment', await paymentBody(server, applicant));
    if (tries === MAX_TRIES || answer.json().code !== 'noticesMissing') return answer;
  }
}

const DONE_WITHIN = 120_000;

/** Returns what is wrong with the paid applications. Waits up to two minutes for each signed record. */
export async function checkJourneys(server: AnyServer, folder: string, paid: readonly TestApplicant[]) {
  const failures: string[] = [];
  for (const applicant of paid) {
    const isDone = async () =>
      (await get(server, applicant, `/api/record/${applicant.trn}`)).json().records?.state === 'whole';
    for (const end = Date.now() + DONE_WITHIN; Date.now() < end && !(await isDone()); ) await wait(300);
    failures.push(...(await checkPaid(server, folder, applicant)));
  }
  return failures;
}
