import type { AnyServer } from '../../support/anyServer';
import { expectRecords } from '../../support/fillSteps';
import { PASSWORD, type TestApplicant } from '../../support/serverApplicants';

/** Returns the applicant with a new session, because access tokens expire during long runs. */
export async function loginAgain(server: AnyServer, applicant: TestApplicant): Promise<TestApplicant> {
  const { email } = applicant;
  const payload = { email, password: PASSWORD };
  const answer = await server.app.inject({ method: 'POST', url: '/api/users/login', payload });
  const { token, refreshToken } = expectRecords(answer) as { token: string; refreshToken: string };
  return { ...applicant, token, refreshToken, headers: { ...applicant.headers, authorization: token } };
}
