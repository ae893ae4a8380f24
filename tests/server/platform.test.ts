import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildServer } from '../../src/server/app';
import { type Config, readConfig } from '../../src/server/platform/config';
import { policyFor } from '../../src/server/platform/http/securityHeaders';
import { openServer } from '../support/openServer';

describe('the platform', async () => {
  const server = await openServer();

  it('is alive and ready', async () => {
    expect((await server.app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await server.app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ok' });
  });

  it('requires TLS from browsers in production only', async () => {
    const { deps } = server;
    const payments = { ...deps.payments, close: async () => {} };
    const app = await buildServer({ deps: { ...deps, payments, config: { ...deps.config, production: true } } });
    const readHeader = async (one: typeof app) => (await one.inject('/healthz')).headers['strict-transport-security'];
    expect(await readHeader(app)).toBe('max-age=31536000; includeSubDomains');
    expect(await readHeader(server.app)).toBeUndefined();
    await app.close();
  });

  it('counts requests by route, never by address', async () => {
    await server.app.inject({ url: '/api/users/sectionstatus/some-trn' });
    const { body } = await server.app.inject({ url: '/metrics' });
    expect(body).toContain('route="/api/users/sectionstatus/:trn",status="401"');
    expect(body).not.toContain('some-trn');
  });

  it('shows its other metrics while the database is down', async () => {
    const { deps } = server;
    const payments = { ...deps.payments, close: async () => {} };
    const db = Object.assign(Object.create(deps.db), { query: () => Promise.reject(new Error('down')) });
    const app = await buildServer({ deps: { ...deps, payments, db } });
    const { statusCode, body } = await app.inject('/metrics');
    await app.close();
    expect(statusCode).toBe(200);
    expect(body).toContain('database_up 0');
    expect(body).not.toContain('jobs_waiting{');
    expect((await server.app.inject('/metrics')).body).toContain('database_up 1');
  });

  it('shows its metrics in production only with the token, and never without a configured one', async () => {
    const { deps } = server;
    const payments = { ...deps.payments, close: async () => {} };
    const readStatus = async (config: Partial<Config>, authorization?: string) => {
      const app = await buildServer({ deps: { ...deps, payments, config: { ...deps.config, ...config } } });
      const { statusCode } = await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });
      await app.close();
      return statusCode;
    };
    const production = { production: true, metricsToken: 'a-token-of-metrics' };
    expect(await readStatus({ production: true })).toBe(404);
    expect(await readStatus({ production: true }, 'Bearer undefined')).toBe(404);
    expect(await readStatus(production)).toBe(404);
    expect(await readStatus(production, 'Bearer a-token')).toBe(404);
    expect(await readStatus(production, 'Bearer a-token-of-metrics')).toBe(200);
  });

  it('describes its calls in OpenAPI 3.1, and serves the documentation page', async () => {
    const document = (await server.app.inject({ url: '/api/openapi.json' })).json();
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/users/login',
        '/api/users/register',
        '/api/forms/application/{step}',
        '/api/auth/refreshtoken',
      ]),
    );
    const page = await server.app.inject({ url: '/api/docs' });
    for (const part of ['applicant', 'office', 'studio']) expect(page.body).toContain(`"/api/openapi/${part}.json"`);
    const files = [...page.body.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file]) => String(file));
    expect(files).toHaveLength(4);
    for (const file of files) expect((await server.app.inject({ url: file })).statusCode, file).toBe(200);
  });

  it('serves the logo of a subscriber, and no other', async () => {
    const logo = await server.app.inject({ url: '/api/logos/demo.svg' });
    expect(logo.headers['content-type']).toBe('image/svg+xml');
    expect((await server.app.inject({ url: '/api/logos/nobody.svg' })).statusCode).toBe(404);
  });

  it('sends the security headers with a response', async () => {
    const { headers } = await server.app.inject({ url: '/api/users/states' });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});

describe('the policy of a page', () => {
  const config = readConfig({}, '/');
  const paid = readConfig({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, '/');

  it('allows only our own scripts, none inline and none evaluated', () => {
    const policy = policyFor('/login', config);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:/);
    expect(policy).toContain("base-uri 'none'");
  });

  it('allows WebAssembly only for the scanner', () => {
    expect(policyFor('/scan/1', config)).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policyFor('/identification', config)).not.toContain('wasm');
  });

  it('allows Stripe when its keys are set', () => {
    const policy = policyFor('/identification/payment', paid);
    expect(policy).toContain("script-src 'self' https://js.stripe.com;");
    expect(policy).toContain('https://hooks.stripe.com');
    expect(policyFor('/api/users/login', paid)).not.toContain('stripe');
  });
});

describe('the engines', () => {
  const named = async (engine: string | undefined) => {
    vi.resetModules();
    vi.stubEnv('TEST_ENGINE', engine);
    const { engines } = await import('../support/serverEngines');
    return engines.map(({ name }) => name);
  };
  afterEach(() => vi.unstubAllEnvs());

  it('are PGlite, and PostgreSQL if it is reachable, or only the engine in TEST_ENGINE', async () => {
    const all = await named(undefined);
    expect(all[0]).toBe('PGlite');
    expect(await named('PGlite')).toEqual(['PGlite']);
    expect(await named('PostgreSQL')).toEqual(all.slice(1));
  });
});
