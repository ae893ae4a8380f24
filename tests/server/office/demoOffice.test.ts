import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoOfficePath, seedApplications } from '../../../src/server/demo/seedApplications';
import { askOffice, enter } from '../../support/officePeople';
import { createTestServer, type TestServer } from '../../support/serverFixture';

describe("the demo's office", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('has three applications of the personas, however often the server starts, and a link that opens it', async () => {
    for (let starts = 0; starts < 2; starts += 1) await seedApplications(server.deps, server.app);
    await server.drain();
    const path = (await demoOfficePath(server.deps)) ?? '';
    const cookie = await enter(server, path.split('#')[1] ?? '');
    const list = (await askOffice(server, { headers: { cookie } }, '/applications?sort=name')).json().records;
    const rows = list.applications.map(({ name, household, status }: Record<string, unknown>) => ({
      name,
      household,
      status,
    }));
    expect(rows).toEqual([
      { name: 'Robin Hale', household: 2, status: 'submitted' },
      { name: "李 O'Neil", household: expect.any(Number), status: 'submitted' },
      { name: 'Sam Ortega', household: 1, status: 'submitted' },
    ]);
  });
});
