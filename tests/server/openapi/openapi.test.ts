import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import webhooks from '../../../schemas/office/webhooks.json';
import { createTestServer, type TestServer } from '../../support/serverFixture';

interface Example {
  schema?: object;
  example?: unknown;
}

interface Operation {
  operationId: string;
  tags: string[];
  security: object[];
  requestBody?: { content: Record<string, Example> };
  responses: Record<string, { content?: Record<string, Example> }>;
}

interface Described {
  info: { title: string };
  servers: { url: string }[];
  tags: { name: string }[];
  components: { securitySchemes: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
}

const documents = ['openapi.json', 'openapi/applicant.json', 'openapi/office.json', 'openapi/studio.json'];

describe('the OpenAPI documents', () => {
  let server: TestServer;
  const read = async (file: string): Promise<Described> => (await server.app.inject({ url: `/api/${file}` })).json();
  const listOperations = ({ paths }: Described) => Object.values(paths).flatMap((path) => Object.values(path));

  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it.each(documents)('%s passes a published validator', async (file) => {
    const { valid, errors } = await new Validator().validate({ ...(await read(file)) });
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it.each(documents)(
    '%s has a title, a server, and for each call a unique id, known tags and known security schemes',
    async (file) => {
      const document = await read(file);
      expect(document.info.title).toMatch(/API$/);
      expect(document.servers).toEqual([{ url: server.deps.config.appUrl }]);
      const operations = listOperations(document);
      const ids = operations.map(({ operationId }) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
      const tags = document.tags.map(({ name }) => name);
      const proofs = Object.keys(document.components.securitySchemes);
      for (const { operationId, tags: own, security } of operations) {
        expect(tags, operationId).toEqual(expect.arrayContaining(own));
        expect(proofs, operationId).toEqual(expect.arrayContaining(security.flatMap((one) => Object.keys(one))));
      }
    },
  );

  it('assigns each call to the applicant, the office or the Studio', async () => {
    const [all, ...parts] = await Promise.all(documents.map(read));
    const idsOf = (document?: Described) => (document ? listOperations(document).map((one) => one.operationId) : []);
    expect(parts.flatMap(idsOf).sort()).toEqual(idsOf(all).sort());
    for (const part of parts) expect(idsOf(part).length).toBeGreaterThan(10);
  });

  it('documents that office calls need a key or a cookie, and a login neither', async () => {
    const { paths } = await read('openapi/office.json');
    expect(paths['/api/office/applications']?.get?.security).toEqual([{ apiKey: [] }, { officeCookie: [] }]);
    expect(paths['/api/office/login']?.post?.security).toEqual([]);
    const all = await read('openapi.json');
    const ofOffice = Object.keys(all.paths).filter((path) => path.startsWith('/api/office/'));
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(ofOffice));
  });

  it('documents that the email provider needs no session', async () => {
    const { paths } = await read('openapi.json');
    for (const path of ['/api/mail/events', '/api/mail/inbound']) expect(paths[path]?.post?.security, path).toEqual([]);
  });

  it('has examples that match their schemas', async () => {
    const document = await read('openapi.json');
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const shown = [...listOperations(document), ...Object.values(document.webhooks ?? {}).map(({ post }) => post)]
      .flatMap(({ operationId, requestBody, responses }) =>
        [requestBody, ...Object.values(responses)].map((one) => ({
          operationId,
          ...one?.content?.['application/json'],
        })),
      )
      .filter((one): one is { operationId: string } & Required<Example> => 'example' in one);
    expect(shown.length).toBeGreaterThan(20);
    for (const { operationId, schema, example } of shown) {
      // Leaves out `required`, because the server adds some members itself.
      ajv.validate({ ...schema, required: [] }, example);
      expect(ajv.errors ?? [], operationId).toEqual([]);
    }
  });

  it('names every webhook for the office, and none for the applicant', async () => {
    const { webhooks: described = {} } = await read('openapi/office.json');
    expect(Object.keys(described)).toEqual(Object.keys(webhooks.events));
    expect((await read('openapi/applicant.json')).webhooks).toBeUndefined();
  });
});
