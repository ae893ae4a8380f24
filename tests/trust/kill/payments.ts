import { setTimeout as wait } from 'node:timers/promises';
import { completeSteps, paymentBody, post } from '../../support/fillSteps';
import { registerApplicant } from '../../support/serverApplicants';
import type { CrashTestServer } from '../support/crashTestServer';
import { checkPaid } from './charges';

/** Kills the server at random moments of a payment; the applicant pays again and must have been charged once. */
export async function killInPayments(crashTest: CrashTestServer, folder: string, rounds: number): Promise<string[]> {
  const failures: string[] = [];
  const { server } = crashTest;
  for (let round = 0; round < rounds; round += 1) {
    const robin = await registerApplicant(server);
    await completeSteps(server, robin, 'income', { pdfs: false });
    const paying = post(server, robin, '/api/payment', await paymentBody(server, robin)).catch(() => undefined);
    await wait(Math.random() * 250);
    await crashTest.restart();
    await paying;
    const again = await post(server, robin, '/api/payment', await paymentBody(server, robin));
    if (again.statusCode !== 200) failures.push(`paying again returned ${again.statusCode}: ${again.body}`);
    failures.push(...(await checkPaid(server, folder, robin)));
  }
  return failures;
}
