import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '../../../src/model/types';
import { refuse } from '../../../src/server/applications/applicationErrors';
import { type LivePages, type PageData, type PageFrame, serveAppFiles } from '../../../src/server/pages/appFiles';
import { addErrorHandler } from '../../../src/server/platform/http/errors';
import { parseHeaders } from '../../../src/server/platform/http/parseHeaders';

const HTML = `<!doctype html><html lang="en"><head><title>app</title>
<script type="module" crossorigin src="/assets/base-1.js"></script>
<link rel="icon" href="/assets/icon-7.svg" type="image/svg+xml">
<link rel="stylesheet" crossorigin href="/assets/style-6.css"></head><body><div id="root"></div></body></html>`;
const STYLE = 'h1 { color: teal }';
const FILES = {
  pages: {
    '/login': ['assets/base-1.js'],
    '/identification': ['assets/base-1.js', 'assets/form-2.js', 'assets/step-3.js'],
    '/view': ['assets/base-1.js', 'assets/view-4.js'],
    '/Property/*': ['assets/base-1.js', 'assets/form-2.js'],
  },
  first: '(()=>{fetch("/api/open")})()',
  words: { es: ['assets/es-4.js'] },
  font: 'assets/font-5.woff2',
};

const steps = [
  { id: 'identification', route: '/identification', viewRoute: '/view' },
  { id: 'pets', route: '/identification/pets', viewRoute: '/view/pets' },
  { id: 'payment', role: 'payment', route: '/identification/pay' },
] as Step[];

/** A file has other Spanish texts than the build. */
const live: LivePages = {
  version: 'v1',
  languages: ['es'],
  flow: { steps, redirects: { '/identification/animals': '/identification/pets', '/identification/gone': '' } },
  findMessages: (language) => ({ files: language === 'es' ? { 'texts/shell': { title: 'Hola </script>' } } : {} }),
};

const findData = async ({ pathname }: URL): Promise<PageData | undefined> => {
  if (pathname.endsWith('/revoked')) throw refuse('revoked');
  if (pathname.endsWith('/broken')) throw new Error('no database');
  if (!pathname.startsWith('/Property/')) return undefined;
  const calls = { '/users/registrationpage': { subscriber_name: 'Ann </script><script>alert(1)</script>' } };
  const frame: PageFrame = { name: '<Ann> & "Sons"', heading: 'Please register', width: 'column' };
  const rules = pathname.endsWith('/many') ? ['6', '7', '8', '9'] : ['6'];
  return { calls, rules: rules.map((name) => `/api/forms/validators/${name}.js`), isOfLink: true, frame };
};

