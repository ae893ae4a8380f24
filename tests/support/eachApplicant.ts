import { afterAll, beforeAll, beforeEach } from 'vitest';
import { registerApplicant, type TestApplicant } from './serverApplicants';
import type { Engine } from './serverEngines';
import { createTestServer, type TestServer } from './serverFixture';

/** Creates one server for a suite. Before each test, lets the rate limits expire and creates a new applicant. */
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
