import Ajv from 'ajv';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import robin from '../../schemas/personas/robin-hale.json';
import sam from '../../schemas/personas/sam-ortega.json';
import { describeResource } from '../../src/contract/call';
import { resources } from '../../src/contract/contract';
import { isRecord } from '../../src/model/answers/paths';
import { type StepAnswers, toBody } from '../../src/model/answers/stepBody';
import { apiParts } from '../../src/server/openapi/describeApi';
import { compileAhead } from '../../src/server/platform/http/compilers';
import { answer, routesOf } from '../../src/server/platform/http/routesOf';
import { createTestServer, type TestServer } from '../support/serverFixture';
import { type RegisteredRoute, withRoutes } from '../trust/support/registeredRoutes';

/** Two kinds of applicants: answers by flow, step and section. */
const personas: { flows: Record<string, Record<string, StepAnswers>> }[] = [robin, sam];

/** Routes of the API description itself. */
const OWN = [
  'GET /openapi.json',
  ...apiParts.map((part) => `GET /openapi/${part}.json`),
  'GET /docs',
  ...['docs.js', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css'].map(
    (file) => `GET /docs/${file}`,
  ),
];

describe('the contract', () => {
  let server: TestServer;
  let routes: RegisteredRoute[];
  beforeAll(async () => {
    const built = await withRoutes(() => createTestServer());
    server = built.made;
    routes = built.routes;
  });
  afterAll(() => server.close());

  /** Flow files can name their own routes for a step. */
  const namedSteps = () =>
    ['application', 'success'].flatMap((flow) =>
      server.deps.forms.catalog
        .flow(flow)
        .steps.flatMap((step) => (step.calls ? [{ flow, step, read: step.calls.read, save: step.calls.save }] : [])),
    );
  const namedByFlows = () => namedSteps().flatMap(({ read, save }) => [`GET ${read}/:trn`, `POST ${save}`]);

  const described = resources.flatMap(({ calls }) => Object.entries(calls));

  it('describes exactly the calls of the server', () => {
    const served = routes
      .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'))
      .map(({ method, url }) => `${method} ${url.slice('/api'.length)}`)
      .filter((name) => !OWN.includes(name));
    expect([...described.map(([name]) => name), ...namedByFlows()].sort()).toEqual(served.sort());
  });

  it("describes each call's success and errors in OpenAPI", async () => {
    const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const shown = described.filter(([, call]) => !call.hide);
    for (const [name, call] of shown) {
      const [method = '', url = ''] = name.split(' ');
      const operation = paths[`/api${url.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')}`]?.[method.toLowerCase()];
      const type = call.content === 'download' ? '*/*' : 'application/json';
      expect(operation?.responses['200']?.content[type].schema, name).toBeTruthy();
      expect(operation.responses['4XX'].content['application/json'].schema.properties, name).toHaveProperty('code');
      if (call.body && call.content !== 'upload') expect(operation.requestBody, name).toBeTruthy();
    }
    const byFlow = namedByFlows();
    const operations = Object.values<object>(paths).flatMap((path) => Object.keys(path));
    expect(operations).toHaveLength(shown.length + byFlow.length);
  });

  it("lists the members of a form's body from the active definitions", async () => {
    const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const bodyOf = (url: string) => paths[url].post.requestBody.content['application/json'].schema;
    expect(bodyOf('/api/users/login')).toMatchObject({
      required: ['email', 'password'],
      additionalProperties: false,
      properties: { email: { type: 'string' }, password: { type: 'string' } },
    });
    expect(Object.keys(bodyOf('/api/users/changePassword').properties)).toEqual(
      expect.arrayContaining(['trn_id', 'email', 'oldPassword', 'password']),
    );
    for (const name of ['/api/users/register', '/api/users/forgotPassword'])
      expect(Object.keys(bodyOf(name).properties), name).toContain('email');
    expect(JSON.stringify(paths)).not.toContain('errorMessage');
    expect(JSON.stringify(paths)).not.toContain('"x-');
  });

  it("has an OpenAPI schema that accepts the personas' steps and refuses unknown members", async () => {
    const { paths } = (await server.app.inject({ url: '/api/openapi.json' })).json();
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const { flow, step, save } of namedSteps()) {
      const { schema } = paths[`/api${save}`].post.requestBody.content['application/json'];
      for (const { flows } of personas) {
        const answers = flows[flow]?.[step.id];
        if (!answers) continue;
        const body = { trn_id: 'a-number', version: 0, ...toBody(step, answers) };
        // A persona's file becomes the path that its upload returns.
        const sent = JSON.parse(JSON.stringify(body, (_, one) => (isRecord(one) && 'document' in one ? 'a/b' : one)));
        ajv.validate(schema, sent);
        expect(ajv.errors ?? [], step.id).toEqual([]);
      }
      ajv.validate({ ...schema, required: [] }, { not_asked: 'anywhere' });
      expect(ajv.errors).toMatchObject([{ keyword: 'additionalProperties' }]);
    }
  });

  it('has only schemas that can be compiled', async () => {
    await expect(compileAhead(() => false)).resolves.toBeUndefined();
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

    it("removes response members that it doesn't list", async () => {
      const row = { known: 'a name', password_hash: 'a secret' };
      expect((await ask(row)).json()).toEqual({
        status: 200,
        success: true,
        message: '',
        records: { known: 'a name' },
      });
    });

    it('fails a response that lacks a required member', async () => {
      const row: { known: string } = JSON.parse('{}');
      expect((await ask(row)).statusCode).toBe(500);
    });
  });
});
