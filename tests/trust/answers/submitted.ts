import type { AnyServer } from '../../support/anyServer';
import { completeSteps, expectRecords, paymentBody, post } from '../../support/fillSteps';
import type { TestApplicant } from '../../support/serverApplicants';

/** Fills in everything and pays, to reach the success page. */
export async function submitApplication(server: AnyServer, robin: TestApplicant): Promise<void> {
  await completeSteps(server, robin, 'income', { pdfs: false });
  expectRecords(await post(server, robin, '/api/payment', await paymentBody(server, robin)));
}
