import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { StepAnswers } from '../../../src/model/answers/stepBody';
import { answersOf, bodyOf, completeSteps, expectRecords, get, paymentBody, post } from '../../support/fillSteps';
import type { KillPoint } from '../../support/killPoints';
import { upload } from '../../support/multipart';
import { sampleJpeg, samplePdf } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import type { CrashTestServer } from '../support/crashTestServer';
import type { TrustEngine } from '../support/engines';
import { loginAgain } from '../support/loginAgain';
import { checkPaid } from './charges';
import { isOfHousehold } from './households';
import { hurryJobs } from './hurryJobs';
import { listenAsOffice } from './office';
import { checkRefunds, orderRefund } from './refunds';
import { checkDocuments, checkSweep } from './uploads';

interface KillSetup {
  crashTest: CrashTestServer;
  engine: TrustEngine;
  robin: TestApplicant;
  answers: StepAnswers;
  point: KillPoint;
  folder: string;
}

/** Actions, by the first word of the points that they reach. They reject if the process dies. */
const acts: Record<string, (setup: KillSetup) => Promise<unknown>> = {
  save: saveOnce,
  upload: async ({ crashTest, robin }) =>
    upload(crashTest.server, robin, 4, { name: 'card.jpg', content: await sampleJpeg() }),
  reading: async ({ crashTest, robin }) =>
    upload(crashTest.server, robin, 5, { name: 'return.pdf', content: await samplePdf() }),
  payment: payOnce,
  record: ({ engine }) => hurryJobs(engine),
  refund: refundOnce,
  office: addFile,
};

/**
 * One applicant's server dies at every named point in turn, except those of households. Afterward, the payment and the
 * refunds are repeated, and each effect must exist once. Returns what failed, including points that were never reached.
 */
export async function killAtPoints(crashTest: CrashTestServer, engine: TrustEngine, folder: string): Promise<string[]> {
  const { server } = crashTest;
  const failures: string[] = [];
  const office = await listenAsOffice(engine, folder);
  let robin = await registerApplicant(server);
  const answers = await answersOf(server, robin, 'identification');
  for (const point of crashTest.points.filter((one) => !isOfHousehold(one))) {
    await crashTest.restart(point);
    const [act = ''] = point.split('.');
    // Pending jobs run at once, so the process may die before the login gets a response.
    robin = await loginAgain(server, robin).catch(() => robin);
    const setup = { crashTest, engine, robin, answers, point, folder };
    await acts[act]?.(setup).catch(() => undefined);
    if (!(await crashTest.hasDied())) failures.push(`no test reaches the point ${point}`);
  }
  await crashTest.restart();
  robin = await loginAgain(server, robin);
  const paid = await post(server, robin, '/api/payment', await paymentBody(server, robin));
  if (paid.statusCode !== 200) failures.push(`paying again returned ${paid.statusCode}: ${paid.body}`);
  await hurryJobs(engine);
  failures.push(...(await checkPaid(server, folder, robin)), ...(await checkAll(crashTest, robin)));
  const ordered = crashTest.points.filter((point) => point.startsWith('refund.'));
  failures.push(...(await checkRefunds({ crashTest, engine, folder, robin }, ordered)));
  failures.push(...(await office.verify(robin.trn).finally(office.close)));
  failures.push(...(await checkSweep(crashTest, engine, folder)));
  return failures;
}

/** Saves the step based on its current version. */
async function saveOnce({ crashTest: { server }, robin, answers }: KillSetup): Promise<void> {
  const { version } = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
  const body = bodyOf(server, robin, 'identification', answers, Number(version));
  await post(server, robin, '/api/applicant/saveiddetail', body, { 'idempotency-key': randomUUID() });
}

async function payOnce({ crashTest: { server }, robin }: KillSetup): Promise<void> {
  const status = expectRecords(await get(server, robin, `/api/users/sectionstatus/${robin.trn}`));
  if (!status.income_banking_status)
    await completeSteps(server, robin, 'income', { pdfs: false, from: 'applicant-details' });
  await post(server, robin, '/api/payment', await paymentBody(server, robin));
}

/** Uploads a file after submission, which sends an event to the landlord's system. */
async function addFile(setup: KillSetup): Promise<void> {
  const { crashTest, robin, engine } = setup;
  await hurryJobs(engine);
  await upload(crashTest.server, robin, 4, { name: 'later.jpg', content: await sampleJpeg() });
}

/** Refunds a dollar as the office. The card provider may be called before the response or later. */
async function refundOnce(setup: KillSetup): Promise<void> {
  await hurryJobs(setup.engine);
  await orderRefund(setup, setup.point);
}

/** Checks that both saves took effect once, the upload is complete, and the record exists. */
async function checkAll(crashTest: CrashTestServer, robin: TestApplicant): Promise<string[]> {
  const { server } = crashTest;
  const { version } = expectRecords(await get(server, robin, `/api/applicant/getidentification/${robin.trn}`));
  const failures = await checkDocuments(crashTest, robin, []);
  if (version !== 2) failures.push(`two saves were interrupted after they were written, and the version is ${version}`);
  for (let n = 0; n < 300; n += 1) {
    const { document } = expectRecords(await get(server, robin, `/api/record/${robin.trn}`));
    const { reading } = expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}`));
    if (document && reading === 0) return failures;
    await wait(100);
  }
  return [...failures, `the record of ${robin.trn} was never created, or its documents never read`];
}
