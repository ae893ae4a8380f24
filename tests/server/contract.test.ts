import Fastify from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeResource } from '../../src/contract/call';
import { resources } from '../../src/contract/contract';
import { answer, routesOf } from '../../src/server/http/routesOf';
import { createTestServer, type TestServer } from '../support/serverFixture';
import { type RegisteredRoute, withRoutes } from '../trust/support/registeredRoutes';

/** The description itself. */
const OWN = ['GET /openapi.json', 'GET /docs'];

describe('the contract', () => {
  let server: TestServer;
  let routes: RegisteredRoute[];
  beforeAll(async () => {
    const built = await withRoutes(() => createTestServer());
    server = built.made;
    routes = built.routes;
  });
  afterAll(() => server.close());

  /** The flow files give the calls of some steps names of their own. */
  const namedByFlows = () =>
    ['application', 'success']
      .flatMap((flow) => server.deps.forms.catalogue.flow(flow).steps)
      .flatMap(({ calls }) => (calls ? [`GET ${calls.read}/:trn`, `POST ${calls.save}`] : []));

  const described = resources.flatMap(({ calls }) => Object.entries(calls));

  it('describes every call of the server, and none that it does not have', () => {
    const served = routes
      .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'))
      .map(({ method, url }) => `${method} ${url.slice('/api'.length)}`)
      .filter((name) => !OWN.includes(name));
    expect([...described.map(([name]) => name), ...namedByFlows()].sort()).toEqual(served.sort());
  });

  it('says of every call in OpenAPI what it answers when it goes well, and how it refuses', async () => {
    const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const shown = described.filter(([, call]) => !call.hide);
    for (const [name, call] of shown) {
      const [method = '', url = ''] = name.split(' ');
      const operation = paths[`/api${url.replace(/:(\w+)/g, '{$1}').replace('*', '{*}')}`]?.[method.toLowerCase()];
      const type = call.content === 'download' ? '*/*' : 'application/json';
      expect(operation?.responses['200']?.content[type].schema, name).toBeTruthy();
      expect(operation.responses['4XX'].content['application/json'].schema.properties, name).toHaveProperty('code');
      if (call.body && call.content !== 'upload') expect(operation.requestBody, name).toBeTruthy();
    }
    const byFlow = namedByFlows();
    const operations = Object.values<object>(paths).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(shown.length + byFlow.length);
  });

  describe('of a call', () => {
    const probe = describeResource('Probe', {
      'GET /probe': { summary: '', open: true, answer: Type.Object({ known: Type.String() }) },
    });
    const ask = async (records: { known: string }) => {
      const app = Fastify();
      routesOf(app, server.deps, probe)('GET /probe', async () => answer(records));
      const answered = await app.inject({ url: '/probe' });
      await app.close();
      return answered;
    };

    it('lets no member out that it does not name', async () => {
      const row = { known: 'a name', password_hash: 'a secret' };
      expect((await ask(row)).json()).toEqual({
        status: 200,
        success: true,
        message: '',
        records: { known: 'a name' },
      });
    });

    it('lets no answer out that lacks what it promises', async () => {
      const row: { known: string } = JSON.parse('{}');
      expect((await ask(row)).statusCode).toBe(500);
    });
  });
});
