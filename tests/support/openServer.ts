import { afterAll } from 'vitest';
import { createServerOnCopy, createTestServer, type ServerOnCopy, type TestServer } from './serverFixture';

/** Creates a test server and closes it after the tests of the file or `describe`. */
export function openServer(...args: Parameters<typeof createTestServer>): Promise<TestServer> {
  return closedAfterwards(createTestServer(...args));
}

/** Like `openServer`, with a copy of schemas/. */
export function openServerOnDatabaseCopy(...args: Parameters<typeof createServerOnCopy>): Promise<ServerOnCopy> {
  return closedAfterwards(createServerOnCopy(...args));
}

function closedAfterwards<Server extends TestServer>(server: Promise<Server>): Promise<Server> {
  afterAll(async () => (await server).close());
  return server;
}
