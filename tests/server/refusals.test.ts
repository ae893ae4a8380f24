import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import scanTexts from '../../schemas/texts/scan.json';
import texts from '../../schemas/texts/server.json';
import applicationTexts from '../../schemas/texts/server-application.json';
import officeTexts from '../../schemas/texts/server-office.json';
import studioTexts from '../../schemas/texts/studio.json';
import { buildServer } from '../../src/server/buildServer';
import { refusals } from '../../src/server/http/errors';
import { createTestServer, type TestServer } from '../support/serverFixture';

describe('refusals', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('have words for every code', () => {
    const words = [texts, applicationTexts, officeTexts, scanTexts, studioTexts].flatMap((one) =>
      Object.keys(one.refusals),
    );
    expect(words).toEqual(expect.arrayContaining(Object.keys(refusals)));
  });

  it('answer an unknown address in the contract’s shape', async () => {
    for (const url of ['/api/nothing', '/api/users/login/extra', '/nothing.json'])
      expect((await server.app.inject({ url })).json()).toMatchObject({ status: 404, success: false, records: null });
  });

  it('tell nothing of the inside when something of ours breaks', async () => {
    const app = await buildServer({ deps: server.deps });
    app.get('/break', () => {
      throw new Error('password=hunter2 at /srv/secret.ts');
    });
    const response = await app.inject({ url: '/break' });
    expect(response.json()).toEqual({
      status: 500,
      success: false,
      code: 'broken',
      message: 'Something went wrong!',
      records: { request_id: expect.stringMatching(/./) },
    });
    await app.close();
  });

  it('answer a broken database with 500 and its request id, and readiness with it', async () => {
    const app = await buildServer({
      deps: { ...server.deps, db: { query: () => Promise.reject(new Error('down')) } as never },
    });
    const response = await app.inject({ url: '/readyz' });
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('down');
    expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    await app.close();
  });
});
