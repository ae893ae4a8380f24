import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRecords, get } from '../../support/fillSteps';
import { upload } from '../../support/multipart';
import { samplePdf } from '../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { createTestServer, engines, type TestServer } from '../../support/serverFixture';

describe.each(engines)('GET /api/income/checks/:trn, followed on $name', { timeout: 60_000 }, (engine) => {
  let server: TestServer;
  let robin: TestApplicant;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    server = await createTestServer(engine);
    stop = await server.listen();
    robin = await registerApplicant(server);
  });
  afterAll(async () => {
    await stop();
    await server.close();
  });

  const follow = async (known = '') => {
    const started = performance.now();
    const found = expectRecords(await get(server, robin, `/api/income/checks/${robin.trn}?known=${known}`));
    return { reading: found.reading, mark: String(found.mark), took: performance.now() - started };
  };

  it('responds at once if nothing is being read', async () => {
    const { mark } = await follow();
    expect(await follow(mark)).toMatchObject({ reading: 0, mark });
  });

  it("waits while a document is being read, and responds when the database reports that it's done", async () => {
    expectRecords(await upload(server, robin, 5, { name: 'return.pdf', content: await samplePdf() }));
    const { mark, reading } = await follow();
    expect(reading).toBe(1);
    const following = follow(mark);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await server.drain();
    const response = await following;
    expect(response).toMatchObject({ reading: 0 });
    expect(response.mark).not.toBe(mark);
    expect(response.took).toBeGreaterThan(300);
  });

  it('ends a wait with the session', async () => {
    expectRecords(await upload(server, robin, 5, { name: 'return.pdf', content: await samplePdf() }));
    const { mark } = await follow();
    const following = get(server, robin, `/api/income/checks/${robin.trn}?known=${mark}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await server.deps.db.query('update session set ended_at = now() where trn = $1', [robin.trn]);
    // Any event of the application wakes the waiting call.
    await server.deps.db.query('update document_reading set state = state where trn = $1', [robin.trn]);
    expect((await following).statusCode).toBe(401);
  });
});
