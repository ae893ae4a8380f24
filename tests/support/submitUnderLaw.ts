import { completeSteps, expectRecords, get, paymentBody, post } from './fillSteps';
import { registerApplicant, type TestApplicant } from './serverApplicants';
import type { TestServer } from './serverFixture';

const moveHomes = (server: TestServer, state: string) =>
  server.deps.db.query('update property set state = $1', [state]);

/** Submits an application in Texas, and then moves the home to `state`, where the questions can be different. */
export async function submitUnderLaw(
  server: TestServer,
  state: string,
): Promise<{ applicant: TestApplicant; number: string }> {
  await moveHomes(server, 'TX');
  const applicant = await registerApplicant(server);
  await completeSteps(server, applicant, 'income', { files: false });
  expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant)));
  await moveHomes(server, state);
  await server.drain();
  const number = String(expectRecords(await get(server, applicant, '/api/users/applicationdetail')).application_number);
  return { applicant, number };
}
