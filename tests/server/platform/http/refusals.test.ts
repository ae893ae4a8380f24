import { describe, expect, it } from 'vitest';
import { messages } from '../../../../src/messages/serverMessages';
import { buildServer } from '../../../../src/server/app';
import { applicationErrors } from '../../../../src/server/applications/applicationErrors';
import { features } from '../../../../src/server/features';
import { generalErrors } from '../../../../src/server/platform/http/errors';
import { openServer } from '../../../support/openServer';

describe('refusals', async () => {
  const server = await openServer();

  it('have a message for every code, and share only two codes', () => {
    const all = [generalErrors, ...applicationErrors, ...features.flatMap(({ errors = [] }) => errors)];
    const codes = all.flatMap(({ statuses }) => Object.keys(statuses));
    for (const { namespace, statuses } of all)
      expect(Object.keys(messages(namespace).refusals)).toEqual(expect.arrayContaining(Object.keys(statuses)));
    const shared = codes.filter((code, n) => codes.indexOf(code) !== n);
    expect(new Set(shared)).toEqual(new Set(['invitationExpired', 'notAllowed']));
  });

  it('return the contract’s shape for an unknown address', async () => {
    for (const url of ['/api/nothing', '/api/users/login/extra', '/nothing.json'])
      expect((await server.app.inject({ url })).json()).toMatchObject({ status: 404, success: false, records: null });
  });

  it('reveal no internals on an unexpected error', async () => {
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

  it('answer readiness with 500 and no details if the database is broken, while the process stays alive', async () => {
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
