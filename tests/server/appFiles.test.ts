import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAppFiles } from '../../src/server/http/appFiles';
import { addErrorHandler } from '../../src/server/http/errorHandler';

describe('the app’s files', () => {
  let app: FastifyInstance;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  beforeAll(async () => {
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>app</title>');
    writeFileSync(path.join(folder, 'assets/main-1a2b.js'), 'export {}');
    app = Fastify();
    addErrorHandler(app);
    await addAppFiles(app, folder);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['/', '/login', '/Property/demo/harbor-view/open', '/reset-password/a-token', '/success?from=mail'])(
    'serve the one page, never cached, at %s',
    async (url) => {
      const response = await app.inject({ url });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringContaining('text/html'),
        'cache-control': 'no-cache',
      });
      expect(response.body).toContain('<title>app</title>');
    },
  );

  it('are kept for ever where their name tells their content', async () => {
    const response = await app.inject({ url: '/assets/main-1a2b.js' });
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    '/assets/gone-1a2b.js',
    '/api/nothing',
    '/robots.txt',
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/sandbox/nothing',
  ])('answer 404 at %s', async (url) => {
    expect((await app.inject({ url })).json()).toMatchObject({ status: 404, success: false });
  });
});
