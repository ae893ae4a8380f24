import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueApiKey } from '../../../src/server/platform/sessions/apiKeyRepository';
import { completeSteps, expectRecords, paymentBody, post } from '../../support/fillSteps';
import { type Listening, listenLocally } from '../../support/listenLocally';
import { registerApplicant } from '../../support/serverApplicants';
import { createTestServer, type TestServer } from '../../support/serverFixture';

const parts = ['applicant', 'office', 'studio'];

/** Uses a maintained generator, like an integrator would. */
describe('a client generated from OpenAPI', () => {
  let server: TestServer;
  let listening: Listening;
  let folder: string;

  beforeAll(async () => {
    server = await createTestServer();
    listening = await listenLocally(server.app.server);
    folder = await mkdtemp(path.join(tmpdir(), 'openapi-client-'));
    for (const part of parts)
      await createClient({
        input: (await server.app.inject({ url: `/api/openapi/${part}.json` })).json(),
        output: path.join(folder, part),
        plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
        logs: { level: 'silent' },
      });
  }, 60_000);
  afterAll(async () => {
    listening.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  it('compiles under strict settings, for each part', async () => {
    const compiler = path.resolve('node_modules/typescript7/bin/tsc');
    const options = 'noEmit strict target=es2022 module=esnext moduleResolution=bundler lib=es2022,dom,dom.iterable';
    const flags = options.split(' ').flatMap((one) => `--${one}`.split('='));
    const entries = parts.map((part) => path.join(folder, part, 'index.ts'));
    const run = promisify(execFile)(process.execPath, [compiler, ...flags, ...entries], { cwd: folder });
    await expect(run.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: '' });
  }, 60_000);

  it('lists, reads and annotates a submitted application', async () => {
    const applicant = await registerApplicant(server);
    await completeSteps(server, applicant);
    const key = { 'idempotency-key': `payment-of-${applicant.trn}` };
    expectRecords(await post(server, applicant, '/api/payment', await paymentBody(server, applicant), key));
    const { db, clock } = server.deps;
    const auth = await issueApiKey(db, { subscriber: 'demo', name: 'CRM', scopes: ['read', 'status'], now: clock() });
    const sdk = await import(/* @vite-ignore */ path.join(folder, 'office', 'index.ts'));
    const { client } = await import(/* @vite-ignore */ path.join(folder, 'office', 'client.gen.ts'));
    client.setConfig({ baseUrl: listening.address, auth });

    const { data: list } = await sdk.getOfficeApplications({ query: { status: 'submitted' } });
    const [{ id }] = list.records.applications;
    const { data: found } = await sdk.getOfficeApplicationsById({ path: { id } });
    expect(found.records.email).toBe(applicant.headers.email);

    const note = { path: { id }, body: { text: 'Synced' } };
    expect((await sdk.postOfficeApplicationsByIdNotes(note)).response.status).toBe(200);
    const { data: read } = await sdk.getOfficeApplicationsById({ path: { id } });
    expect(read.records.notes).toMatchObject([{ text: 'Synced' }]);

    const { error } = await sdk.getOfficeApplicationsById({ path: { id: 'nobody' } });
    expect(error).toMatchObject({ status: 404, code: 'notFound' });
  });
});
