import type { StudioRole } from '../../src/model/studio/roles';
import type { Deps } from '../../src/server/deps';
import { issueStudioInvitation, saveStudioPerson } from '../../src/server/features/studio/studioPeopleRepository';
import type { AnyServer } from './anyServer';
import { createTestServer, type TestServer } from './serverFixture';

type Server = Pick<AnyServer, 'app'> & { deps: Pick<Deps, 'db' | 'clock'> };

/** A Studio user with a session cookie. */
export interface StudioTester {
  id: string;
  name: string;
  headers: Record<string, string>;
}

/** Starts a server that's notified when a version is published. */
export async function startStudioServer(): Promise<{ server: TestServer; close(): Promise<void> }> {
  const server = await createTestServer();
  const stopListening = await server.listen();
  return {
    server,
    async close() {
      await stopListening();
      await server.close();
    },
  };
}

let count = 0;

/** Creates a Studio user, logged in with their invitation. */
export async function joinStudio(server: Server, role: StudioRole, email = ''): Promise<StudioTester> {
  count += 1;
  const now = server.deps.clock();
  const name = `Editor ${count}`;
  const id = await saveStudioPerson(server.deps.db, { email: email || `studio.${count}@example.com`, name, role, now });
  const { token } = await issueStudioInvitation(server.deps.db, id, now);
  const response = await server.app.inject({ method: 'POST', url: '/api/studio/enter', payload: { token } });
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
  return { id, name, headers: { cookie: String(response.headers['set-cookie']).split(';')[0] ?? '' } };
}

/** Calls the API as a Studio user. With a body, it's a POST. */
export function askStudio(
  server: Pick<AnyServer, 'app'>,
  who: Pick<StudioTester, 'headers'>,
  url: string,
  payload?: object,
) {
  const method = payload ? 'POST' : 'GET';
  return server.app.inject({ method, url: `/api/studio${url}`, headers: who.headers, payload });
}
