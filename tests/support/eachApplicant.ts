import { afterAll, beforeAll, beforeEach } from 'vitest';
import { registerApplicant, type TestApplicant } from './serverApplicants';
import type { Engine } from './serverEngines';
import { createTestServer, type TestServer } from './serverFixture';

/** One server for a suite, and before each test a new applicant on it, when the limits that the last one used up are over. */
export function eachApplicant(
  engine: Engine,
  take: (server: TestServer, applicant: TestApplicant) => void | Promise<void>,
): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer(engine);
  });
  beforeEach(async () => {
    server.advance(1201);
    await take(server, await registerApplicant(server));
  });
  afterAll(() => server.close());
}
