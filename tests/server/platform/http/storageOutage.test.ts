import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storageDeadline } from '../../../../src/server/platform/files/s3FileStore';
import { expectRecords, get } from '../../../support/fillSteps';
import { multipartBody, multipartType } from '../../../support/multipart';
import { sampleStrip } from '../../../support/sampleFiles';
import { registerApplicant, type TestApplicant } from '../../../support/serverApplicants';
import { createTestServer, type TestServer } from '../../../support/serverFixture';
import { type FailureMode, startUnreliableS3, type UnreliableS3 } from '../../../support/unreliableS3';

const OUTAGES: FailureMode[] = ['failing', 'hanging'];
/** Milliseconds before a call to the store is given up. */
const DEADLINE = 500;

describe('while the object store is down', () => {
  let server: TestServer;
  let s3: UnreliableS3;
  let robin: TestApplicant;
  let picture: Buffer;
  beforeAll(async () => {
    s3 = await startUnreliableS3(DEADLINE);
    server = await createTestServer(undefined, { fileStore: s3.files });
    robin = await registerApplicant(server);
    picture = await sampleStrip();
  });
  afterEach(() => {
    s3.failure = 'none';
  });
  afterAll(async () => {
    await server.close();
    s3.close();
  });

  const upload = (key: string) => {
    const fields = { trn_id: robin.trn, document_id: '4', source_id: '0' };
    const headers = { ...robin.headers, 'content-type': multipartType, 'idempotency-key': key };
    const payload = multipartBody({ fields, name: 'card.jpg', content: picture });
    return server.app.inject({ method: 'POST', url: '/api/applicant/document', headers, payload });
  };
  const remove = (id: unknown) =>
    server.app.inject({ method: 'DELETE', url: `/api/applicant/deletedocument/${id}`, headers: robin.headers });
  const down = { status: 503, code: 'storageDown', message: expect.stringContaining('Try again in a minute') };
  /** Retries, because a store that hung isn't used for a while, and a busy machine can exceed the deadline. */
  async function untilTaken(send: () => ReturnType<typeof upload>) {
    let answer = await send();
    for (let tries = 0; tries < 20 && answer.statusCode === 503; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, DEADLINE / 2));
      answer = await send();
    }
    return answer;
  }

  it('a call to the store waits at most 5 seconds', () => {
    expect(storageDeadline).toBeLessThanOrEqual(5_000);
  });

  it.each(OUTAGES)('%s: an upload gets a 503 and is stored once when retried', async (failure) => {
    s3.failure = failure;
    const began = Date.now();
    const refused = await upload(`upload-${failure}`);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(refused.json()).toMatchObject(down);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const payload = { answers: { address: [{ city: failure }] }, mark: { page: 'desktop', at: 1, was: null } };
    const draft = { method: 'PUT', url: `/api/drafts/${robin.trn}/address`, headers: robin.headers } as const;
    expect((await server.app.inject({ ...draft, payload })).statusCode).toBeLessThan(500);
    s3.failure = 'none';
    const taken = expectRecords(await untilTaken(() => upload(`upload-${failure}`)));
    expect(expectRecords(await upload(`upload-${failure}`)).id).toBe(taken.id);
    expectRecords(await remove(taken.id));
  });

  it('a deleted file disappears for its owner, and from the store once it responds', async () => {
    const { id, blob_path } = expectRecords(await upload('to-be-deleted'));
    const stored = () => s3.names().some((name) => name.endsWith(String(blob_path)));
    s3.failure = 'failing';
    expectRecords(await remove(id));
    expect(
      Object.values(expectRecords(await get(server, robin, `/api/applicant/getiddocumentstatus/${robin.trn}`))),
    ).toEqual([]);
    expect(stored()).toBe(true);
    s3.failure = 'none';
    await server.drain();
    expect(stored()).toBe(false);
  });
});