describe('the app’s files', () => {
  let app: FastifyInstance;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rental-test-'));
  beforeAll(async () => {
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), HTML);
    writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(FILES));
    writeFileSync(path.join(folder, 'assets/main-1a2b.js'), 'export {}');
    writeFileSync(path.join(folder, 'assets/style-6.css'), STYLE);
    app = Fastify();
    addErrorHandler(app);
    await parseHeaders(app);
    await serveAppFiles(app, live, findData, folder);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  let listening: Promise<string> | undefined;
  /** Sends the path unchanged. `inject` would normalize it. */
  const statusOf = async (path: string): Promise<number | undefined> => {
    listening ??= app.listen();
    const { port } = new URL(await listening);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      http.get({ port, path, host: '127.0.0.1' }, resolve).on('error', reject);
    });
    response.resume();
    return response.statusCode;
  };

  it.each(['/', '/login', '/Property/demo/harbor-view/open', '/reset-password/a-token', '/success?from=mail'])(
    'serve the one page, which browsers revalidate each time, at %s',
    async (url) => {
      const response = await app.inject({ url });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': expect.stringContaining('text/html'),
        'cache-control': expect.stringContaining('no-cache'),
      });
      expect(response.body).toContain('<title>app</title>');
    },
  );

  it.each([
    ['/login', []],
    ['/identification/', ['/assets/form-2.js', '/assets/step-3.js']],
    ['/Property/demo/harbor-view/open', ['/assets/form-2.js', '/api/forms/validators/6.js']],
    ['/account', []],
    // A step that isn't in the build.
    ['/identification/pets', ['/assets/form-2.js', '/assets/step-3.js']],
    ['/view/pets', ['/assets/view-4.js']],
  ])('are each preloaded once by the page at %s', async (url, expected) => {
    const { body } = await app.inject({ url });
    expect(linksOf(body, 'modulepreload')).toEqual(expected);
    const font = /(?:<link rel="preload" as="font"[^>]* href|data-font)="([^"]+)"/.exec(body)?.[1];
    expect(font).toBe('/assets/font-5.woff2');
  });

  it("HTML starts the bootstrap call before the app's scripts, if the page has one", async () => {
    const { body } = await app.inject({ url: '/identification/' });
    expect(body).toContain(
      '<meta name="bootstrap" content="application/identification" data-rules="identification" data-font=',
    );
    expect(body.indexOf(`<script>${FILES.first}</script>`)).toBeGreaterThan(body.indexOf('name="bootstrap"'));
    expect(body.indexOf(FILES.first)).toBeLessThan(body.indexOf('/assets/base-1.js'));
    expect((await app.inject({ url: '/login' })).body).not.toContain('name="bootstrap"');
  });

  it('redirect a step’s former address to the current one', async () => {
    const { statusCode, headers } = await app.inject({ url: '/identification/animals/?from=mail' });
    expect([statusCode, headers.location]).toEqual([302, '/identification/pets?from=mail']);
    expect((await app.inject({ url: '/identification/gone' })).statusCode).toBe(200);
  });

  it('redirect /favicon.ico to the icon', async () => {
    const { statusCode, headers } = await app.inject({ url: '/favicon.ico' });
    expect([statusCode, headers.location]).toEqual([302, '/assets/icon-7.svg']);
  });

  it("allow only the HTML's script and style sheet, by their hashes", async () => {
    const { body, headers } = await app.inject({ url: '/login' });
    expect(body).toContain(`<style>${STYLE}</style>`);
    expect(body).not.toContain('stylesheet');
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(headers['content-security-policy']).toBe(
      `script-src 'self' ${hashOf(FILES.first)}; style-src 'self' ${hashOf(STYLE)}`,
    );
  });

  it('public pages have a static heading with escaped names, before the scripts', async () => {
    const { body } = await app.inject({ url: '/Property/demo/harbor-view/open' });
    const frame = body.slice(body.indexOf('<div id="first"'), body.indexOf('<div id="root">'));
    expect(frame).toContain('<h1 class="rp-frame__heading">Please register</h1>');
    expect(frame).toContain('<span translate="no">&#60;Ann&#62; &#38; &#34;Sons&#34;</span>');
    expect((await app.inject({ url: '/identification' })).body).not.toContain('id="first"');
  });

  it('scripts load with low priority if the HTML has a static heading', async () => {
    const scriptsOf = async (url: string) =>
      (await app.inject({ url })).body.match(/<script type="module"[^>]*>|<link rel="modulepreload"[^>]*>/g) ?? [];
    const framed = await scriptsOf('/Property/demo/harbor-view/open');
    expect(framed).toHaveLength(3);
    for (const script of framed) expect(script).toContain('fetchpriority="low"');
    expect((await scriptsOf('/identification')).join()).not.toContain('fetchpriority');
    // With the font, there are more files than HTTP/1.1 has connections, so no script may wait behind the logo.
    expect((await scriptsOf('/Property/demo/harbor-view/many')).join()).not.toContain('fetchpriority');
  });

  it('HTML names no rules on the success page, and those of all steps on the page that submits', async () => {
    const success = await app.inject({ url: '/success' });
    expect(success.body).toContain('<meta name="bootstrap" content="success/summary" data-font=');
    const payment = await app.inject({ url: '/identification/pay' });
    expect(payment.body).toContain('content="application/payment" data-rules="identification pets payment" data-font=');
  });

  it('HTML starts the bootstrap call for a step added after the build', async () => {
    const { body } = await app.inject({ url: '/identification/pets' });
    expect(body).toContain('<meta name="bootstrap" content="application/pets" data-rules="pets" data-font=');
  });

  it('HTML has the forms version and the messages that differ from the build', async () => {
    const served = async (headers: Record<string, string>) => {
      const { body } = await app.inject({ url: '/login', headers });
      expect(body).toContain('<meta name="forms-version" content="v1">');
      return /<script type="application\/json" id="served-words">([^<]*)<\/script>/.exec(body)?.[1];
    };
    expect(await served({ cookie: 'language=en' })).toBeUndefined();
    const words = await served({ cookie: 'language=es' });
    expect(JSON.parse(words ?? '')).toEqual({ files: { 'texts/shell': { title: 'Hola </script>' } } });
  });

  it.each([
    [{ 'accept-language': 'de,es-MX;q=0.9,en;q=0.8' }, 'es'],
    [{ 'accept-language': 'en-US,es;q=0.5' }, 'en'],
    [{ 'accept-language': 'es', cookie: 'a=b; language=en' }, 'en'],
    [{ cookie: 'language=es' }, 'es'],
    [{ cookie: 'language=xx' }, 'en'],
    [{ cookie: 'language=en' }, 'es', '/scan/some-code?token=secret&lang=es'],
    [{ cookie: 'language=es' }, 'es', '/scan/some-code?token=secret&lang=xx'],
  ])('preload the messages of the language that %j requests: %s', async (headers, language, url = '/login') => {
    const { body } = await app.inject({ url, headers: headers as Record<string, string> });
    expect(body).toContain(`<html lang="${language}">`);
    expect(linksOf(body, 'modulepreload')).toEqual(language === 'es' ? ['/assets/es-4.js'] : []);
  });

  it("HTML embeds a link's forms, escaped and private to the browser", async () => {
    const { body, headers } = await app.inject({ url: '/Property/demo/harbor-view/open' });
    const [, json = ''] = /<script type="application\/json" id="page-data">([^<]*)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(json)).toEqual({
      path: '/Property/demo/harbor-view/open',
      language: 'en',
      calls: { '/users/registrationpage': { subscriber_name: 'Ann </script><script>alert(1)</script>' } },
    });
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it.each(['/Property/demo/revoked', '/Property/demo/broken', '/login'])('carry no data at %s', async (url) => {
    const response = await app.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain('page-data');
  });

  it('an unchanged page returns 304', async () => {
    const first = await app.inject({ url: '/login' });
    const again = (url: string) => app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
    expect((await again('/login')).statusCode).toBe(304);
    expect((await again('/identification')).statusCode).toBe(200);
  });

  it('hashed assets are cached forever', async () => {
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
  ])('return 404 at %s', async (url) => {
    expect((await app.inject({ url })).json()).toMatchObject({ status: 404, success: false });
  });

  it.each(['//', '///', '//login', '//elsewhere.example/login', '//:80', '//[', '//?a=b', '/\\'])(
    'return 404 at %s, which has a host instead of a path',
    async (path) => {
      expect(await statusOf(path)).toBe(404);
    },
  );
});

function linksOf(html: string, rel: string): string[] {
  return [...html.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="([^"]+)"`, 'g'))].map(([, href]) => String(href));
}
