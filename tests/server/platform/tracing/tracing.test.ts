import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../../../src/server/app';
import { readConfig } from '../../../../src/server/platform/config';
import { loggerOptions } from '../../../../src/server/platform/http/logger';
import { enqueue } from '../../../../src/server/platform/jobs/jobRepository';
import { runInSpan, startChild, traceIds } from '../../../../src/server/platform/tracing/spans';
import { startTracing } from '../../../../src/server/platform/tracing/startTracing';
import { traceQueries } from '../../../../src/server/platform/tracing/traceQueries';
import { listenLocally } from '../../../support/listenLocally';
import { registerApplicant } from '../../../support/serverApplicants';
import type { TestDatabase } from '../../../support/serverEngines';
import { createTestServer, engines, type TestServer } from '../../../support/serverFixture';

interface OtlpSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
}

describe.each(engines)('tracing on $name', (engine) => {
  const spans: OtlpSpan[] = [];
  let services: unknown[] = [];
  let collector: Server;
  let server: TestServer;
  let robin: Awaited<ReturnType<typeof registerApplicant>>;

  beforeAll(async () => {
    collector = createServer(async (request, response) => {
      const body = (await json(request)) as {
        resourceSpans?: { resource: { attributes: unknown[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
      };
      for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
        services = resource.attributes;
        for (const { spans: sent } of scopeSpans) spans.push(...sent);
      }
      response.setHeader('content-type', 'application/json').end('{}');
    });
    const { address: tracesTo } = await listenLocally(collector);
    const stop = await startTracing({ tracesTo });
    server = await createTestServer({ ...engine, open: openTraced });
    await server.app.close();
    server.app = await buildServer({ deps: { ...server.deps, config: { ...server.deps.config, tracesTo } } });
    robin = await registerApplicant(server);
    await enqueue(server.deps.db, 'mail', { to: robin.email, subject: 'A test', text: 'Hello' });
    await server.drain();
    await server.app.inject({
      url: '/api/users/refreshToken/',
      method: 'POST',
      payload: { refreshtoken: 'secret-4711' },
    });
    await runInSpan(
      'calls out',
      {},
      async () => (await fetch(`${tracesTo}/hidden-path`, { method: 'POST', body: '{}' })).status,
    ).catch(() => {});
    await runInSpan('fails', {}, () => Promise.reject(new TypeError('quotes 123-45-6789'))).catch(() => {});
    await stop?.();
  });
  afterAll(async () => {
    await server.close();
    collector.close();
  });

  /** Only connections opened after the start of tracing are traced. */
  async function openTraced(): Promise<TestDatabase> {
    const database = await engine.open();
    traceQueries(database.db);
    return database;
  }

  const named = (name: string) => spans.filter((span) => span.name === name);

  it('sends a span per request by its route, with the statements below it', () => {
    const [request] = named('POST /api/users/register');
    expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
    const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(below.map(({ name }) => name)).toContain('insert account');
    expect(below.every(({ traceId }) => traceId === request?.traceId)).toBe(true);
    expect(services).toContainEqual({ key: 'service.name', value: { stringValue: 'rental-portal' } });
  });

  it('sends a span per job and per call to another server', () => {
    expect(named('job mail')).not.toHaveLength(0);
    const [call] = spans.filter(({ name }) => /^POST http:\/\/127/.test(name));
    expect(call?.parentSpanId).toBe(named('calls out')[0]?.spanId);
  });

  it('contains no answer, token, email or path', () => {
    expect(named('fails')[0]).toMatchObject({ status: { code: 2 } });
    const sent = JSON.stringify(spans);
    for (const secret of ['123-45-6789', 'secret-4711', robin.email, robin.trn, 'hidden-path'])
      expect(sent).not.toContain(secret);
  });

  it("adds its ids to log lines, and neither spans nor ids if it's off", async () => {
    const on = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }, '/');
    expect(loggerOptions(on, server.deps.forms.catalog)).toMatchObject({ mixin: traceIds });
    expect(loggerOptions(readConfig({}, '/'), server.deps.forms.catalog)).not.toHaveProperty('mixin');
    expect(await startTracing({})).toBeUndefined();
    expect(startChild('select', {})).toBeUndefined();
    expect(traceIds()).toEqual({});
  });
});
